/* How boards are cut into Winograd's tiles. */
#include "engine/eval/net/fast/winograd.h"

#include <criterion/criterion.h>

enum { BATCH = 2, UNIT = 3, SIDE_MAX = 25, CELLS_MAX = BATCH * SIDE_MAX * SIDE_MAX };

/* The tile reads the cells that it writes, in the same order, and one more on each side. */
static void expect_margin(const Tile *tile, int width, int height) {
    const int across = tile->shape.across, down = tile->shape.down;
    for (int i = 0; i < (across - 2) * (down - 2); i++) {
        const int x = i % (across - 2) + 1, y = i / (across - 2) + 1;
        cr_assert_eq(tile->inputs[y * across + x], tile->outputs[i]);
        for (int beside = 0; beside < 9 && tile->outputs[i] >= 0; beside++) {
            const int cell = tile->outputs[i] / UNIT, dx = beside % 3 - 1, dy = beside / 3 - 1;
            const int u = cell % width + dx, v = cell / width % height + dy;
            const bool is_on_board = u >= 0 && v >= 0 && u < width && v < height;
            cr_assert_eq(tile->inputs[(y + dy) * across + x + dx],
                         is_on_board ? (cell + dy * width + dx) * UNIT : -1);
        }
    }
}

static void expect_tiles(int width, int height) {
    const Tiling tiling = tiling_of(BATCH, width, height);
    int writers[CELLS_MAX] = {0};
    for (int i = 0; i < tiling_count(&tiling); i++) {
        const Tile tile = tiling_find(&tiling, i, UNIT, UNIT);
        expect_margin(&tile, width, height);
        for (int k = 0; k < (tile.shape.across - 2) * (tile.shape.down - 2); k++) {
            if (tile.outputs[k] >= 0) {
                writers[tile.outputs[k] / UNIT]++;
            }
        }
    }
    for (int cell = 0; cell < BATCH * width * height; cell++) {
        cr_assert_eq(writers[cell], 1, "%dx%d: %d tiles write cell %d", width, height,
                     writers[cell], cell);
    }
}

/* Does a tile of this shape have the plane? */
static bool has_plane(TileShape shape, int plane) {
    for (int i = 0; i < shape.across * shape.down; i++) {
        if (tile_plane(i % shape.across, i / shape.across) == plane) {
            return true;
        }
    }
    return false;
}

static void expect_planes(int width, int height) {
    const Tiling tiling = tiling_of(BATCH, width, height);
    for (int plane = 0; plane < TILE_PLANES; plane++) {
        const TileRange with = tiling_with_plane(&tiling, plane);
        for (int i = 0; i < tiling_count(&tiling); i++) {
            const Tile tile = tiling_find(&tiling, i, UNIT, UNIT);
            cr_assert_eq(i >= with.begin && i < with.end, has_plane(tile.shape, plane),
                         "%dx%d: plane %d, tile %d", width, height, plane, i);
        }
    }
}

Test(winograd, tiles_write_each_cell_once_and_read_its_neighbors) {
    for (int width = 1; width <= SIDE_MAX; width++) {
        for (int height = 1; height <= SIDE_MAX; height++) {
            expect_tiles(width, height);
        }
    }
}

Test(winograd, tiles_with_a_plane_follow_each_other) {
    for (int width = 1; width <= SIDE_MAX; width++) {
        for (int height = 1; height <= SIDE_MAX; height++) {
            expect_planes(width, height);
        }
    }
}

/* The products of a channel on one board: the tiles that each plane has. */
static int count_products(int width, int height) {
    const Tiling tiling = tiling_of(1, width, height);
    int products = 0;
    for (int plane = 0; plane < TILE_PLANES; plane++) {
        const TileRange with = tiling_with_plane(&tiling, plane);
        products += with.end - with.begin;
    }
    return products;
}

Test(winograd, tiles_are_mixed_to_cost_the_fewest_products) {
    cr_assert_eq(count_products(9, 9), 15 * 15);   /* 3 + 3 + 3 */
    cr_assert_eq(count_products(13, 13), 21 * 21); /* 4 + 3 + 3 + 3 */
    cr_assert_eq(count_products(19, 19), 29 * 29); /* 4 + 4 + 4 + 4 + 3 */
    cr_assert_eq(count_products(8, 7), 12 * 11);   /* 4 + 4, 4 + 3 */
}
