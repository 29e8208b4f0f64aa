/* The solution of a problem as a tree: all first moves of the side to solve, the hardest replies to
 * the right ones and the refutations of the wrong ones, and so on. */
#ifndef GTP_SOLVE_TSUMEGO_TSUMEGO_TREE_H
#define GTP_SOLVE_TSUMEGO_TSUMEGO_TREE_H

#include "engine/base/json.h"
#include "engine/go/sgf/sgf.h"
#include "engine/solve/problem/problem.h"

typedef enum {
    TSUMEGO_REPLY,
    TSUMEGO_RIGHT, /* reaches the best result */
    TSUMEGO_WRONG,
    TSUMEGO_UNKNOWN, /* the search reached its limits */
} TsumegoMark;

typedef struct {
    int parent; /* before this node; -1: the root */
    Point move; /* of the root: POINT_NONE */
    Color color;
    TsumegoMark mark;
    bool is_end; /* nothing is left to play: the goal is reached or refuted */
} TsumegoNode;

typedef struct {
    TsumegoNode *nodes; /* breadth first; the children of a node follow each other */
    int count;
} TsumegoTree;

/* Makes the tree of a side of a problem, which has been solved. The caller frees it with
 * tsumego_tree_free. */
void tsumego_tree_make(GoalSearch *search, const Goal *goal, const Board *board,
                       const ProblemSide *side, GoalLimits limits, TsumegoTree *tree);
void tsumego_tree_free(TsumegoTree *tree);

/* Writes the tree as branches after the current node, with a comment, and TE or BM, on each move of
 * the side to solve. */
void tsumego_tree_write_sgf(const TsumegoTree *tree, SgfWriter *writer);

/* A list of [parent, vertex, mark, is_end], the last two as numbers. */
json_t *tsumego_tree_json(const TsumegoTree *tree, const Geometry *geometry);

#endif
