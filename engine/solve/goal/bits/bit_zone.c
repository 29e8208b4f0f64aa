#include "engine/solve/goal/bits/bit_zone.h"

#include "engine/solve/goal/bits/bit_set.h"

/* Adds liberties until the zone has as many as it needs, or all. */
static uint64_t add_liberties(uint64_t liberties, int needed, uint64_t zone) {
    for (int inside = bit_set_count(liberties & zone); inside < needed; inside++) {
        zone |= bit_set_lowest(liberties & ~zone);
    }
    return zone;
}

/* Adds the chains of a side beside a point that match, with all points around them. */
static uint64_t add_chains(const BitRegion *region, const BitPosition *position, BitSide side,
                           int point, bool in_atari, uint64_t zone) {
    const uint64_t empty = bit_position_empty(region, position);
    for (uint64_t left = region->beside[point] & position->stones[side]; left != 0;) {
        const uint64_t chain = bit_set_component(region, left, position->stones[side]);
        const uint64_t around = bit_set_beside(region, chain);
        const bool is_taken =
            (around & empty) == UINT64_C(1) << point && (chain & region->firm[side]) == 0;
        left &= ~chain;
        zone |= !in_atari || is_taken ? chain | around : 0;
    }
    return zone;
}

/* Adds what forbids a move of the loser at the empty point, if something does. */
static uint64_t add_forbidden(const BitRegion *region, const BitPosition *position, BitSide loser,
                              int point, bool takes_kos, uint64_t zone) {
    BitPosition after;
    if ((region->beside[point] & bit_position_empty(region, position)) != 0 ||
        (region->firm[loser] >> point & 1)) {
        return zone;
    }
    const bool suicide = !bit_position_play(region, position, loser, point, &after);
    if (!suicide && (takes_kos || after.ko == BIT_NO_POINT)) {
        return zone;
    }
    return add_chains(region, position, suicide ? loser : 1 - loser, point, !suicide,
                      zone | region->beside[point]);
}

uint64_t bit_zone_dilate_move(const BitRegion *region, const BitPosition *before, BitSide winner,
                              int point, uint64_t zone) {
    const uint64_t larger = add_chains(region, before, 1 - winner, point, true, 0);
    zone |= UINT64_C(1) << point | larger;
    return larger == 0 ? zone : zone | region->beside[point]; /* so that it becomes no ko */
}

uint64_t bit_zone_dilate(const BitRegion *region, const BitPosition *position, BitSide winner,
                         bool loser_moves, bool loser_takes_kos, uint64_t zone) {
    const uint64_t empty = bit_position_empty(region, position);
    uint64_t before, seen = 0;
    do {
        before = zone;
        for (int side = BIT_OWNER; side <= BIT_ATTACKER; side++) {
            const uint64_t stones = position->stones[side];
            for (uint64_t left = zone & stones & ~seen; left != 0;) {
                const uint64_t chain = bit_set_component(region, left, stones);
                const uint64_t liberties = bit_set_beside(region, chain) & empty;
                const int needed = loser_moves && side == (int)winner ? 2 : 1;
                left &= ~chain;
                seen |= chain;
                if ((chain & region->firm[side]) == 0) {
                    zone = add_liberties(liberties, needed, zone);
                }
            }
        }
        for (uint64_t left = zone & empty & ~seen; loser_moves && left != 0; left &= left - 1) {
            const int point = __builtin_ctzll(left);
            seen |= UINT64_C(1) << point;
            zone = add_forbidden(region, position, 1 - winner, point, loser_takes_kos, zone);
        }
    } while (zone != before);
    return zone;
}
