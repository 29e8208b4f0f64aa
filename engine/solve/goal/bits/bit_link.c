#include "engine/solve/goal/bits/bit_link.h"

#include "engine/solve/goal/bits/bit_set.h"

enum { SAFE = 4 /* liberties of a chain that is taken to stand */ };

/* Returns a side's chains with at most `most` liberties, all of them inside the region. */
static uint64_t find_weak(const BitRegion *region, const BitPosition *position, BitSide side,
                          int most) {
    const uint64_t empty = bit_position_empty(region, position);
    uint64_t weak = 0;
    for (uint64_t left = position->stones[side]; left != 0;) {
        const uint64_t chain = bit_set_component(region, left, left);
        left &= ~chain;
        if ((chain & region->firm[side]) == 0 &&
            bit_set_count(bit_set_beside(region, chain) & empty) <= most) {
            weak |= chain;
        }
    }
    return weak;
}

/* The empty points on which an opponent's stone would be in atari and capture nothing. */
static uint64_t find_denied(const BitRegion *region, const BitPosition *position) {
    const uint64_t empty = bit_position_empty(region, position);
    const uint64_t in_atari = find_weak(region, position, BIT_OWNER, 1);
    const uint64_t against = position->stones[BIT_ATTACKER] | in_atari;
    uint64_t denied = 0;
    for (uint64_t left = empty & ~region->firm[BIT_ATTACKER]; left != 0; left &= left - 1) {
        const uint64_t beside = region->beside[__builtin_ctzll(left)];
        if ((beside & against) == 0 && bit_set_count(beside & empty) <= 1) {
            denied |= bit_set_lowest(left);
        }
    }
    return denied;
}

/* The chains of the owner that belong to the first target. */
static uint64_t find_group(const BitRegion *region, const BitPosition *position) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t empty = bit_position_empty(region, position);
    const uint64_t denied = find_denied(region, position);
    uint64_t group = bit_set_flood(region, region->targets[0], owner), done = 0;
    while (group != done) {
        const uint64_t chain = bit_set_component(region, group & ~done, owner);
        const uint64_t liberties = bit_set_beside(region, chain) & empty;
        done |= chain;
        for (uint64_t left = owner & ~group; left != 0;) {
            const uint64_t other = bit_set_component(region, left, left);
            const uint64_t common = liberties & bit_set_beside(region, other);
            left &= ~other;
            if ((common & denied) != 0 || bit_set_count(common) >= 2) {
                group |= other;
            }
        }
    }
    return group;
}

GoalOutcome bit_link_judge(const BitRegion *region, const BitPosition *position) {
    if ((find_group(region, position) & region->targets[1]) != 0) {
        return GOAL_REACHED;
    }
    const uint64_t walls =
        position->stones[BIT_ATTACKER] & ~find_weak(region, position, BIT_ATTACKER, SAFE - 1);
    const uint64_t open = bit_set_flood(region, region->targets[0], region->all & ~walls);
    return (open & region->targets[1]) != 0 ? GOAL_OPEN : GOAL_HELD;
}
