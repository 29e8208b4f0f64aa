/* Regions of the chains of random games. */
#include "engine/solve/problem/region.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/golden.h"

#include <criterion/criterion.h>
#include <inttypes.h>

static uint64_t add_zone(uint64_t digest, const Zone *zone) {
    for (int i = 0; i < POINT_COUNT / 64; i++) {
        digest = golden_add(digest, zone->bits[i]);
    }
    return digest;
}

/* All that is found for the chains at two points, or for the first alone. */
static uint64_t add_regions(uint64_t digest, const Board *board, const Point points[2]) {
    const int count = board_color(board, points[0]) == board_color(board, points[1]) ? 2 : 1;
    Zone playable, targets = {0};
    Board framed;
    Goal goal;
    Status status;
    for (int radius = 1; radius <= REGION_RADIUS; radius++) {
        digest = golden_add(digest, region_find(board, points, count, radius, &playable));
        digest = add_zone(digest, &playable);
        region_add_weak_walls(board, board_color(board, points[0]), &playable);
        digest = add_zone(digest, &playable);
        const bool is_framed =
            region_frame(board, points, count, radius, false, &playable, &framed);
        digest = golden_add(digest, is_framed);
        for (int cell = 0; cell < board->geometry->cell_count && is_framed; cell++) {
            digest = golden_add(digest, framed.color[board->geometry->point_of[cell]]);
        }
        digest = is_framed ? add_zone(digest, &playable) : digest;
    }
    zone_add(&targets, points[0]);
    zone_add(&targets, points[count - 1]);
    if (region_make_goal(board, &targets, count == 2, NULL, &goal, &status)) {
        digest = golden_add(digest, goal.hash);
    }
    return digest;
}

Test(region_golden, random_games) {
    Geometry *geometry = geometry_kept(11, 9);
    Rng rng = rng_new(18);
    uint64_t digest = 0;
    int regions = 0;
    for (int game = 0; game < 40; game++) {
        Board board;
        Point last, before, stones[CELL_COUNT_MAX];
        int count = 0;
        random_game_play(&board, geometry, 15 + 2 * game, &rng, &last, &before);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            if (board_color(&board, p) != EMPTY && board.chain[p] == p) {
                stones[count++] = p;
            }
        }
        for (int i = 0; i + 1 < count; i++) {
            digest = add_regions(digest, &board, &stones[i]);
            regions++;
        }
    }
    golden_expect("regions", formatted("regions %d digest %016" PRIx64, regions, digest));
}
