/* The moves of a position and what is known of them before one is searched.
 *
 * A MoveList belongs to one thread. */
#ifndef ENGINE_SOLVE_MOVE_LIST_H
#define ENGINE_SOLVE_MOVE_LIST_H

#include "engine/solve/solver_query.h"

/* A position that a move leads to. */
typedef struct {
    Bits stones[2];
    HashKey key;
    int order; /* higher is searched earlier */
    uint8_t move;
    int8_t ko;
} Child;

/* What is known once all children have been generated. */
typedef struct {
    SolverResult result;
    int move;    /* that decides, or BITBOARD_NONE */
    int count;   /* children that remain to be searched */
    int depends; /* what the children that are out of the question depend on */
    bool is_tainted;
    Kos kos;
} MoveList;

/* Lists the children of the last position of the path; children has room for all points and the
 * pass. */
MoveList move_list_generate(SolverQuery *query, Child *children);

/* What a win by this move rests on, if what comes later rests on that. */
static inline Kos move_list_kos(const SolverContext *context, const Child *child, Kos later) {
    if (context->ko == KO_SIMPLE) {
        return later < BOUNDS_KOS_ALL ? later + 1 : later;
    }
    const bool takes = child->ko != BITBOARD_NO_KO;
    return takes ? later | solver_context_kos(context, child->stones, bitboard_bit(child->move))
                 : later;
}

/* Puts the first in the order of the children that remain from this place on into this place. */
static inline Child *move_list_pick(Child *children, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++) {
        best = children[i].order > children[best].order ? i : best;
    }
    if (best != from) {
        const Child other = children[from];
        children[from] = children[best];
        children[best] = other;
    }
    return &children[from];
}

/* The plies that the move at this place of the order takes off the depth. */
int move_list_cost(const SolverQuery *query, int mover, int place);

/* The result before any of the listed children has been searched: none of the others is a way to
 * succeed. */
static inline SolverResult move_list_loss(const MoveList *list) {
    return (SolverResult){ANSWER_NO, list->depends, list->is_tainted, list->kos};
}

/* The result if a child is lost for its mover. */
static inline SolverResult move_list_win(const SolverContext *context, const Child *child,
                                         SolverResult lost) {
    return (SolverResult){ANSWER_YES, lost.depends,
                          lost.is_tainted ||
                              solver_context_may_be_in_history(context, child->stones),
                          move_list_kos(context, child, lost.kos)};
}

/* Adds the result on a child that is not lost for its mover. */
static inline void move_list_join(const SolverQuery *query, SolverResult *all,
                                  SolverResult result) {
    all->depends = result.depends < all->depends ? result.depends : all->depends;
    all->is_tainted |= result.is_tainted;
    all->kos = solver_context_join(query->context, all->kos, result.kos);
    all->answer = result.answer == ANSWER_OPEN ? ANSWER_OPEN : all->answer;
}

#endif
