#include "engine/solve/proof/retract.h"

typedef struct {
    const BitboardShape *shape;
    int mover;
    RetractTake *take;
    void *context;
} Retraction;

static void give(const Retraction *retraction, Bits own, Bits others) {
    Bits stones[2];
    stones[retraction->mover] = own;
    stones[!retraction->mover] = others;
    retraction->take(retraction->context, stones);
}

/* The stone may have taken any of the empty regions beside it, if they had no other liberty: the
 * opponent has no stone beside such a region, or that would still be there without it. */
static void take_back(const Retraction *retraction, const Bits stones[2], int spot) {
    const BitboardShape *shape = retraction->shape;
    const Bits own = stones[retraction->mover] & ~bitboard_bit(spot);
    const Bits others = stones[!retraction->mover], empty = bitboard_empty(shape, stones);
    Bits taken[4];
    int count = 0;
    for (Bits left = shape->beside[spot] & empty; left != 0;) {
        const Bits region = bitboard_flood(shape, left & -left, empty);
        if ((bitboard_grow(shape, region) & others) == 0) {
            taken[count++] = region;
        }
        left &= ~region;
    }
    for (int set = 0; set < 1 << count; set++) {
        Bits all = others;
        for (int i = 0; i < count; i++) {
            all |= (set >> i & 1) != 0 ? taken[i] : 0;
        }
        give(retraction, own, all);
    }
}

/* A suicide leaves an empty region, all of it but the last stone filled before. */
static void take_back_suicides(const Retraction *retraction, const Bits stones[2]) {
    const Bits own = stones[retraction->mover], others = stones[!retraction->mover];
    const Bits empty = bitboard_empty(retraction->shape, stones);
    for (Bits left = empty; left != 0; left &= left - 1) {
        const Bits last = left & -left;
        const Bits region = bitboard_flood(retraction->shape, last, empty);
        if ((bitboard_grow(retraction->shape, region) & own) == 0 && region != last) {
            give(retraction, own | (region & ~last), others);
        }
    }
}

void retract(const BitboardShape *shape, const Bits stones[2], int mover, RetractTake *take,
             void *context) {
    const Retraction retraction = {shape, mover, take, context};
    take(context, stones); /* a pass */
    for (Bits left = stones[mover]; left != 0; left &= left - 1) {
        take_back(&retraction, stones, bitboard_first(left));
    }
    take_back_suicides(&retraction, stones);
}
