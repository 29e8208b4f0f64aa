/* Where a question about some chains is decided: the playable points for a goal that names none.
 * Pure functions. */
#ifndef ENGINE_SOLVE_PROBLEM_REGION_H
#define ENGINE_SOLVE_PROBLEM_REGION_H

#include "engine/solve/goal/goal.h"

typedef enum {
    REGION_CLOSED, /* the opponent's walls enclose it */
    REGION_OPEN,   /* cut off at some distance: stones that get so far count as safe */
} RegionKind;

enum {
    REGION_CLOSED_MAX = 40, /* empty points of a closed region */
    REGION_RADIUS = 4,      /* steps over empty points from a target to the end of an open one */
    REGION_WIDE_RADIUS = 6, /* the same of one that is to show whether that end matters */
};

/* Sets *playable for chains of one color at targets. The chains around a region are alive or
 * assumed to be safe (wall.h): it has all others, with their liberties. radius: where an open
 * region ends, or nearer until it has at most GOAL_POINTS_MAX. */
RegionKind region_find(const Board *board, const Point *targets, int target_count, int radius,
                       Zone *playable);

/* Sets *playable to the region that the opponent's stones enclose if all of them stand that have a
 * liberty outside: chains that live in it live on the board, those that die may not. Returns false
 * if it is too large. */
bool region_find_walled(const Board *board, const Point *targets, int target_count, Zone *playable);

/* Closes an open region of that radius by a frame, as people set up problems: puts stones of the
 * opponent on the empty points around it, which are never captured. The region grows by what the
 * frame would leave without a liberty, and by the stones of the targets' color around it. So a side
 * that lives in the frame needs no way out; one that dies there may have one on the board. safe:
 * the region grows until its walls, the frame among them, are safe (wall.h), as a proof of a
 * capture needs them. Returns false, and leaves *framed undefined, if that leaves a chain without a
 * liberty. */
bool region_frame(const Board *board, const Point *targets, int target_count, int radius, bool safe,
                  Zone *playable, Board *framed);

/* Returns false with a message if a target stands neither in the playable points nor beside them,
 * or all targets stand in the opponent's unconditional territory. */
bool region_check_targets(const Goal *goal, const Board *board, Status *status);

/* Makes the goal of capturing the chains with a stone among `targets`, or any of them, within
 * `playable` or, if that is NULL, where region_find has it decided. Returns false with a message if
 * the targets are no stones of one color or are dead as they stand, or nothing can be played there.
 */
bool region_make_goal(const Board *board, const Zone *targets, bool any, const Zone *playable,
                      Goal *goal, Status *status);

#endif
