#include "engine/solve/goal/bits/bit_region.h"

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
        } else if (!goal_has_liberty_outside(&goal->playable, board, beside[k])) {
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
