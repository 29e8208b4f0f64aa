/* Records the values that each filter of a network reads while it plays against itself, from which
 * whole numbers get their scales. */
#ifndef ENGINE_EVAL_NET_FAST_CALIBRATE_H
#define ENGINE_EVAL_NET_FAST_CALIBRATE_H

#include "engine/eval/net/fast/plan.h"

/* Gives the filters of an fp32 graph their observers, once, while no other thread uses the graph.
 * Always plays the same games. Returns false if out of memory. */
bool calibrate(const Kernels *kernels, LoweredGraph *graph);

/* Frees the observers, without which the graph runs for answers. */
void calibrate_end(LoweredGraph *graph);

#endif
