#include "engine/solve/goal/bits/bit_shape.h"

#include "engine/solve/goal/bits/bit_set.h"

/* Do all chains with stones in `inner` touch `eye`? */
static bool all_touch(const BitRegion *region, uint64_t owner, uint64_t inner, uint64_t eye) {
    while (inner != 0) {
        const uint64_t chain = bit_set_component(region, inner, owner);
        if ((bit_set_beside(region, chain) & eye) == 0) {
            return false;
        }
        inner &= ~chain;
    }
    return true;
}

/* The owner has stones in an area that the edge and stones of the attacker which are never captured
 * enclose.
 *
 * A point is *covered* if a stone of the attacker that is never captured stands there or beside it.
 * The attacker may always play on it, and the stone stays. So it fills covered points, which ends,
 * and captures no chain with stones on other points ("inner" ones) while another empty point is
 * left. There is one such chain at most, or all touch the only point that may become an eye and are
 * one chain once it is filled. So inner points are set free only by the last move.
 *
 *  - No eye point: it fills the last covered point and captures all.
 *  - One: when only that is empty it is the last liberty of all chains, which are captured at once.
 *  - Two, which touch each other and the inner chain: the attacker throws in; if that is captured,
 *    one empty point is left. The capturing stone belongs to the inner chain, so it is no ko.
 *
 * At least two stones are captured by the last move, so that is no ko, either. */
static bool is_dead(const BitRegion *region, uint64_t area, uint64_t owner, uint64_t empty,
                    uint64_t covered) {
    const uint64_t eye = area & ~owner & ~covered, inner = owner & ~covered;
    const int count = bit_set_count(eye);
    if (count > 2 || (owner & (owner - 1)) == 0) {
        return false;
    }
    const uint64_t chain = inner == 0 ? 0 : bit_set_component(region, inner, owner);
    const bool is_one = (inner & ~chain) == 0;
    if (count == 0) {
        return is_one;
    }
    const uint64_t first = bit_set_lowest(eye);
    if (count == 1) {
        return (is_one || (eye & empty) != 0) && all_touch(region, owner, inner, eye);
    }
    return (bit_set_beside(region, first) & eye) != 0 && is_one && inner != 0 &&
           all_touch(region, owner, inner, first) && all_touch(region, owner, inner, eye & ~first);
}

BitShape bit_shape_find(const BitRegion *region, const BitPosition *position, uint32_t captured) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t attacker = position->stones[BIT_ATTACKER];
    const uint64_t firm = bit_set_flood(region, attacker & region->firm[BIT_ATTACKER], attacker);
    const uint64_t area =
        bit_set_flood(region, bit_region_targets(region, captured), region->all & ~firm);
    if ((area & region->firm[BIT_OWNER]) != 0) {
        return (BitShape){.eye_points = GOAL_POINTS_MAX};
    }
    const uint64_t covered =
        area & (region->firm[BIT_ATTACKER] | firm | bit_set_beside(region, firm));
    const uint64_t empty = area & bit_position_empty(region, position);
    const uint64_t around = bit_set_beside(region, area) & firm;
    return (BitShape){.is_dead = is_dead(region, area, owner & area, empty, covered),
                      .eye_points = bit_set_count(area & ~owner & ~covered),
                      .zone = area | bit_set_flood(region, around, firm)};
}
