#include "engine/solve/goal/bits/bit_position.h"

/* Gives each point its bit: in rows or columns if these fit, or else in order. */
static void lay_out(const Goal *goal, BitRegion *region) {
    int left = BOARD_SIDE_MAX, right = 0;
    const int top = point_y(goal->points[0]);
    const int bottom = point_y(goal->points[goal->point_count - 1]);
    for (int i = 0; i < goal->point_count; i++) {
        const int x = point_x(goal->points[i]);
        left = x < left ? x : left;
        right = x > right ? x : right;
    }
    const int width = right - left + 1, height = bottom - top + 1;
    const bool in_rows = (width + 1) * height - 1 <= GOAL_POINTS_MAX;
    const bool in_columns = (height + 1) * width - 1 <= GOAL_POINTS_MAX;
    region->row = in_rows ? width + 1 : in_columns ? height + 1 : 0;
    for (int i = 0; i < goal->point_count; i++) {
        const Point p = goal->points[i];
        const int x = point_x(p) - left, y = point_y(p) - top;
        const int index = in_rows ? y * region->row + x : in_columns ? x * region->row + y : i;
        region->index_of[p] = (uint8_t)index;
        region->point_of[index] = p;
        region->all |= UINT64_C(1) << index;
    }
}

/* Adds what is beside a point. Returns false if that is a stone outside that may be captured. */
static bool add_beside(const Board *board, Point p, BitRegion *region) {
    const Goal *goal = region->goal;
    const int index = region->index_of[p];
    const uint64_t bit = UINT64_C(1) << index;
    Point beside[4];
    point_neighbors(p, beside);
    region->beside[index] = 0;
    for (int k = 0; k < 4; k++) {
        const Color color = board_color(board, beside[k]);
        if (color == BORDER) {
            continue;
        }
        if (zone_has(&goal->playable, beside[k])) {
            region->beside[index] |= UINT64_C(1) << region->index_of[beside[k]];
        } else if (color == EMPTY) {
            region->firm[BIT_OWNER] |= bit;
            region->firm[BIT_ATTACKER] |= bit;
        } else if (goal_count_outside(&goal->playable, board, beside[k]) == 0) {
            return false;
        } else {
            region->firm[color == goal_target_color(goal) ? BIT_OWNER : BIT_ATTACKER] |= bit;
        }
    }
    return true;
}

bool bit_region_find(const Goal *goal, const Board *board, BitRegion *region) {
    region->goal = goal;
    region->all = region->firm[BIT_OWNER] = region->firm[BIT_ATTACKER] = 0;
    if (goal->point_count == 0) {
        return false;
    }
    lay_out(goal, region);
    for (int i = 0; i < goal->target_count; i++) {
        if (!zone_has(&goal->playable, goal->targets[i])) {
            return false;
        }
        region->targets[i] = UINT64_C(1) << region->index_of[goal->targets[i]];
    }
    for (int i = 0; i < goal->point_count; i++) {
        if (!add_beside(board, goal->points[i], region)) {
            return false;
        }
    }
    return true;
}

uint64_t bit_region_hash(const BitRegion *region) {
    const Goal *goal = region->goal;
    uint64_t hash = goal_mix((uint64_t)goal->kind, (uint64_t)region->row);
    hash = goal_mix(hash, region->row == 0 ? goal->hash : region->all);
    hash = goal_mix(goal_mix(hash, region->firm[BIT_OWNER]), region->firm[BIT_ATTACKER]);
    for (int i = 0; i < goal->target_count; i++) {
        hash = goal_mix(hash, region->targets[i]);
    }
    return hash;
}

void bit_region_set_zone(const BitRegion *region, const Board *board, uint64_t points, Zone *zone) {
    *zone = (Zone){0};
    for (; points != 0; points &= points - 1) {
        const Point p = region->point_of[__builtin_ctzll(points)];
        zone_add(zone, p);
        for (int k = 0; k < 4; k++) {
            const Point beside = point_beside(p, k);
            if (board_color(board, beside) <= WHITE && !zone_has(zone, beside) &&
                !zone_has(&region->goal->playable, beside)) {
                goal_add_chain(board, beside, zone);
            }
        }
    }
}

/* ---- Positions ---- */

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

/* ---- Zones ---- */

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
                for (int inside = bit_set_count(liberties & zone);
                     inside < needed && (chain & region->firm[side]) == 0; inside++) {
                    zone |= bit_set_lowest(liberties & ~zone);
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
