/* Searches whether the reacher of a goal reaches it: df-pn (A. Nagai, "Df-pn algorithm for
 * searching AND/OR trees", 2002) over all moves that can matter.
 *
 * Both answers are proved for play within the goal's playable points, under a given rule for kos:
 * "reached" by a finite tree, "held" by a set of positions that the holder never has to leave. When
 * all moves that were tried lose, the moves in the zone of that proof are added (bit_position.h);
 * the rest cannot change it. A search that ends at its limits says "open".
 *
 * A GoalSearch belongs to one thread, which may let others help it. */
#ifndef ENGINE_SOLVE_GOAL_SEARCH_GOAL_SEARCH_H
#define ENGINE_SOLVE_GOAL_SEARCH_GOAL_SEARCH_H

#include "engine/solve/goal/search/goal_node.h"

typedef struct GoalSearch GoalSearch;

/* Returns NULL if out of memory. */
GoalSearch *goal_search_new(int megabytes);
void goal_search_free(GoalSearch *search); /* may be NULL */

/* Lets 1 to TEAM_MAX threads (engine/base/team.h) make each later search, on one table. Returns
 * false, and leaves it to one, if out of memory. */
bool goal_search_use_threads(GoalSearch *search, int count);

/* Forgets all earlier searches: what comes next is as it would be of a new search. */
void goal_search_forget(GoalSearch *search);

typedef struct {
    GoalOutcome outcome;
    Point move;  /* wins for the side that moves first, or POINT_PASS; POINT_NONE if it loses */
    bool ko_met; /* the rule for kos may have made a difference */
    int64_t nodes;
    Zone zone; /* moves elsewhere do not change the outcome */
} GoalResult;

/* mover moves first; a ko of the board binds it if it is to move and kos are simple. captured: the
 * targets that were captured before, a bit each. The goal must be finished, on this board or one
 * before it: if a chain beside the region may be captured now, the outcome is open. */
GoalResult goal_search_run(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                           uint32_t captured, GoalKoRule ko, GoalLimits limits);

/* Searches from a position of a game, which has the rule for kos. Sets no zone. */
GoalResult goal_search_run_node(GoalSearch *search, const GoalGame *game, const GoalNode *node,
                                GoalLimits limits);

/* What the position shows without a search. When it is decided, sets *zone to the points that this
 * rests on. */
GoalOutcome goal_judge(const Goal *goal, const Board *board, uint32_t captured, Zone *zone);

typedef struct {
    Point point;
    GoalOutcome outcome; /* as far as it is known */
    int64_t nodes;
} GoalMove;

/* After a run that was decided: lists the moves that it tried in the root, which holds all that can
 * win if the side that moves first loses. Returns their number. */
int goal_search_list_moves(const GoalSearch *search, GoalMove moves[GOAL_POINTS_MAX + 1]);

/* After a run: the moves that follow from the position by the table, the longest resistance first.
 * Returns their number, at most `most`. */
int goal_search_find_line(GoalSearch *search, Point *line, int most);

#endif
