/* Dragons: chains that live and die together.
 *
 * The dragon of a chain is the smallest set of chains that contains it and, with each chain, all
 * chains of its color that are connected to it by one of these rules:
 *
 *  1. they have two common liberties;
 *  2. they have one, and an opponent that plays there is captured at once or by a ladder;
 *  3. both border the same enclosed eye: a connected set of at most DRAGON_EYE_MAX points without
 *     stones of the color, surrounded by such stones and the edge alone, in which the opponent has
 *     no room for two eyes, no chain of three stones or more with three liberties or more, and none
 *     of seven stones or more with two.
 *
 * Nothing is read beyond ladders, so a dragon is a guess, as GNU Go's is. Pure functions. */
#ifndef ENGINE_SOLVE_DRAGON_DRAGON_H
#define ENGINE_SOLVE_DRAGON_DRAGON_H

#include "engine/go/board/board.h"
#include "engine/solve/goal/goal.h"
#include "engine/solve/goal/search/goal_search.h"

enum { DRAGON_EYE_MAX = 12 };

typedef struct {
    Color color;
    Point chains[CELL_COUNT_MAX]; /* one stone of each, that of the question first */
    int chain_count;
} Dragon;

/* p must be a stone. */
void dragon_find(const Board *board, Point p, Dragon *dragon);

/* Finds the dragons of two stones of opposite colors that race against each other: rule 3 adds no
 * chain that has five liberties or more outside an eye in which the other stone stands. Such a
 * chain is in the open, and the eye is where the race takes place. */
void dragon_find_rivals(const Board *board, Point a, Point b, Dragon *first, Dragon *second);

/* Begins the goal of capturing all chains of the dragon that are still there: its target_count may
 * be 0. Returns false if there are more than GOAL_TARGETS_MAX, of which it has the first. */
bool dragon_init_goal(const Dragon *dragon, const Board *board, Goal *goal);

/* Is the stone at p one of the dragon's? */
bool dragon_has(const Dragon *dragon, const Board *board, Point p);

/* ---- Where a race is decided: the dragons, the empty points around them, and weak chains beside
 * those ---- */

/* Makes the goal of capturing a dragon in a race. Returns false if none of its chains is left. A
 * race that is too large for a search makes a goal that goal_finish refuses. */
bool race_make_goal(const Board *board, const Dragon *dragon, const Dragon *other, Goal *goal);

/* Do stones enclose the playable points? If not, a dragon that survives may have done no more than
 * get out of them. */
bool race_is_enclosed(const Goal *goal, const Board *board);

/* ---- Stones inside an eye: capturing them gains nothing if their owner then kills what is left
 * ---- */

/* Does a dragon stand inside an eye of another? */
bool nakade_is_inside(const Board *board, const Dragon *inner, const Dragon *outer);

/* If the dragon stands inside an eye of a single one, does its captor live after it has captured
 * it? The dragon's owner moves first then. True if it stands elsewhere. */
bool nakade_gains(GoalSearch *search, const Board *board, const Dragon *inner, GoalLimits limits);

#endif
