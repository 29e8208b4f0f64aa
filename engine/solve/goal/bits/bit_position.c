#include "engine/solve/goal/bits/bit_position.h"

#include "engine/solve/goal/bits/bit_set.h"

BitPosition bit_position_read(const BitRegion *region, const Board *board) {
    const Color owner = goal_target_color(region->goal);
    BitPosition position = {.ko = BIT_NO_POINT};
    for (uint64_t left = region->all; left != 0; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const Color color = board_color(board, region->point_of[i]);
        if (color <= WHITE) {
            position.stones[color == owner ? BIT_OWNER : BIT_ATTACKER] |= UINT64_C(1) << i;
        }
    }
    return position;
}

/* Has a chain of that side no liberty, in the region or outside? */
static bool has_no_liberty(const BitRegion *region, uint64_t chain, BitSide side, uint64_t empty) {
    return (bit_set_beside(region, chain) & empty) == 0 && (chain & region->firm[side]) == 0;
}

bool bit_position_play(const BitRegion *region, const BitPosition *before, BitSide side, int point,
                       BitPosition *after) {
    const uint64_t bit = UINT64_C(1) << point, beside = region->beside[point];
    const uint64_t own = before->stones[side] | bit, other = before->stones[1 - side];
    const uint64_t empty = region->all & ~(own | other);
    uint64_t taken = 0;
    for (uint64_t left = beside & other; left != 0; left &= left - 1) {
        const int near = __builtin_ctzll(left);
        if ((region->beside[near] & empty) != 0 || (taken >> near & 1)) {
            continue;
        }
        const uint64_t chain = bit_set_flood(region, UINT64_C(1) << near, other);
        taken |= has_no_liberty(region, chain, 1 - side, empty) ? chain : 0;
    }
    const bool is_firm = (bit & region->firm[side]) != 0;
    if (taken == 0 && !is_firm && (beside & empty) == 0 &&
        has_no_liberty(region, bit_set_flood(region, bit, own), side, empty)) {
        return false;
    }
    after->stones[side] = own;
    after->stones[1 - side] = other & ~taken;
    after->ko = BIT_NO_POINT;
    if (taken != 0 && (taken & (taken - 1)) == 0 && (beside & (own | empty)) == 0 && !is_firm) {
        after->ko = (uint8_t)__builtin_ctzll(taken);
    }
    return true;
}

uint64_t bit_position_targets(const BitRegion *region, const BitPosition *position,
                              uint32_t captured) {
    return bit_set_flood(region, bit_region_targets(region, captured), position->stones[BIT_OWNER]);
}

uint32_t bit_position_add_captured(const BitRegion *region, const BitPosition *position,
                                   uint32_t captured) {
    for (int i = 0; i < region->goal->target_count; i++) {
        captured |= (uint32_t)((position->stones[BIT_OWNER] & region->targets[i]) == 0) << i;
    }
    return captured;
}

void bit_position_order(const BitRegion *region, const BitPosition *position, BitSide side,
                        uint32_t captured, int costs[GOAL_POINTS_MAX]) {
    const uint64_t empty = bit_position_empty(region, position);
    const uint64_t chains = bit_position_targets(region, position, captured);
    const uint64_t liberties = bit_set_beside(region, chains) & empty;
    const uint64_t second = bit_set_beside(region, liberties);
    for (uint64_t left = empty; left != 0; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const bool is_eye = (region->beside[i] & ~position->stones[side]) == 0 &&
                            !(region->firm[1 - side] >> i & 1);
        costs[i] = (liberties >> i & 1 ? BIT_COST_LIBERTY
                    : second >> i & 1  ? BIT_COST_SECOND
                                       : BIT_COST_OTHER) +
                   (is_eye ? BIT_COST_EYE : 0);
    }
}
