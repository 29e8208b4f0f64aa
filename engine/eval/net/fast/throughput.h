/* How fast a graph evaluates on this machine. */
#ifndef ENGINE_EVAL_NET_FAST_THROUGHPUT_H
#define ENGINE_EVAL_NET_FAST_THROUGHPUT_H

#include "engine/eval/net/fast/plan.h"

/* Evaluations a second of an empty 19x19 board by `threads` threads together (at most TEAM_MAX),
 * each with its own plan: the best of a few rounds. Takes a tenth of a second, or some evaluations
 * if one takes longer. Returns 0 if out of memory or threads. */
double throughput_measure(const Kernels *kernels, const LoweredGraph *graph, int threads);

#endif
