/* Reads a problem of life and death from the root of a game in a record. */
#ifndef GTP_SOLVE_TSUMEGO_TSUMEGO_GOAL_H
#define GTP_SOLVE_TSUMEGO_TSUMEGO_GOAL_H

#include "engine/go/sgf/record.h"
#include "engine/solve/goal/goal.h"

/* Sets up the position of a root in the game and makes the goal: the stones marked by TR, SQ, MA,
 * CR or a label are the targets, or else the dragon in the smallest closed region; VW is the
 * region, or else it is found and, if frame is not 0 and the region is open, closed by a frame at
 * that distance (region_frame), whose stones *added gets. Returns false with a message if the root
 * sets up no problem. */
bool tsumego_goal_read(const SgfNode *root, GoalKind kind, int frame, Game *game, Goal *goal,
                       Zone *added, Status *status);

#endif
