/* Estimates the value of a position by the engine's own search with the network inside. The solver
 * begins its questions there (solver_set_estimate). */
#ifndef GTP_SOLVE_ESTIMATOR_H
#define GTP_SOLVE_ESTIMATOR_H

#include "gtp/solve/solve_options.h"

typedef struct Estimator Estimator;

/* Returns NULL if no network is inside or memory is short: then there is no estimate. */
Estimator *estimator_new(const SolveOptions *options, const SolvePosition *position);
void estimator_free(Estimator *estimator); /* may be NULL */

/* The most points that Black wins the position by in searches with different komi; after the move
 * `first` unless it is POINT_NONE. The same each time on one machine. Returns false if out of
 * memory or if the move is illegal. */
bool estimator_value(Estimator *estimator, Point first, int *value);

#endif
