/* An evaluator that the caller of local searches hands in, such as a network. It decides estimates
 * and the order of moves, never a proof. */
#ifndef ENGINE_SOLVE_GOAL_SEARCH_LOCAL_EVALUATOR_H
#define ENGINE_SOLVE_GOAL_SEARCH_LOCAL_EVALUATOR_H

#include "engine/go/board/board.h"

typedef struct {
    float ownership[CELL_COUNT_MAX]; /* [cell]: 1 Black's, -1 White's */
    float policy[POINT_COUNT]; /* [point]: a weight, at least 0, for each legal move of the side to
                                  move */
} LocalEvaluation;

typedef struct {
    /* Evaluates the stones of a position without its history. Returns false on failure. */
    bool (*evaluate)(void *context, const Board *board, Color mover, LocalEvaluation *evaluation);
    void *context;
} LocalEvaluator;

#endif
