/* A graph laid out for one board size and batch, with its memory. Running it allocates nothing.
 *
 * A Plan belongs to one thread; the graph is shared. */
#ifndef ENGINE_EVAL_NET_FAST_PLAN_H
#define ENGINE_EVAL_NET_FAST_PLAN_H

#include "engine/eval/net/answer.h"
#include "engine/eval/net/fast/convolver.h"
#include "engine/eval/net/fast/lowered_graph.h"

typedef struct Plan Plan;

/* The graph must outlive the plan. Returns NULL if out of memory. */
Plan *plan_new(const Kernels *kernels, const LoweredGraph *graph, int batch, int width, int height);
void plan_free(Plan *plan);

bool plan_fits(const Plan *plan, const LoweredGraph *graph, int batch, int width, int height);

/* Evaluates a whole batch of images of the plan's size. Returns how far values exceeded the dynamic
 * ranges of whole numbers in the worst operation: the sum over the channels of a cell as a share of
 * the dynamic range, averaged over the cells of a position, added up over the batch. 0 in fp32; NaN
 * if values were. */
float plan_run(Plan *plan, const Features *features, RawAnswer *answers);

#endif
