/* Estimates the value of a position by the engine's own search with the network inside. The solver
 * begins its questions there (solver_set_estimate). */
#ifndef GTP_SOLVE_ESTIMATOR_H
#define GTP_SOLVE_ESTIMATOR_H

#include "gtp/solve/solve_options.h"

/* The most points that Black wins the position by, after its first move if it has one, in searches
 * with different komi. The same each time on one machine. Returns false if no network is inside, if
 * out of memory, if the first move is illegal, or once another thread has set cancel. */
bool estimator_value(const SolveOptions *options, const SolvePosition *position,
                     _Atomic bool *cancel, int *value);

#endif
