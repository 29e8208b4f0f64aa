/* Finds out what values the layers of a network read, which whole numbers need to know: the network
 * plays games against itself, and each filter's observer records what it reads. */
#ifndef ENGINE_EVAL_NET_FAST_CALIBRATE_H
#define ENGINE_EVAL_NET_FAST_CALIBRATE_H

#include "engine/eval/net/fast/plan.h"

/* Gives the filters of a graph in fp32 their observers, once. No other thread may use the graph
 * meanwhile. Always plays the same games. Returns false if out of memory. */
bool calibrate(const Kernels *kernels, LoweredGraph *graph);

/* Frees the observers, which filters must not have while the graph is run for answers. */
void calibrate_end(LoweredGraph *graph);

#endif
