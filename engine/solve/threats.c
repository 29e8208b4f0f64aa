#include "engine/solve/threats.h"

enum { COVERED_BY_MOVE = 5 /* points: that of the stone and those next to it */ };

static Bits find(const SolverQuery *query, int color, Bits own, Bits points) {
    const BitboardShape *shape = query->context->shape;
    const Bits covered = bitboard_grow(shape, own);
    const int needed = query->needed[color];
    Bits threats = 0;
    if (bitboard_count(covered) + COVERED_BY_MOVE < needed) {
        return 0;
    }
    for (Bits open = points; open != 0; open &= open - 1) {
        const Bits bit = open & -open;
        if (bitboard_count(covered | bitboard_grow(shape, bit)) >= needed &&
            solver_query_is_secure(query, color, own | bit)) {
            threats |= bit;
        }
    }
    return threats;
}

Bits threats_find(SolverQuery *query) {
    const SolverContext *context = query->context;
    const Bitboard *bitboard = path_end(&query->path);
    const int color = !bitboard->to_move;
    KnownThreats *known = &query->threats[query->path.ply];
    *known = (KnownThreats){.stones = bitboard->stones[color], .needed = query->needed[color]};
    if (context->use.threats && context->ko == KO_SIMPLE) {
        known->points = bitboard_empty(context->shape, bitboard->stones);
        known->threats = find(query, color, known->stones, known->points);
    }
    return known->threats;
}

/* Unconditional life depends on the owner's stones alone, so an entry of another path is right,
 * too. */
const KnownThreats *threats_known(const SolverQuery *query) {
    const Bitboard *bitboard = path_end(&query->path);
    const int mover = bitboard->to_move;
    const KnownThreats *known = query->path.ply > 0 ? &query->threats[query->path.ply - 1] : NULL;
    return known != NULL && known->stones == bitboard->stones[mover] &&
                   known->needed == query->needed[mover]
               ? known
               : NULL;
}

bool threats_remain(const SolverQuery *query, int color, const Bits stones[2], Bits threats) {
    const BitboardShape *shape = query->context->shape;
    const Bits empty = bitboard_empty(shape, stones);
    for (Bits open = threats & empty; open != 0; open &= open - 1) {
        const Bits bit = open & -open;
        const Bits chain = bitboard_flood(shape, bit, stones[color] | bit);
        if ((bitboard_grow(shape, chain) & empty) != bit) { /* no suicide, without taking stones */
            return true;
        }
    }
    return false;
}
