/* The moves with which a goal search begins, and its first guess at proof numbers. They decide how
 * long a search takes, not what it answers. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_GOAL_MOVES_H
#define ENGINE_SOLVE_GOAL_GOAL_MOVES_H

#include "engine/solve/goal/goal.h"
#include "engine/solve/goal/goal_numbers.h"

/* Costs of moves. 0: obvious; higher: less likely to help. */
enum {
    GOAL_COST_LIBERTY = 0, /* of a target */
    GOAL_COST_SECOND = 1,  /* beside a liberty */
    GOAL_COST_PASS = 1,
    GOAL_COST_OTHER = 3, /* far from the targets */
    GOAL_COST_EYE = 4,   /* that a move costs more if it fills an eye of the mover */
};

typedef struct {
    Point points[CELL_COUNT_MAX];
    int costs[CELL_COUNT_MAX];
    int count;
} GoalMoveList;

/* Adds a point, or lowers its cost if it is listed; one that is not empty or not playable is left
 * out. */
void goal_moves_add(const Goal *goal, const Board *board, Point p, int cost, GoalMoveList *list);

/* Lists empty playable points near the targets. */
void goal_moves_find(const Goal *goal, const Board *board, Color mover, uint32_t captured,
                     GoalMoveList *list);

/* The proof numbers of an undecided position in which mover is to move, after a move of that cost.
 */
GoalNumbers goal_moves_guess(const Goal *goal, const Board *board, Color mover, uint32_t captured,
                             int cost);

#endif
