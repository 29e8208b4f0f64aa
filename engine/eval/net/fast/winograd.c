#include "engine/eval/net/fast/winograd.h"

#include <math.h>

/* What reading a plane's matrix costs, in products of one row by it: the matrix is seldom in a near
 * cache. */
enum { MATRIX_READING_ROWS = 4 };

static int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

static Tiling tiling_of(int batch, int width, int height, int points) {
    const int output = points - 2;
    return (Tiling){
        batch, width, height, points, output, divide_up(width, output), divide_up(height, output)};
}

/* The cost of a tiling, in products of a row by a plane's matrix. */
static int judge(const Tiling *tiling) {
    return (tiling_count(tiling) + MATRIX_READING_ROWS) * tiling->points * tiling->points;
}

Tiling tiling_choose(int batch, int width, int height) {
    const Tiling small = tiling_of(batch, width, height, 5);
    const Tiling large = tiling_of(batch, width, height, 6);
    return judge(&large) < judge(&small) ? large : small;
}

int tiling_count(const Tiling *tiling) {
    return tiling->batch * tiling->across * tiling->down;
}

/* One line of a kernel: G g. */
static void transform_line(int points, const double g[3], double to[TILE_POINTS_MAX]) {
    static const double SMALL[5][3] = {{1.0 / 2, 0, 0},
                                       {-1.0 / 2, -1.0 / 2, -1.0 / 2},
                                       {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                       {1.0 / 6, 1.0 / 3, 2.0 / 3},
                                       {0, 0, 1}};
    static const double LARGE[6][3] = {{1.0 / 4, 0, 0},
                                       {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                       {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                       {1.0 / 24, 1.0 / 12, 1.0 / 6},
                                       {1.0 / 24, -1.0 / 12, 1.0 / 6},
                                       {0, 0, 1}};
    for (int i = 0; i < points; i++) {
        const double *row = points == 6 ? LARGE[i] : SMALL[i];
        to[i] = row[0] * g[0] + row[1] * g[1] + row[2] * g[2];
    }
}

void winograd_transform(int points, const float *weights, int in, int out, float *result) {
    const size_t pairs = (size_t)in * (size_t)out;
    for (size_t pair = 0; pair < pairs; pair++) {
        double half[3][TILE_POINTS_MAX], line[3], done[TILE_POINTS_MAX];
        for (size_t y = 0; y < 3; y++) {
            for (size_t x = 0; x < 3; x++) {
                line[x] = (double)weights[(y * 3 + x) * pairs + pair];
            }
            transform_line(points, line, half[y]);
        }
        for (int x = 0; x < points; x++) {
            for (int y = 0; y < 3; y++) {
                line[y] = half[y][x];
            }
            transform_line(points, line, done);
            for (int y = 0; y < points; y++) {
                result[(size_t)(y * points + x) * pairs + pair] = (float)done[y];
            }
        }
    }
}

double winograd_reach(int points, int plane, bool is_signed) {
    static const double SMALL[5][2] = {{3, 3}, {1, 3}, {3, 3}, {1, 1}, {3, 3}};
    static const double LARGE[6][2] = {{5, 5}, {2, 8}, {5, 5}, {3, 3}, {3, 3}, {5, 5}};
    const double(*sums)[2] = points == 6 ? LARGE : SMALL; /* of a line's coefficients above and
                                                             below 0; their order is free */
    const double *y = sums[plane / points], *x = sums[plane % points];
    if (is_signed) {
        return (y[0] + y[1]) * (x[0] + x[1]);
    }
    return fmax(y[0] * x[0] + y[1] * x[1], y[0] * x[1] + y[1] * x[0]);
}

/* A tile's place: its board, and the first cell of its output there. */
typedef struct {
    int board, x, y;
} Place;

static Place tile_place(const Tiling *tiling, int tile) {
    const int row = tile / tiling->across;
    return (Place){row / tiling->down, tile % tiling->across * tiling->output,
                   row % tiling->down * tiling->output};
}

/* The index in the batch of a cell of the place's board times unit, or -1 outside it. */
static int32_t cell_at(const Tiling *tiling, Place place, int x, int y, int unit) {
    const int u = place.x + x, v = place.y + y;
    if (u < 0 || v < 0 || u >= tiling->width || v >= tiling->height) {
        return -1;
    }
    return ((place.board * tiling->height + v) * tiling->width + u) * unit;
}

void tiling_find_input(const Tiling *tiling, int tile, int unit, int32_t places[TILE_CELLS_MAX]) {
    const Place place = tile_place(tiling, tile);
    const int points = tiling->points;
    for (int i = 0; i < points * points; i++) {
        places[i] = cell_at(tiling, place, i % points - 1, i / points - 1, unit);
    }
}

void tiling_find_output(const Tiling *tiling, int tile, int unit, int32_t places[TILE_CELLS_MAX]) {
    const Place place = tile_place(tiling, tile);
    const int output = tiling->output;
    for (int i = 0; i < output * output; i++) {
        places[i] = cell_at(tiling, place, i % output, i / output, unit);
    }
}
