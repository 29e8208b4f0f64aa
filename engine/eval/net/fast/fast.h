/* The fast evaluator of networks on a plain CPU: convolutions by the library oneDNN in 32-bit
 * floats, bfloat16 or int8, what stands between them in our own loops.
 *
 * A Fast is shared by all threads; each thread evaluates with a FastStream of its own, in its own
 * thread alone: many streams fill many cores. */
#ifndef ENGINE_EVAL_NET_FAST_FAST_H
#define ENGINE_EVAL_NET_FAST_FAST_H

#include "engine/eval/net/answer.h"
#include "engine/eval/net/precision.h"

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

/* The most floating-point operations a second that one thread reaches here in this precision: a
 * convolution that is nothing but a large product of matrices, the best of some runs. 0 where that
 * fails. */
double fast_peak(Fast *fast);

enum { FAST_BATCH_MAX = 64 };

/* For up to batch_max positions at a time. NULL where memory runs out. */
FastStream *fast_stream_new(Fast *fast, int batch_max);
void fast_stream_free(FastStream *stream);

/* Takes a position, and which of its images is to be evaluated, into the stream's batch, which must
 * have room for it. The situation need not live on. */
void fast_add(FastStream *stream, const Situation *situation, Symmetry symmetry);

/* Evaluates the batch, in the order it was added, and empties it. The first batch of a size of
 * board takes some milliseconds more. False where memory ran out, or an answer is not finite. */
bool fast_run(FastStream *stream, NetAnswer *answers);

/* Seconds that the stream's evaluations took. */
typedef struct {
    double features, layers, heads;
} FastTimes;

FastTimes fast_stream_times(const FastStream *stream);

#endif
