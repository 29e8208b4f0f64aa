/* How much room for eyes is left to the holder of a capture goal: an estimate that orders moves
 * and, if the caller accepts judgements, ends a search. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_EYE_SPACE_H
#define ENGINE_SOLVE_GOAL_EYE_SPACE_H

#include "engine/solve/goal/goal_judge.h"

/* A chain of the attacker is trusted if it has a liberty outside the playable points, or this many.
 */
enum { EYE_SPACE_SAFE = 4 };

/* Judges an undecided position as people do at a glance, and sets *zone to the points that this
 * rests on.
 *
 * Dead: the points that may become eyes, those without a holder's stone that are not next to a
 * trusted chain, are at most one, or two that touch. Alive: the holder encloses a room of at least
 * seven such points. */
GoalOutcome eye_space_judge(const Goal *goal, const Board *board, uint32_t captured, Zone *zone);

#endif
