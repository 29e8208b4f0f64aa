/* Frames around an open region (region_frame), the narrow ones first. Stones that live in a frame
 * although the attacker wins all kos need no way out, and live in the open region as well, since
 * the stones of a frame only help the attacker. To find that is often much easier than to read all
 * ways out. */
#ifndef ENGINE_SOLVE_PROBLEM_FRAMES_H
#define ENGINE_SOLVE_PROBLEM_FRAMES_H

#include "engine/solve/goal/search/goal_search.h"
#include "engine/solve/problem/region.h"

typedef struct {
    int radius;
    Goal goal;
    Board board;
    uint32_t captured;
} Frame;

typedef struct {
    int count;
    Frame frames[REGION_RADIUS];
} Frames;

/* Finds the frames that are parts of the region of a goal of capture: none if it is closed. Leaves
 * out those with more than GOAL_POINTS_MAX points. */
void frames_find(const Goal *goal, const Board *board, Frames *frames);

/* Returns the frame of that radius, or NULL. */
const Frame *frames_at(const Frames *frames, int radius);

/* Makes a move in each frame. One outside a frame is a pass there; frames in which it is illegal
 * are left out. */
void frames_play(const Frames *before, Color color, Point p, Frames *after);

/* Looks for a frame in which the targets live when mover moves first. Returns it, with what was
 * found, or NULL, with the positions searched in result->nodes. Leaves out, from *frames, too,
 * those in which they do not. limits: of each search. */
const Frame *frames_find_life(GoalSearch *search, Frames *frames, Color mover, GoalLimits limits,
                              GoalResult *result);

#endif
