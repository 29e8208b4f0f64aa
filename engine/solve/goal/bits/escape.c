#include "engine/solve/goal/bits/bit_life.h"

/* Returns the chain with two exits beside it, or 0. */
static uint64_t with_two_exits(const BitRegion *region, uint64_t chain, uint64_t exits) {
    const uint64_t near = bit_set_beside(region, chain) & exits;
    const uint64_t first = bit_set_lowest(near), second = bit_set_lowest(near & ~first);
    return second == 0 ? 0 : chain | first | second;
}

bool bit_escape_find(const BitRegion *region, const BitPosition *position, BitSide mover,
                     uint32_t captured, uint64_t *zone) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t empty = bit_position_empty(region, position);
    const uint64_t firm = bit_set_flood(region, owner & region->firm[BIT_OWNER], owner);
    const uint64_t exits = empty & (region->firm[BIT_OWNER] | bit_set_beside(region, firm));
    uint64_t left = exits == 0 ? 0 : bit_region_targets(region, captured) & owner, found = 0;
    while (left != 0 && found == 0) {
        const uint64_t chain = bit_set_component(region, left, owner);
        uint64_t moves = bit_set_beside(region, chain) & empty;
        left &= ~chain;
        if (mover == BIT_ATTACKER) {
            found = with_two_exits(region, chain, exits);
        } else if ((moves & exits) != 0) {
            found = chain | bit_set_lowest(moves & exits);
        }
        for (; mover == BIT_OWNER && moves != 0 && found == 0; moves &= moves - 1) {
            const uint64_t move = bit_set_lowest(moves);
            found = with_two_exits(region, bit_set_flood(region, move, owner | move), exits);
        }
    }
    const uint64_t inner = bit_set_beside(region, found & exits & ~region->firm[BIT_OWNER]);
    *zone = found | bit_set_flood(region, inner & firm, firm); /* which make these points exits */
    return found != 0;
}
