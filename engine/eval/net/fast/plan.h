/* A program laid out for one size of board and batch: convolvers made, memory allocated. Running it
 * allocates nothing.
 *
 * A Plan belongs to one thread; the program and the library are shared. */
#ifndef ENGINE_EVAL_NET_FAST_PLAN_H
#define ENGINE_EVAL_NET_FAST_PLAN_H

#include "engine/eval/net/answer.h"
#include "engine/eval/net/fast/convolver.h"
#include "engine/eval/net/fast/program.h"

typedef struct Plan Plan;

/* NULL where memory runs out or the library refuses. */
Plan *plan_new(Library *library, const Program *program, int batch, int width, int height);
void plan_free(Plan *plan);

bool plan_fits(const Plan *plan, int batch, int width, int height);

/* Seconds that runs have taken. */
typedef struct {
    double layers, heads;
} PlanTimes;

/* Evaluates a batch of images of the plan's size. times are added to where not NULL. False where
 * the library fails. */
bool plan_run(Plan *plan, const Features *features, RawAnswer *answers, PlanTimes *times);

#endif
