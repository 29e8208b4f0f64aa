/* Reads a problem of life and death from the root of a game in a record. */
#ifndef GTP_SOLVE_TSUMEGO_GOAL_H
#define GTP_SOLVE_TSUMEGO_GOAL_H

#include "engine/go/sgf/record.h"
#include "engine/solve/goal/goal.h"

/* Sets up the position of a root in the game and makes the goal: the stones marked by TR, SQ, MA,
 * CR or a label are the targets, or else the dragon in the smallest closed region; VW is the
 * region, or else it is found. Returns false with a message if the root sets up no problem. */
bool tsumego_goal_read(const SgfNode *root, GoalKind kind, Game *game, Goal *goal, Status *status);

#endif
