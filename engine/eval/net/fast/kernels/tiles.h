/* Winograd's transforms. Included once by each file of kernels, after lanes.h and the functions
 * that that asks for.
 *
 * The matrices are those of A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural
 * Networks" (2016), section 4.3, and of the same construction with the points 0, 1, -1, 2. The
 * transform of the input has whole coefficients, so it is exact in 16-bit numbers. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_TILES_H
#define ENGINE_EVAL_NET_FAST_KERNELS_TILES_H

#include "engine/eval/net/fast/kernels/layers.h"

/* One line of a tile's input: B^T d. */
static inline __attribute__((always_inline)) void line_in(int points, const Lanes *d, Lanes *to) {
    if (points == 6) {
        const Lanes even = d[4] - 4 * d[2], odd = d[3] - 4 * d[1];
        const Lanes even2 = d[4] - d[2], odd2 = 2 * (d[3] - d[1]);
        to[0] = 4 * d[0] - 5 * d[2] + d[4];
        to[1] = even + odd;
        to[2] = even - odd;
        to[3] = even2 + odd2;
        to[4] = even2 - odd2;
        to[5] = 4 * d[1] - 5 * d[3] + d[5];
    } else {
        to[0] = 2 * (d[0] - d[2]) + d[3] - d[1];
        to[1] = d[3] - d[2] - 2 * d[1];
        to[2] = d[3] - 3 * d[2] + 2 * d[1];
        to[3] = d[3] - d[1];
        to[4] = 2 * (d[1] - d[3]) + d[4] - d[2];
    }
}

/* The same of whole numbers: shifts and sums. */
static inline __attribute__((always_inline)) void line_in_s16(int points, const Shorts *d,
                                                              Shorts *to) {
    if (points == 6) {
        const Shorts difference = d[4] - d[2], odd2 = (d[3] - d[1]) << 1;
        const Shorts even = d[4] - (d[2] << 2), odd = d[3] - (d[1] << 2);
        to[0] = ((d[0] - d[2]) << 2) + difference;
        to[1] = even + odd;
        to[2] = even - odd;
        to[3] = difference + odd2;
        to[4] = difference - odd2;
        to[5] = ((d[1] - d[3]) << 2) + (d[5] - d[3]);
    } else {
        const Shorts odd = d[3] - d[1], twice = d[1] << 1;
        to[0] = ((d[0] - d[2]) << 1) + odd;
        to[1] = d[3] - d[2] - twice;
        to[2] = d[3] - d[2] - (d[2] << 1) + twice;
        to[3] = odd;
        to[4] = d[4] - d[2] - (odd << 1);
    }
}

/* One line of its output: A^T m. */
static inline __attribute__((always_inline)) void line_out(int points, const Lanes *m, Lanes *to) {
    const Lanes sum = m[1] + m[2], difference = m[1] - m[2];
    if (points == 6) {
        const Lanes sum2 = m[3] + m[4], difference2 = m[3] - m[4];
        to[0] = m[0] + sum + sum2;
        to[1] = difference + 2 * difference2;
        to[2] = sum + 4 * sum2;
        to[3] = difference + 8 * difference2 + m[5];
    } else {
        to[0] = m[0] + sum + m[3];
        to[1] = difference + 2 * m[3];
        to[2] = sum + 4 * m[3] + m[4];
    }
}

/* What tiles read outside the board. */
static const float ZEROS[MODEL_CHANNELS_MAX + KERNELS_GROUP];

/* The cells of a tile's input. */
static inline void find_cells(int points, const char *board, const int32_t *offsets,
                              const void *cells[TILE_CELLS_MAX]) {
    for (int i = 0; i < points * points; i++) {
        cells[i] = offsets[i] < 0 ? (const char *)ZEROS : board + offsets[i];
    }
}

static inline __attribute__((always_inline)) void tile_in_f32(int points, const TileShape *shape,
                                                              const void *const *cells, float *to) {
    const size_t channels = (size_t)shape->channels;
    for (size_t c = 0; c < channels; c += LANES, to += LANES) {
        Lanes half[TILE_POINTS_MAX][TILE_POINTS_MAX], line[TILE_POINTS_MAX], done[TILE_POINTS_MAX];
        for (int x = 0; x < points; x++) {
            for (int y = 0; y < points; y++) {
                line[y] = load((const float *)cells[y * points + x] + c);
            }
            line_in(points, line, done);
            for (int y = 0; y < points; y++) {
                half[y][x] = done[y];
            }
        }
        for (int y = 0; y < points; y++) {
            line_in(points, half[y], done);
            for (int x = 0; x < points; x++) {
                store(to + (size_t)(y * points + x) * channels, done[x]);
            }
        }
    }
}

static inline __attribute__((always_inline)) void
tile_in_s16(int points, const TileShape *shape, const void *const *cells, int16_t *to) {
    enum { COUNT = 2 * LANES };
    const size_t channels = (size_t)shape->channels;
    for (size_t c = 0; c < channels; c += COUNT, to += COUNT) {
        Shorts half[TILE_POINTS_MAX][TILE_POINTS_MAX], line[TILE_POINTS_MAX], done[TILE_POINTS_MAX];
        for (int x = 0; x < points; x++) {
            for (int y = 0; y < points; y++) {
                line[y] = *(const LooseShorts *)((const int16_t *)cells[y * points + x] + c);
            }
            line_in_s16(points, line, done);
            for (int y = 0; y < points; y++) {
                half[y][x] = done[y];
            }
        }
        for (int y = 0; y < points; y++) {
            line_in_s16(points, half[y], done);
            for (int x = 0; x < points; x++) {
                *(LooseShorts *)(to + (size_t)(y * points + x) * channels) = done[x];
            }
        }
    }
}

static void tile_in(const TileShape *shape, Element element, const void *board,
                    const int32_t *offsets, void *to) {
    const void *cells[TILE_CELLS_MAX];
    find_cells(shape->points, board, offsets, cells);
    if (element == ELEMENT_S16) {
        if (shape->points == 6) {
            tile_in_s16(6, shape, cells, to);
        } else {
            tile_in_s16(5, shape, cells, to);
        }
    } else if (shape->points == 6) {
        tile_in_f32(6, shape, cells, to);
    } else {
        tile_in_f32(5, shape, cells, to);
    }
}

static inline __attribute__((always_inline)) void
tile_out_as(int points, bool are_floats, Form form, const TileShape *shape, const Finish *how,
            const float *sums, const float *unit, const int32_t *indices, int first) {
    const int output = points - 2;
    const Finish finish = *how;
    const int channels = shape->channels;
    const Limits limits = load_limits(&finish.writing);
    for (int c = 0; c < channels; c += LANES) {
        Lanes half[TILE_POINTS_MAX][TILE_POINTS_MAX], line[TILE_POINTS_MAX], done[TILE_POINTS_MAX];
        const Channels by = load_channels(&finish.writing, first + c);
        const int begin = c / KERNELS_PANEL * points * points * KERNELS_PANEL + c % KERNELS_PANEL;
        for (int x = 0; x < points; x++) {
            for (int y = 0; y < points; y++) {
                const int i = begin + (y * points + x) * KERNELS_PANEL;
                line[y] = are_floats
                              ? load(sums + i)
                              : __builtin_convertvector(*(const LooseWhole *)(sums + i), Lanes) *
                                    load(unit + i);
            }
            line_out(points, line, done);
            for (int y = 0; y < output; y++) {
                half[y][x] = done[y];
            }
        }
        for (int y = 0; y < output; y++) {
            line_out(points, half[y], done);
            for (int x = 0; x < output; x++) {
                const int32_t index = indices[y * output + x];
                if (index >= 0) {
                    finish_vector(form, &finish, &by, &limits, done[x],
                                  (size_t)index + (size_t)first + (size_t)c);
                }
            }
        }
    }
}

/* The forms that networks use most have code of their own: ReLU to 16-bit numbers, added to the
 * trunk before or not kept. */
static inline __attribute__((always_inline)) void
tile_out_points(int points, const TileShape *shape, const Finish *finish, const void *sums,
                const float *unit, const int32_t *indices, int first) {
    const Form form = finish_form(finish);
    const bool is_usual = unit != NULL && form.writes && form.element == ELEMENT_S16 &&
                          form.activation == ACTIVATION_RELU && !form.has_gain;
    if (is_usual && !form.keeps) {
        const Form written = {
            .activation = ACTIVATION_RELU, .element = ELEMENT_S16, .writes = true};
        tile_out_as(points, false, written, shape, finish, sums, unit, indices, first);
    } else if (is_usual && form.keeps && form.adds) {
        const Form added = {.activation = ACTIVATION_RELU,
                            .element = ELEMENT_S16,
                            .keeps = true,
                            .adds = true,
                            .writes = true};
        tile_out_as(points, false, added, shape, finish, sums, unit, indices, first);
    } else if (unit != NULL) {
        tile_out_as(points, false, form, shape, finish, sums, unit, indices, first);
    } else {
        tile_out_as(points, true, form, shape, finish, sums, unit, indices, first);
    }
}

static void tile_out(const TileShape *shape, const Finish *finish, const void *sums,
                     const float *unit, const int32_t *indices, int first) {
    if (shape->points == 6) {
        tile_out_points(6, shape, finish, sums, unit, indices, first);
    } else {
        tile_out_points(5, shape, finish, sums, unit, indices, first);
    }
}

#endif
