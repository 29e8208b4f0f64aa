#include "engine/solve/threats.h"

enum { COVERED_BY_MOVE = 5 /* points: that of the stone and those next to it */ };

Bits threats_find(const SolverQuery *query, int color, const Bits stones[2]) {
    const BitboardShape *shape = query->context->shape;
    const Bits own = stones[color], covered = bitboard_grow(shape, own);
    const int needed = query->needed[color];
    Bits threats = 0;
    if (!query->context->use.threats || query->context->ko != KO_SIMPLE ||
        bitboard_count(covered) + COVERED_BY_MOVE < needed) {
        return 0;
    }
    for (Bits open = bitboard_empty(shape, stones); open != 0; open &= open - 1) {
        const Bits bit = open & -open;
        if (bitboard_count(covered | bitboard_grow(shape, bit)) >= needed &&
            solver_query_is_secure(query, color, own | bit)) {
            threats |= bit;
        }
    }
    return threats;
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
