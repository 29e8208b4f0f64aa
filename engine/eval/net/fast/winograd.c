#include "engine/eval/net/fast/winograd.h"

/* What reading a plane's matrix costs, in products of one row by it: the matrix is seldom in a near
 * cache. */
enum { MATRIX_READING_ROWS = 8 };

/* The cells outside the board. */
static const float ZEROS[MODEL_CHANNELS_MAX + LOOPS_GROUP];

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

/* The index of cell (x, y) of tile (column, row), counted from its first output, or -1 outside the
 * board. */
static int tile_cell(const Tiling *tiling, int column, int row, int x, int y) {
    const int u = column * tiling->output + x, v = row * tiling->output + y;
    return u < 0 || v < 0 || u >= tiling->width || v >= tiling->height ? -1 : v * tiling->width + u;
}

static void gather_tile(const Tiling *tiling, const Loops *loops, const float *board, int channels,
                        int column, int row, float *planes, size_t stride) {
    const float *cells[TILE_CELLS_MAX];
    const int points = tiling->points;
    for (int y = 0; y < points; y++) {
        for (int x = 0; x < points; x++) {
            const int cell = tile_cell(tiling, column, row, x - 1, y - 1);
            cells[y * points + x] = cell < 0 ? ZEROS : board + (size_t)cell * (size_t)channels;
        }
    }
    loops->tile_in(points, cells, channels, planes, stride);
}

void winograd_gather(const Tiling *tiling, const Loops *loops, const float *layer, int channels,
                     float *planes) {
    const size_t board = (size_t)(tiling->width * tiling->height) * (size_t)channels;
    const size_t stride = (size_t)tiling_count(tiling) * (size_t)channels;
    for (int n = 0; n < tiling->batch; n++) {
        for (int row = 0; row < tiling->down; row++) {
            for (int column = 0; column < tiling->across; column++, planes += channels) {
                gather_tile(tiling, loops, layer + (size_t)n * board, channels, column, row, planes,
                            stride);
            }
        }
    }
}

/* Finds the cells of a tile's output; NULL outside the board. */
static void find_outputs(const Tiling *tiling, float *board, int channels, int column, int row,
                         float *cells[TILE_CELLS_MAX]) {
    const int output = tiling->output;
    for (int y = 0; y < output; y++) {
        for (int x = 0; x < output; x++) {
            const int cell = tile_cell(tiling, column, row, x, y);
            cells[y * output + x] = cell < 0 ? NULL : board + (size_t)cell * (size_t)channels;
        }
    }
}

void winograd_scatter(const Tiling *tiling, const Loops *loops, const float *planes, int channels,
                      const float *bias, bool rectifies, bool adds, float *layer) {
    const size_t board = (size_t)(tiling->width * tiling->height) * (size_t)channels;
    const size_t stride = (size_t)tiling_count(tiling) * (size_t)channels;
    for (int n = 0; n < tiling->batch; n++) {
        for (int row = 0; row < tiling->down; row++) {
            for (int column = 0; column < tiling->across; column++, planes += channels) {
                float *cells[TILE_CELLS_MAX];
                find_outputs(tiling, layer + (size_t)n * board, channels, column, row, cells);
                loops->tile_out(tiling->points, planes, stride, channels, bias, rectifies, adds,
                                cells);
            }
        }
    }
}
