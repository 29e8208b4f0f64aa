/* The moves of a position and what is known of them before one is searched. */
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
    SolverResult loss; /* the result if no child that remains is a way to succeed */
    int move;          /* that decides, or BITBOARD_NONE */
    int count;         /* children that remain to be searched */
} MoveList;

/* Lists the children of the last position of the path; children has room for all points and the
 * pass. */
MoveList move_list_generate(SolverQuery *query, Child *children);

/* Puts the child that comes first in the order, from this place on, into this place. */
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

/* Did an earlier search leave this move of the defender open? */
bool move_list_was_left_open(const Child *child);

/* Depth reduction, in plies, of move number `place` of `count`. `behind`: how far its order is
 * below the best move's. */
int move_list_cost(const SolverQuery *query, int mover, int count, int place, int behind);

/* The result if a child is lost for its mover. */
static inline SolverResult move_list_win(const SolverContext *context, const Child *child,
                                         SolverResult lost) {
    SolverResult won = {ANSWER_YES, lost.depends, lost.is_tainted, lost.kos};
    won.is_tainted |= solver_context_may_be_in_history(context, child->stones);
    if (context->ko == KO_SIMPLE) {
        won.kos += won.kos < BOUNDS_KOS_ALL; /* one move more */
    } else if (child->ko != BITBOARD_NO_KO) {
        won.kos |= solver_context_kos(context, child->stones, bitboard_bit(child->move));
    }
    return won;
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
