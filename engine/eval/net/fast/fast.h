/* The fast evaluator of networks, for CPUs, in fp32 or in 16-bit whole numbers. Positions whose
 * values do not fit these, and boards of at most 16 points, are evaluated in fp32.
 *
 * A Fast is shared by all threads. Each thread evaluates with a FastStream of its own, and the work
 * stays in that thread. */
#ifndef ENGINE_EVAL_NET_FAST_FAST_H
#define ENGINE_EVAL_NET_FAST_FAST_H

#include "engine/eval/net/answer.h"
#include "engine/eval/net/model/model_file.h"

/* The number formats in which networks are computed. */
typedef enum {
    PRECISION_AUTO, /* int16, or fp32 where int16 does not fit or there are no vectors */
    PRECISION_FP32,
    PRECISION_INT16,
    PRECISION_COUNT
} Precision;

/* Names by precision, as in options; NULL at the end. */
static const char *const PRECISION_NAMES[PRECISION_COUNT + 1] = {"auto", "fp32", "int16", NULL};

typedef struct Fast Fast;
typedef struct FastStream FastStream;

/* Prepares a model in memory, which must outlive the result. Whole numbers take calibration games
 * first, but for the network inside (calibration.c). PRECISION_AUTO is int16, or fp32 without
 * vector instructions or if the network's values are too large for int16. Returns NULL with a
 * message if out of memory, or if they are too large for the whole numbers asked for. */
Fast *fast_new(const Model *model, Precision precision, Status *status);

/* Opens the model of a file, which it takes over and closes in the end. Weights are kept in
 * the form that is evaluated alone: the file is read again if fp32 is needed besides whole numbers.
 * If caches, the results of calibration games are kept in the user's cache folder (calibration.c).
 * Fails before it takes memory if there is not enough. */
Fast *fast_open(ModelFile *file, Precision precision, bool caches, Status *status);
void fast_free(Fast *fast);

/* The model. The weights of layers that were lowered may be missing. */
const Model *fast_model(const Fast *fast);

/* The precision in use: never PRECISION_AUTO. */
Precision fast_precision(const Fast *fast);

/* The vector instructions in use, as in DIHEDRA_SIMD. */
const char *fast_instructions(void);

enum { FAST_BATCH_MAX = 64 };

/* A stream for batches of 1 to batch_max positions. The Fast must outlive it. Returns NULL if out
 * of memory. */
FastStream *fast_stream_new(Fast *fast, int batch_max);
void fast_stream_free(FastStream *stream);

/* Adds one of the eight images of a position to the stream's batch, which must not be full.
 * optimism is the share of the optimistic policy (answer_finish). */
void fast_add(FastStream *stream, const Situation *situation, Symmetry symmetry, double optimism);

/* The two steps of fast_add; another stream may have described the position. */
void fast_describe(FastStream *stream, const Situation *situation, Symmetry symmetry,
                   Features *features);
void fast_add_features(FastStream *stream, const Features *features, double optimism);

/* Evaluates the batch and empties it; answers[i] is for the position added i-th. The first batch on
 * a board size takes some milliseconds more. Returns false, and sets no answer, if out of memory.
 */
bool fast_run(FastStream *stream, NetAnswer *answers);

/* The positions that the stream has evaluated again in fp32 because their values exceeded the
 * dynamic ranges of whole numbers. */
int64_t fast_stream_clipped(const FastStream *stream);

#endif
