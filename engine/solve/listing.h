/* The moves of a position and what is known of them before one is searched.
 *
 * A Listing belongs to one thread. */
#ifndef ENGINE_SOLVE_LISTING_H
#define ENGINE_SOLVE_LISTING_H

#include "engine/solve/inquiry.h"

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
    Verdict verdict;
    int move;    /* that decides, or FIELD_NONE */
    int count;   /* children that remain to be searched */
    int depends; /* what the children that are out of the question depend on */
    bool is_tainted;
    Kos kos;
} Listing;

/* Lists the children of the last position of the path; children has room for all points and the
 * pass. */
Listing listing_make(Inquiry *inquiry, Child *children);

/* What a win by this move rests on, if what comes later rests on that. */
static inline Kos listing_kos(const SolveArena *arena, const Child *child, Kos later) {
    if (arena->ko == KO_SIMPLE) {
        return later < CLAIM_KOS_ALL ? later + 1 : later;
    }
    const bool takes = child->ko != FIELD_NO_KO;
    return takes ? later | solve_arena_kos(arena, child->stones, field_bit(child->move)) : later;
}

#endif
