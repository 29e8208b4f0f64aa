/* The slow oracle of goal searches: follows every move of both sides from a position on a small
 * board, without zones, and finds by retrograde analysis who reaches the goal. It has rules of its
 * own and plays by no heuristics. */
#ifndef TESTS_SUPPORT_ORACLE_GOAL_ORACLE_H
#define TESTS_SUPPORT_ORACLE_GOAL_ORACLE_H

#include "engine/solve/goal/search/goal_search.h"

enum { GOAL_ORACLE_SIDE_MAX = 7 }; /* of the board, in points */

/* Returns GOAL_OPEN if there are more than state_max positions. */
GoalOutcome goal_oracle_solve(const Goal *goal, const Board *board, Color mover, GoalKoRule ko,
                              int state_max);

/* Solves under positional superko, without threats: no stone may repeat the stones of an earlier
 * position, and two passes in a row end play. Follows every path, so it returns GOAL_OPEN also if
 * it would visit more than visit_max positions. The goal must have one target. */
GoalOutcome goal_oracle_solve_superko(const Goal *goal, const Board *board, Color mover,
                                      int state_max, int visit_max);

#endif
