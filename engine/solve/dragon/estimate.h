/* Estimates of goals by tree search.
 *
 * PUCT (D. Silver et al., "Mastering the game of Go without human knowledge", 2017) over the moves
 * near the targets. Its value is not who wins the game but whether the goal is reached, by an
 * evaluator's ownership: for a capture the share of the targets' stones that are lost, for a
 * connection the weakest point of the strongest way from one target to the other. Belongs to one
 * thread. */
#ifndef ENGINE_SOLVE_DRAGON_ESTIMATE_H
#define ENGINE_SOLVE_DRAGON_ESTIMATE_H

#include "engine/solve/problem/problem.h"

/* A question about a goal (question.h). */
typedef struct {
    GoalSearch *search;
    const Board *board;
    Color mover;
    GoalLimits limits;
    Goal goal;
    bool is_closed; /* targets that survive in the region live: they cannot get out of it */
} Question;

enum { ESTIMATE_MOVES_MAX = 3 };

typedef struct {
    Point moves[ESTIMATE_MOVES_MAX]; /* the best first, then the most visited; may be POINT_PASS */
    int move_count;
    float success; /* of the side that moves first, by the best move: 0..1 */
} Estimate;

/* A goal search of few nodes looks at each leaf whether it is decided; in an open region targets
 * that survive are not. Considers moves within five steps of a stone of the targets. The best move
 * is the one of the highest mean among those that win by a proof or have at least half of the most
 * visits. Returns false if the limits have no evaluator or it fails, if out of memory, or if the
 * deadline is over before the first moves are evaluated. */
bool estimate_goal(const Question *question, Estimate *estimate);

#endif
