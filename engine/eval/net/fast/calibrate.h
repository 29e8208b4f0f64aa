/* Records the values that each filter of a network reads while it plays against itself, from which
 * whole numbers get their scales. */
#ifndef ENGINE_EVAL_NET_FAST_CALIBRATE_H
#define ENGINE_EVAL_NET_FAST_CALIBRATE_H

#include "engine/eval/net/fast/plan.h"

/* Calibrates an fp32 graph, once, while no other thread uses it. Always plays the same games. Sets
 * *fits: can whole numbers hold the values? Returns NULL if out of memory; the caller frees the
 * calibration. */
Calibration *calibrate(const Kernels *kernels, LoweredGraph *graph, bool *fits);

#endif
