/* Whether chains look connected or cut apart: an estimate that ends lines of a search if the caller
 * accepts judgements. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_LINK_H
#define ENGINE_SOLVE_GOAL_LINK_H

#include "engine/solve/goal/goal_judge.h"

enum { LINK_SAFE = 4 }; /* liberties of a chain that is taken to stand */

/* Judges a position of GOAL_CONNECT at a glance, and sets *zone to the whole region if it is
 * decided.
 *
 * Reached: the targets are one group of chains, two of which belong together if they have two
 * common liberties, or one on which an opponent's stone would be in atari. Held: every way from one
 * to the other meets a chain of the opponent with LINK_SAFE liberties. */
GoalOutcome link_judge(const Goal *goal, const Board *board, Zone *zone);

#endif
