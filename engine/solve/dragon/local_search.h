/* Estimates of local questions by tree search.
 *
 * PUCT (D. Silver et al., "Mastering the game of Go without human knowledge", 2017) over the moves
 * near dragons, whose value is not who wins the game but whether these die, by an evaluator's
 * ownership of their stones. Belongs to one thread. */
#ifndef ENGINE_SOLVE_DRAGON_LOCAL_SEARCH_H
#define ENGINE_SOLVE_DRAGON_LOCAL_SEARCH_H

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/goal/search/goal_search.h"

enum {
    LOCAL_DRAGONS_MAX = 2,
    LOCAL_KO_THREATS = 3, /* of one side, to see whether a ko decides */
};

/* Whether targets fall is proved at each leaf by a goal search of few nodes, whose table all leaves
 * share. Where the evaluator is wrong about a position, the lines below it soon show that. */
typedef struct {
    GoalSearch *search; /* NULL: without proofs */
    const Goal *goal;   /* a capture goal, finished: its targets are the chains of the first dragon,
                           in their order */
    bool trusts_held;   /* targets that survive within the goal's region live */
} LeafProof;

typedef struct {
    const Board *board;
    Color mover;
    const Dragon *dragons[LOCAL_DRAGONS_MAX]; /* the second is NULL or the opponent in a race */
    int threats[2];           /* [color]: how many bans on kos that color may break */
    const GoalLimits *limits; /* evaluator, evaluations, deadline */
    LeafProof proof;
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

/* Considers moves within five steps of a stone of the dragons. The best move is the one of the
 * highest mean among those with at least half of the most visits. Returns false if the limits have
 * no evaluator or it fails, if out of memory, or if the deadline is over before the first
 * evaluation. */
bool local_search_run(const LocalQuestion *question, LocalResult *result);

/* How likely the move kills the first dragon or, if mover owns it, saves it: 0..1. */
static inline float local_move_success(const LocalMove *move, bool saves) {
    return saves ? 1 - move->dead[0] : move->dead[0];
}

#endif
