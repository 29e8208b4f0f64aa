/* The fast evaluator of networks, for CPUs, in fp32 or in whole numbers of 16 and 8 bits.
 * Positions whose values do not fit the whole numbers are evaluated anew in fp32, and boards of up
 * to 16 points are at once.
 *
 * A Fast is shared by all threads. Each thread evaluates with a FastStream of its own, and the work
 * stays in that thread. */
#ifndef ENGINE_EVAL_NET_FAST_FAST_H
#define ENGINE_EVAL_NET_FAST_FAST_H

#include "engine/eval/net/answer.h"
#include "engine/eval/net/precision.h"

typedef struct Fast Fast;
typedef struct FastStream FastStream;

/* Evaluations a second by precision, all threads together; 0 for those that were not tried. */
typedef struct {
    double rates[PRECISION_COUNT];
} FastThroughput;

/* Prepares a model, which must outlive the result. Whole numbers play calibration games first.
 * PRECISION_AUTO times fp32 and int16 with as many threads as will evaluate at once and takes the
 * faster one; then *throughput has what it has measured, unless throughput is NULL. It does not
 * take int8, whose errors in odd positions are several times as large. Returns NULL with a message
 * if out of memory, or if the network's values are too large for the whole numbers asked for. */
Fast *fast_new(const Model *model, Precision precision, int threads, FastThroughput *throughput,
               Status *status);
void fast_free(Fast *fast);

/* What is fastest for small networks on most machines with this one's vector instructions: nothing
 * is measured. */
Precision fast_usual_precision(void);

/* The precision in use: never PRECISION_AUTO. */
Precision fast_precision(const Fast *fast);

/* The vector instructions in use, as in DIHEDRA_SIMD. */
const char *fast_kernels(const Fast *fast);

/* Floating-point operations of one evaluation by the definition of the model: two for each weight
 * at each point, and those of attention. */
double fast_flop(const Fast *fast, int width, int height);

/* The most floating-point operations per second that one thread reaches in this precision: the best
 * of several runs of a 1x1 convolution, which is one large product of matrices. Returns 0 if
 * out of memory. */
double fast_peak(const Fast *fast);

enum { FAST_BATCH_MAX = 64 };

/* A stream for batches of 1 to batch_max positions. The Fast must outlive it. Returns NULL if out
 * of memory. */
FastStream *fast_stream_new(Fast *fast, int batch_max);
void fast_stream_free(FastStream *stream);

/* Adds one of the eight images of a position to the stream's batch, which must have room. optimism
 * is the share of the optimistic policy (answer_finish). The situation is not used after the call.
 */
void fast_add(FastStream *stream, const Situation *situation, Symmetry symmetry, double optimism);

/* The two steps of fast_add: describes an image of a position, and adds what was described, maybe
 * by another stream. */
void fast_describe(FastStream *stream, const Situation *situation, Symmetry symmetry,
                   Features *features);
void fast_add_features(FastStream *stream, const Features *features, double optimism);

/* Evaluates the batch and empties it; answers[i] is for the position added i-th, and says whether
 * it is finite. The first batch on a board size takes some milliseconds more. Returns false if out
 * of memory: then no answer is set. */
bool fast_run(FastStream *stream, NetAnswer *answers);

/* Seconds that the stream has spent on each part, in total, and the positions that it has evaluated
 * anew in fp32 because their values were beyond the dynamic ranges of whole numbers. */
typedef struct {
    double features, layers, heads;
    int64_t clipped;
} FastTimes;

FastTimes fast_stream_times(const FastStream *stream);

#endif
