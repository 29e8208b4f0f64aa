/* The fast evaluator of networks on a plain CPU: convolutions by the library oneDNN in 32-bit
 * floats, bfloat16 or int8, what stands between them in our own loops.
 *
 * A Fast is shared by all threads; each thread evaluates with a FastStream of its own, in its own
 * thread alone: many streams fill many cores. */
#ifndef ENGINE_EVAL_NET_FAST_H
#define ENGINE_EVAL_NET_FAST_H

#include "engine/eval/net/answer.h"

typedef enum {
    PRECISION_AUTO, /* the fastest here, by a short measurement */
    PRECISION_FP32,
    PRECISION_BF16,
    PRECISION_INT8,
    PRECISION_COUNT
} Precision;

const char *precision_name(Precision precision);

/* False where no precision has that name. */
bool precision_from_name(const char *name, Precision *precision);

typedef struct Fast Fast;
typedef struct FastStream FastStream;

/* The model must live as long. NULL with a message where memory runs out, or the library cannot do
 * what is asked for on this processor. */
Fast *fast_new(const Model *model, Precision precision, Status *status);
void fast_free(Fast *fast);

/* What it came to: never PRECISION_AUTO. */
Precision fast_precision(const Fast *fast);

/* Floating-point operations of one evaluation as the model has them: two for each weight of a
 * convolution at each point. */
double fast_flop(const Fast *fast, int width, int height);

enum { FAST_BATCH_MAX = 64 };

/* For up to batch_max positions at a time. NULL where memory runs out. */
FastStream *fast_stream_new(Fast *fast, int batch_max);
void fast_stream_free(FastStream *stream);

typedef struct {
    const Situation *situation;
    Symmetry symmetry; /* of the image that is evaluated */
} FastQuestion;

/* Evaluates any number of positions. The first of a size of board takes some milliseconds more.
 * False where memory ran out, or an answer is not finite. */
bool fast_evaluate(FastStream *stream, const FastQuestion *questions, NetAnswer *answers,
                   int count);

/* Seconds that the stream's evaluations took. */
typedef struct {
    double features, layers, heads;
} FastTimes;

FastTimes fast_stream_times(const FastStream *stream);

#endif
