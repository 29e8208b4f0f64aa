#include "engine/solve/goal/alive.h"

#include <string.h>

static int find_chain(const AliveChains *alive, Point chain) {
    for (int i = 0; i < alive->chain_count; i++) {
        if (alive->chains[i] == chain) {
            return i;
        }
    }
    return -1;
}

static uint64_t add_chain(AliveChains *alive, const Goal *goal, const Board *board, Point chain) {
    int i = find_chain(alive, chain);
    if (i < 0 && alive->chain_count < ALIVE_CHAINS_MAX) {
        i = alive->chain_count++;
        alive->chains[i] = chain;
        alive->immortal |= (uint64_t)goal_chain_is_immortal(goal, board, chain) << i;
    }
    return i < 0 ? 0 : UINT64_C(1) << i;
}

/* Fills in the region of playable points around start. Returns false if it is not enclosed by the
 * owner's stones and the edge, or if its border has a chain too many. */
static bool flood(AliveChains *alive, const Goal *goal, const Board *board, Color owner,
                  AliveRegion *region, Zone *seen) {
    bool enclosed = true;
    region->vital = ~UINT64_C(0);
    region->beside = 0;
    for (int i = region->begin; i < region->end; i++) {
        const Point p = alive->points[i];
        uint64_t around = 0;
        Point beside[4];
        point_neighbors(p, beside);
        for (int k = 0; k < 4; k++) {
            const Point q = beside[k];
            const Color color = board_color(board, q);
            if (color == owner) {
                const uint64_t chain = add_chain(alive, goal, board, board->chain[q]);
                enclosed &= chain != 0;
                around |= chain;
            } else if (color != BORDER && !zone_has(&goal->playable, q)) {
                enclosed = false;
            } else if (color != BORDER && !zone_has(seen, q)) {
                zone_add(seen, q);
                alive->points[region->end++] = q;
            }
        }
        region->beside |= around;
        if (board->color[p] == EMPTY) {
            region->vital &= around;
        }
    }
    return enclosed;
}

static void find_regions(AliveChains *alive, const Goal *goal, const Board *board, Color owner) {
    Zone seen = {0};
    int listed = 0;
    for (int i = 0; i < goal->point_count; i++) {
        const Point p = goal->points[i];
        if (board_color(board, p) == owner) {
            add_chain(alive, goal, board, board->chain[p]);
        } else if (!zone_has(&seen, p)) {
            if (alive->region_count == ALIVE_REGIONS_MAX) {
                return;
            }
            AliveRegion *region = &alive->regions[alive->region_count];
            region->begin = listed;
            region->end = listed + 1;
            alive->points[listed] = p;
            zone_add(&seen, p);
            alive->region_count += flood(alive, goal, board, owner, region, &seen);
            listed = region->end;
        }
    }
}

/* The chains to which at least two regions among `regions` are vital. */
static uint64_t find_with_two(const AliveChains *alive, uint64_t regions) {
    uint64_t one = 0, two = 0;
    for (int i = 0; i < alive->region_count; i++) {
        if (regions >> i & 1) {
            two |= one & alive->regions[i].vital;
            one |= alive->regions[i].vital;
        }
    }
    return two;
}

void alive_find(const Goal *goal, const Board *board, Color owner, AliveChains *alive) {
    alive->chain_count = alive->region_count = 0;
    alive->immortal = 0;
    find_regions(alive, goal, board, owner);
    uint64_t regions = ~UINT64_C(0);
    uint64_t left =
        alive->chain_count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << alive->chain_count) - 1;
    uint64_t before;
    do {
        before = left;
        left &= find_with_two(alive, regions) | alive->immortal;
        for (int i = 0; i < alive->region_count; i++) {
            if ((alive->regions[i].beside & ~left) != 0) {
                regions &= ~(UINT64_C(1) << i);
            }
        }
    } while (left != before);
    alive->alive = left;
    int kept = 0;
    for (int i = 0; i < alive->region_count; i++) {
        if (regions >> i & 1) {
            alive->regions[kept++] = alive->regions[i];
        }
    }
    alive->region_count = kept;
}

bool alive_has(const AliveChains *alive, const Board *board, Point p) {
    const int i = find_chain(alive, board->chain[p]);
    return i >= 0 && (alive->alive >> i & 1);
}

void alive_add_zone(const AliveChains *alive, const Board *board, Point p, Zone *zone) {
    uint64_t needed = UINT64_C(1) << find_chain(alive, board->chain[p]), done = 0;
    uint64_t used = 0;
    while (needed != done) {
        const int i = __builtin_ctzll(needed & ~done);
        done |= UINT64_C(1) << i;
        goal_add_chain(board, alive->chains[i], zone);
        int eyes = alive->immortal >> i & 1 ? 2 : 0;
        for (int used_first = 1; used_first >= 0; used_first--) {
            for (int r = 0; eyes < 2 && r < alive->region_count; r++) {
                const AliveRegion *region = &alive->regions[r];
                if (!(region->vital >> i & 1) || (int)(used >> r & 1) != used_first) {
                    continue;
                }
                eyes++;
                if (used_first) {
                    continue;
                }
                used |= UINT64_C(1) << r;
                needed |= region->beside;
                for (int k = region->begin; k < region->end; k++) {
                    zone_add(zone, alive->points[k]);
                }
            }
        }
    }
}
