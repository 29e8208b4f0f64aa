/* Estimates a local question by a Monte-Carlo tree search (PUCT; D. Silver et al., "Mastering the
 * game of Go without human knowledge", 2017) over the moves of a region, whose value is not who
 * wins the game but whether dragons die, by an evaluator's ownership of their stones. It proves
 * nothing.
 *
 * Belongs to one thread. */
#ifndef ENGINE_SOLVE_DRAGON_LOCAL_SEARCH_H
#define ENGINE_SOLVE_DRAGON_LOCAL_SEARCH_H

#include "engine/base/deadline.h"
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/dragon/leaf_proof.h"
#include "engine/solve/goal/search/local_evaluator.h"

enum { LOCAL_DRAGONS_MAX = 2 };

typedef struct {
    const Board *board;
    Color mover;
    Zone playable;                            /* where moves are considered, besides a pass */
    const Dragon *dragons[LOCAL_DRAGONS_MAX]; /* the second, if any, is of the opposite color */
    int dragon_count;
    int threats[2];  /* [color]: how many bans on kos that color may break */
    int evaluations; /* at most */
    const LocalEvaluator *evaluator;
    const Deadline *deadline; /* NULL: none */
    LeafProof proof;          /* its targets are the chains of the first dragon, in their order */
} LocalQuestion;

typedef struct {
    Point move; /* may be POINT_PASS */
    int visits;
    bool is_proved;                /* it wins by a proof at a leaf and the moves that lead there */
    float dead[LOCAL_DRAGONS_MAX]; /* after it: the chance that each dragon dies, 0..1 */
} LocalMove;

enum { LOCAL_MOVES_MAX = 16 };

typedef struct {
    LocalMove moves[LOCAL_MOVES_MAX]; /* the best first, then the most visited */
    int move_count;
    int evaluations;
    bool ko_on_line; /* the best move and what follows it by the most visits lead to a ko */
} LocalResult;

/* The best move is the one of the highest mean among those with at least half of the most
 * visits. Returns false if out of memory, if the evaluator fails, or if the deadline is over before
 * the first evaluation. */
bool local_search_run(const LocalQuestion *question, LocalResult *result);

#endif
