#include "engine/cluster/solver/owner.h"

/* Every second class of points that symmetries take to each other: about half of the points. */
static Bits abstract_points(const SolverContext *context) {
    uint8_t number_of[UINT8_MAX + 1] = {0}; /* [orbit]: from 1, in the order of the points */
    uint8_t numbers = 0;
    Bits chosen = 0;
    for (int cell = 0; cell < context->shape->cell_count; cell++) {
        const int spot = context->shape->spot_of[cell];
        uint8_t *number = &number_of[context->orbit[spot]];
        *number = *number == 0 ? ++numbers : *number;
        chosen |= *number % 2 == 1 ? bitboard_bit(spot) : 0;
    }
    return chosen;
}

/* Of the stones on these points: without side to move and ko, the same for all images, and with
 * colors exchanged. */
static uint64_t key_within(const SolverContext *context, const Bitboard *bitboard, Bits points) {
    const BitboardShape *shape = context->shape;
    uint64_t least = UINT64_MAX;
    for (int lane = 0; lane < 2; lane++) {
        HashLanes lanes = {0};
        for (int color = 0; color < 2; color++) {
            for (Bits rest = bitboard->stones[color] & points; rest != 0; rest &= rest - 1) {
                hash_lanes_toggle(
                    &lanes, &shape->hash.stone[color ^ lane][shape->cell_of[bitboard_first(rest)]]);
            }
        }
        const uint64_t key = hash_key_of_lanes(&lanes).key;
        least = key < least ? key : least;
    }
    return least;
}

static uint64_t plain_key(const Bitboard *bitboard) {
    uint64_t key = 1 + (uint64_t)bitboard->to_move;
    for (int color = 0; color < 2; color++) {
        key = hash_mix(key ^ bitboard->stones[color]);
    }
    return hash_mix(key ^ (uint64_t)(bitboard->ko + 1));
}

int owner_of(const SolverContext *context, const Bitboard *bitboard, OwnerRule rule, int ranks) {
    const uint64_t key = rule == OWNER_CANONICAL ? solver_context_key(context, bitboard).check
                         : rule == OWNER_PLAIN
                             ? plain_key(bitboard)
                             : key_within(context, bitboard, abstract_points(context));
    /* Mixed once more: the table's lines take the high bits of the mixed check word. */
    const uint64_t mixed = hash_mix(hash_mix(key) ^ UINT64_C(0x9E3779B97F4A7C15));
    return (int)((mixed >> 32) * (uint64_t)ranks >> 32);
}
