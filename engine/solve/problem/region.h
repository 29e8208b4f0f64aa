/* Where a question about some chains is decided: the playable points for a goal that names none,
 * the walls around them, and frames that close them. */
#ifndef ENGINE_SOLVE_PROBLEM_REGION_H
#define ENGINE_SOLVE_PROBLEM_REGION_H

#include "engine/solve/goal/search/goal_search.h"

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
 * assumed to be safe: it has all others, with their liberties. radius: where an open
 * region ends, or nearer until it has at most GOAL_POINTS_MAX. */
RegionKind region_find(const Board *board, const Point *targets, int target_count, int radius,
                       Zone *playable);

/* Has the chain at p few liberties, so that it may fall? */
bool region_is_weak(const Board *board, Point p);

/* Sets *playable to the region that the opponent's stones enclose if all of them stand that have a
 * liberty outside: chains that live in it live on the board, those that die may not. Returns false
 * if it is too large. */
bool region_find_walled(const Board *board, const Point *targets, int target_count, Zone *playable);

/* Closes an open region of that radius by a frame, as people set up problems: puts stones of the
 * opponent on the empty points around it, which are never captured. The region grows by what the
 * frame would leave without a liberty, and by the stones of the targets' color around it. So a side
 * that lives in the frame needs no way out; one that dies there may have one on the board. safe:
 * the region grows until its walls, the frame among them, are safe, as a proof of a
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

/* ---- Floods, by which regions are found: points and chains, and how far away they are ---- */

typedef struct {
    const Board *board;
    int radius;                  /* what is farther away is left out */
    Zone *playable;              /* the points so far */
    Point queue[CELL_COUNT_MAX]; /* the same in the order in which they came */
    uint8_t distance[POINT_COUNT];
    int count, empty_count;
    bool is_cut; /* something was left out */
} Flood;

void flood_add(Flood *flood, Point p, int distance);

/* Adds the stones of the chain at p. */
void flood_add_chain(Flood *flood, Point p, int distance);

/* ---- Walls: chains beside a region that have a liberty outside, or stones outside ----
 *
 * Play inside never captures them. Which of them are safe on the board, too?
 * verify/local has the same rule, written again. */

typedef enum {
    WALL_WEAK, /* may be captured from outside the region */
    /* Has at least two liberties outside, so that no play inside puts it in atari, and room for
     * eyes there: taken to be safe. */
    WALL_ASSUMED,
    WALL_ALIVE, /* unconditionally, by eyes outside */
} WallKind;

/* Lists the first stone of each wall of that kind and of these colors (NULL: both) in or beside the
 * region, row by row from the top left. Returns their number. */
int region_list_walls(const Board *board, const Zone *region, const bool colors[2], WallKind kind,
                      Point stones[CELL_COUNT_MAX]);

/* Lists the ways out of the region: empty points beside it. Stones that get there are never
 * captured in its game. Returns their number. */
int region_list_exits(const Board *board, const Zone *region, Point exits[CELL_COUNT_MAX]);

/* ---- Frames around an open region (region_frame), the narrow ones first ----
 *
 * Stones that live in a frame although the attacker wins all kos need no way out, and live in the
 * open region as well, since the stones of a frame only help the attacker. To find that is often
 * much easier than to read all ways out. */

typedef struct {
    int radius; /* 0: the region itself, without a frame */
    Goal goal;
    Board board;
    uint32_t captured;
} Frame;

typedef struct {
    int count;
    Frame frames[REGION_RADIUS + 1]; /* the region itself is the last */
} Frames;

/* Finds the frames that are parts of the region of a goal of capture, and the region: that alone if
 * it is closed. Leaves out those with more than GOAL_POINTS_MAX points. */
void frames_find(const Goal *goal, const Board *board, Frames *frames);

/* Returns the frame of that radius, which must be there. */
const Frame *frames_at(const Frames *frames, int radius);

/* Makes a move in each frame. One outside a frame is a pass there; frames in which it is illegal
 * are left out. */
void frames_play(const Frames *before, Color color, Point p, Frames *after);

/* Looks for a frame in which the targets live when mover moves first. Returns it, with what was
 * found, or NULL, with the positions searched in result->nodes. Takes those out of *frames in which
 * they do not. limits: of each search. */
const Frame *frames_find_life(GoalSearch *search, Frames *frames, Color mover, GoalLimits limits,
                              GoalResult *result);

#endif
