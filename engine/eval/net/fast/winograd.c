#include "engine/eval/net/fast/winograd.h"

#include <math.h>
#include <string.h>

enum { SMALL = TILE_POINTS_MIN - 2, LARGE = TILE_POINTS_MAX - 2 }; /* cells that tiles write */

/* ---- Tiles ---- */

typedef struct {
    bool is_wide, is_high; /* LARGE across, LARGE down */
} Kind;

enum { KINDS = 4 };

/* In the order of tiles. */
static const Kind ORDER[KINDS] = {{false, true}, {true, true}, {true, false}, {false, false}};

static TiledSide cut(int length) {
    const int tiles = (length + LARGE - 1) / LARGE, excess = tiles * LARGE - length;
    const int small = excess < tiles ? excess : tiles;
    return (TiledSide){length, {small, tiles - small}};
}

Tiling tiling_of(int batch, int width, int height) {
    return (Tiling){batch, cut(width), cut(height)};
}

/* The number of tiles of the kinds before this one. */
static int count_before(const Tiling *tiling, int kind) {
    int count = 0;
    for (int i = 0; i < kind; i++) {
        count += tiling->batch * tiling->across.count[ORDER[i].is_wide] *
                 tiling->down.count[ORDER[i].is_high];
    }
    return count;
}

int tiling_count(const Tiling *tiling) {
    return count_before(tiling, KINDS);
}

/* The points of a plane: the inverse of tile_plane(). */
static void find_points(int plane, int *x, int *y) {
    for (*y = 0; *y < TILE_POINTS_MAX; ++*y) {
        for (*x = 0; *x < TILE_POINTS_MAX; ++*x) {
            if (tile_plane(*x, *y) == plane) {
                return;
            }
        }
    }
}

TileRange tiling_with_plane(const Tiling *tiling, int plane) {
    int x, y;
    find_points(plane, &x, &y);
    /* Only large tiles have the last point; ORDER puts those that are wide, or high, together. */
    const bool is_wide = x >= TILE_POINTS_MIN, is_high = y >= TILE_POINTS_MIN;
    const int first = is_wide ? 1 : 0;
    const int last = is_high ? 1 : is_wide ? 2 : 3;
    return (TileRange){count_before(tiling, first), count_before(tiling, last + 1)};
}

/* The first cell that a tile of a side writes. */
static int first_cell(const TiledSide *side, bool is_large, int tile) {
    return is_large ? tile * LARGE : side->count[1] * LARGE + tile * SMALL;
}

typedef struct {
    int board, x, y;
} Corner;

/* Lists the places of across x down cells of a board from the corner on. */
static void find_cells(const Tiling *tiling, Corner corner, TileShape size, int unit,
                       int32_t *places) {
    const int width = tiling->across.length, height = tiling->down.length;
    for (int i = 0; i < size.across * size.down; i++) {
        const int u = corner.x + i % size.across, v = corner.y + i / size.across;
        const bool is_on_board = u >= 0 && v >= 0 && u < width && v < height;
        places[i] = is_on_board ? ((corner.board * height + v) * width + u) * unit : -1;
    }
}

Tile tiling_find(const Tiling *tiling, int index, int in_unit, int out_unit) {
    int kind = 0;
    while (index >= count_before(tiling, kind + 1)) {
        kind++;
    }
    const bool is_wide = ORDER[kind].is_wide, is_high = ORDER[kind].is_high;
    const int across = tiling->across.count[is_wide], down = tiling->down.count[is_high];
    const int rest = index - count_before(tiling, kind);
    const int board = rest / across / down;
    const int x = first_cell(&tiling->across, is_wide, rest % across);
    const int y = first_cell(&tiling->down, is_high, rest / across % down);
    const TileShape output = {is_wide ? LARGE : SMALL, is_high ? LARGE : SMALL};
    Tile tile = {.shape = {output.across + 2, output.down + 2}};
    find_cells(tiling, (Corner){board, x - 1, y - 1}, tile.shape, in_unit, tile.inputs);
    find_cells(tiling, (Corner){board, x, y}, output, out_unit, tile.outputs);
    return tile;
}

double winograd_reach(int plane, bool is_signed) {
    /* The sums of a line's coefficients above and below 0, in lines of six points; in lines of five
     * they are less. */
    static const double SUMS[TILE_POINTS_MAX][2] = {{5, 5}, {2, 8}, {5, 5}, {3, 3}, {5, 5}, {3, 3}};
    int x, y;
    find_points(plane, &x, &y);
    const double *across = SUMS[x], *down = SUMS[y];
    if (is_signed) {
        return (down[0] + down[1]) * (across[0] + across[1]);
    }
    return fmax(down[0] * across[0] + down[1] * across[1],
                down[0] * across[1] + down[1] * across[0]);
}
