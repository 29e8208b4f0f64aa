#include "engine/solve/goal/bits/bit_region.h"

#include <string.h>

#include "hash/symmetry.h"

/* Bits of a set of sides: a stone of that side on the point is never captured, by what is beside
 * it outside. */
enum { FIRM_OWNER = 1 << BIT_OWNER, FIRM_ATTACKER = 1 << BIT_ATTACKER };

/* Finds the set for a point. Returns false if a stone outside beside it may be captured. */
static bool find_firm(const Goal *goal, const Board *board, Point p, uint8_t *firm) {
    Point beside[4];
    point_neighbors(p, beside);
    *firm = 0;
    for (int k = 0; k < 4; k++) {
        const Color color = board_color(board, beside[k]);
        if (color == BORDER || zone_has(&goal->playable, beside[k])) {
            continue;
        }
        if (color != EMPTY && !goal_chain_is_immortal(goal, board, beside[k])) {
            return false;
        }
        *firm |= (uint8_t)(color == EMPTY                     ? FIRM_OWNER | FIRM_ATTACKER
                           : color == goal_target_color(goal) ? FIRM_OWNER
                                                              : FIRM_ATTACKER);
    }
    return true;
}

/* The rectangle around the points of a goal. */
typedef struct {
    int left, top, width, height;
} Box;

static Box find_box(const Goal *goal) {
    int left = BOARD_SIDE_MAX, right = 0;
    const int top = point_y(goal->points[0]);
    const int bottom = point_y(goal->points[goal->point_count - 1]);
    for (int i = 0; i < goal->point_count; i++) {
        const int x = point_x(goal->points[i]);
        left = x < left ? x : left;
        right = x > right ? x : right;
    }
    return (Box){left, top, right - left + 1, bottom - top + 1};
}

/* Bits of a row of an image of the box, or 0 if its rows take more than 64; what follows the last
 * point takes none. */
static int find_row(const Box *box, Symmetry g) {
    const int width = symmetry_transposes(g) ? box->height : box->width;
    const int height = symmetry_transposes(g) ? box->width : box->height;
    return (width + 1) * height - 1 <= BIT_POINTS_MAX ? width + 1 : 0;
}

/* An image of a region. Images are compared by these words, the first one first. */
typedef struct {
    uint64_t row, all, firm[2], targets;
} Image;

static bool is_less(const Image *a, const Image *b) {
    const uint64_t first[] = {a->row, a->all, a->firm[0], a->firm[1], a->targets};
    const uint64_t second[] = {b->row, b->all, b->firm[0], b->firm[1], b->targets};
    int i = 0;
    while (i < 4 && first[i] == second[i]) {
        i++;
    }
    return first[i] < second[i];
}

/* The bits of the goal's points in an image, or their order if row is 0. */
static void list_indexes(const Goal *goal, const Box *box, Symmetry g, int row,
                         uint8_t index_of[POINT_COUNT]) {
    for (int i = 0; i < goal->point_count; i++) {
        const Point p = goal->points[i];
        int x = point_x(p) - box->left, y = point_y(p) - box->top;
        symmetry_map_xy(box->width, box->height, g, &x, &y);
        index_of[p] = (uint8_t)(row == 0 ? i : y * row + x);
    }
}

static Image find_image(const Goal *goal, const uint8_t *firm, int row,
                        const uint8_t index_of[POINT_COUNT]) {
    Image image = {.row = (uint64_t)row};
    for (int i = 0; i < goal->point_count; i++) {
        const uint64_t bit = UINT64_C(1) << index_of[goal->points[i]];
        image.all |= bit;
        image.firm[BIT_OWNER] |= firm[i] & FIRM_OWNER ? bit : 0;
        image.firm[BIT_ATTACKER] |= firm[i] & FIRM_ATTACKER ? bit : 0;
    }
    for (int i = 0; i < goal->target_count; i++) {
        image.targets |= UINT64_C(1) << index_of[goal->targets[i]];
    }
    return image;
}

/* Gives each point its bit: in the least image in rows or, if none fits, in order. */
static void lay_out(const Goal *goal, const uint8_t *firm, BitRegion *region) {
    const Box box = find_box(goal);
    Image best = {.row = 0};
    Symmetry symmetry = SYMMETRY_IDENTITY;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        const int row = find_row(&box, g);
        if (row == 0) {
            continue;
        }
        list_indexes(goal, &box, g, row, region->index_of);
        const Image image = find_image(goal, firm, row, region->index_of);
        if (best.row == 0 || is_less(&image, &best)) {
            best = image;
            symmetry = g;
        }
    }
    list_indexes(goal, &box, symmetry, (int)best.row, region->index_of);
    if (best.row == 0) {
        best = find_image(goal, firm, 0, region->index_of);
    }
    region->row = (int)best.row;
    region->all = best.all;
    memcpy(region->firm, best.firm, sizeof region->firm);
    for (int i = 0; i < goal->point_count; i++) {
        region->point_of[region->index_of[goal->points[i]]] = goal->points[i];
    }
}

static void list_targets(const Goal *goal, BitRegion *region) {
    for (int i = 0; i < goal->target_count; i++) {
        const uint8_t index = region->index_of[goal->targets[i]];
        uint8_t place = 0;
        for (int k = 0; k < goal->target_count; k++) {
            place = (uint8_t)(place + (region->index_of[goal->targets[k]] < index));
        }
        region->target_of[i] = place;
        region->targets[place] = UINT64_C(1) << index;
    }
}

void bit_region_find(const Goal *goal, const Board *board, BitRegion *region) {
    uint8_t firm[BIT_POINTS_MAX];
    region->goal = goal;
    region->count = 0;
    if (goal->point_count > BIT_POINTS_MAX || (!goal_is_capture(goal) && goal->kind != GOAL_LIVE)) {
        return;
    }
    for (int i = 0; i < goal->point_count; i++) {
        if (!find_firm(goal, board, goal->points[i], &firm[i])) {
            return;
        }
    }
    for (int i = 0; i < goal->target_count; i++) {
        if (!zone_has(&goal->playable, goal->targets[i])) {
            return;
        }
    }
    lay_out(goal, firm, region);
    list_targets(goal, region);
    for (uint64_t left = region->all; left != 0; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        Point beside[4];
        point_neighbors(region->point_of[i], beside);
        region->beside[i] = 0;
        for (int k = 0; k < 4; k++) {
            if (zone_has(&goal->playable, beside[k])) {
                region->beside[i] |= UINT64_C(1) << region->index_of[beside[k]];
            }
        }
    }
    const bool has_border = (region->firm[BIT_OWNER] | region->firm[BIT_ATTACKER]) != 0;
    region->count = has_border ? goal->point_count : 0;
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

uint32_t bit_region_captured(const BitRegion *region, uint32_t captured) {
    uint32_t mapped = 0;
    for (int i = 0; i < region->goal->target_count; i++) {
        mapped |= (captured >> i & 1) << region->target_of[i];
    }
    return mapped;
}

void bit_region_set_zone(const BitRegion *region, const Board *board, const Zone *indexes,
                         Zone *zone) {
    const Goal *goal = region->goal;
    *zone = (Zone){0};
    for (uint64_t left = indexes->bits[0]; left != 0; left &= left - 1) {
        const Point p = region->point_of[__builtin_ctzll(left)];
        Point beside[4];
        zone_add(zone, p);
        point_neighbors(p, beside);
        for (int k = 0; k < 4; k++) {
            if (board_color(board, beside[k]) <= WHITE && !zone_has(zone, beside[k]) &&
                !zone_has(&goal->playable, beside[k])) {
                goal_add_chain(board, beside[k], zone);
            }
        }
    }
}
