/* The solution of a problem as a tree: all first moves of the side to solve, the hardest replies to
 * the right ones and the refutations of the wrong ones, and so on. */
#ifndef GTP_SOLVE_TSUMEGO_TSUMEGO_TREE_H
#define GTP_SOLVE_TSUMEGO_TSUMEGO_TREE_H

#include "engine/go/sgf/sgf.h"
#include "engine/solve/problem/problem.h"

typedef enum {
    TSUMEGO_REPLY,
    TSUMEGO_RIGHT, /* reaches the best result */
    TSUMEGO_WRONG,
    TSUMEGO_UNKNOWN, /* the search reached its limits */
} TsumegoMark;

/* Writes the tree of a side of a problem, which has been solved, as branches after the current
 * node, with a comment, and TE or BM, on each move of the side to solve. */
void tsumego_tree_write(GoalSearch *search, const Goal *goal, const Board *board,
                        const ProblemSide *side, GoalLimits limits, SgfWriter *writer);

#endif
