/* Winograd's transforms. Included once by each file of kernels, after lanes.h and the functions
 * that lanes.h asks for.
 *
 * The coefficients for lines of 6 points are those of A. Lavin and S. Gray, "Fast Algorithms for
 * Convolutional Neural Networks" (2016), section 4.3; those for 5 points are made the same way
 * without the point -2. The points are in the order 0, 1, -1, 2, infinity, -2. Both read the
 * weights' matrices for 6 points. For 5 points these should be 2, 3, 1, 4 and 1 times as great, by
 * point, so line_out multiplies by that. The transform of the input has whole coefficients, so it
 * is exact in 16-bit numbers. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_TILES_H
#define ENGINE_EVAL_NET_FAST_KERNELS_TILES_H

#include <string.h>

#include "engine/eval/net/fast/kernels/layers.h"
#include "engine/eval/net/fast/kernels/packing.h"

/* One line of a tile's input: B^T d. */
INLINE void line_in(int points, const Lanes *d, Lanes *to) {
    if (points == 6) {
        const Lanes even = d[4] - 4 * d[2], odd = d[3] - 4 * d[1];
        const Lanes even2 = d[4] - d[2], odd2 = 2 * (d[3] - d[1]);
        to[0] = 4 * d[0] - 5 * d[2] + d[4];
        to[1] = even + odd;
        to[2] = even - odd;
        to[3] = even2 + odd2;
        to[4] = 4 * d[1] - 5 * d[3] + d[5];
        to[5] = even2 - odd2;
    } else {
        to[0] = 2 * (d[0] - d[2]) + d[3] - d[1];
        to[1] = d[3] - d[2] - 2 * d[1];
        to[2] = d[3] - 3 * d[2] + 2 * d[1];
        to[3] = d[3] - d[1];
        to[4] = 2 * (d[1] - d[3]) + d[4] - d[2];
    }
}

/* The transform in whole numbers, by shifts and sums. */
INLINE void line_in_s16(int points, const Shorts *d, Shorts *to) {
    if (points == 6) {
        const Shorts difference = d[4] - d[2], odd2 = (d[3] - d[1]) << 1;
        const Shorts even = d[4] - (d[2] << 2), odd = d[3] - (d[1] << 2);
        to[0] = ((d[0] - d[2]) << 2) + difference;
        to[1] = even + odd;
        to[2] = even - odd;
        to[3] = difference + odd2;
        to[4] = ((d[1] - d[3]) << 2) + (d[5] - d[3]);
        to[5] = difference - odd2;
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
INLINE void line_out(int points, const Lanes *m, Lanes *to) {
    if (points == 6) {
        const Lanes sum = m[1] + m[2], difference = m[1] - m[2];
        const Lanes sum2 = m[3] + m[5], difference2 = m[3] - m[5];
        to[0] = m[0] + sum + sum2;
        to[1] = difference + 2 * difference2;
        to[2] = sum + 4 * sum2;
        to[3] = difference + 8 * difference2 + m[4];
    } else {
        const Lanes sum = 3 * m[1] + m[2], difference = 3 * m[1] - m[2];
        to[0] = 2 * m[0] + sum + 4 * m[3];
        to[1] = difference + 8 * m[3];
        to[2] = sum + 16 * m[3] + m[4];
    }
}

/* What tiles read outside the board. */
static const float ZEROS[MODEL_CHANNELS_MAX + KERNELS_PANEL];

INLINE void tile_in_f32(int across, int down, int count, const void *const *cells, float *to) {
    const size_t channels = (size_t)count;
    for (size_t c = 0; c < channels; c += LANES, to += LANES) {
        Lanes half[TILE_POINTS_MAX][TILE_POINTS_MAX], line[TILE_POINTS_MAX], done[TILE_POINTS_MAX];
        for (int x = 0; x < across; x++) {
            for (int y = 0; y < down; y++) {
                line[y] = load((const float *)cells[y * across + x] + c);
            }
            line_in(down, line, done);
            for (int y = 0; y < down; y++) {
                half[y][x] = done[y];
            }
        }
        for (int y = 0; y < down; y++) {
            line_in(across, half[y], done);
            for (int x = 0; x < across; x++) {
                store(to + (size_t)tile_plane(x, y) * channels, done[x]);
            }
        }
    }
}

enum { SHORTS = 2 * LANES }; /* in a vector */

/* `count` of them, a constant in every call. */
INLINE Shorts load_shorts(const int16_t *from, int count) {
    if (count == SHORTS) {
        return *(const LooseShorts *)from;
    }
    Shorts value = {0};
    memcpy(&value, from, (size_t)count * sizeof *from);
    return value;
}

INLINE void store_shorts(int16_t *to, Shorts value, int count) {
    if (count == SHORTS) {
        *(LooseShorts *)to = value;
    } else {
        memcpy(to, &value, (size_t)count * sizeof *to);
    }
}

/* `count` channels of a tile, from channel c on. */
INLINE void tile_in_shorts(int across, int down, int count, int c, const void *const *cells,
                           size_t channels, int16_t *to) {
    Shorts half[TILE_POINTS_MAX][TILE_POINTS_MAX], line[TILE_POINTS_MAX], done[TILE_POINTS_MAX];
    for (int x = 0; x < across; x++) {
        for (int y = 0; y < down; y++) {
            line[y] = load_shorts((const int16_t *)cells[y * across + x] + c, count);
        }
        line_in_s16(down, line, done);
        for (int y = 0; y < down; y++) {
            half[y][x] = done[y];
        }
    }
    for (int y = 0; y < down; y++) {
        line_in_s16(across, half[y], done);
        for (int x = 0; x < across; x++) {
            store_shorts(to + (size_t)tile_plane(x, y) * channels + c, done[x], count);
        }
    }
}

/* The last vector overlaps the one before it if the channels are not whole vectors. Channels that
 * do not fill one vector are rare, and slower. */
INLINE void tile_in_s16(int across, int down, int channels, const void *const *cells, int16_t *to) {
    const int last = channels - SHORTS;
    if (2 * LANES > KERNELS_PANEL && last < 0) {
        tile_in_shorts(across, down, KERNELS_PANEL, 0, cells, (size_t)channels, to);
        return;
    }
    for (int c = 0; c < channels; c += SHORTS) {
        tile_in_shorts(across, down, SHORTS, c < last ? c : last, cells, (size_t)channels, to);
    }
}

/* The numbers of points are constants in every call of the next functions. */
INLINE void tile_in_points(int across, int down, int channels, Element element, const char *board,
                           const int32_t *offsets, void *to) {
    const void *cells[TILE_PLANES];
    for (int i = 0; i < across * down; i++) {
        cells[i] = offsets[i] < 0 ? (const char *)ZEROS : board + offsets[i];
    }
    if (element == ELEMENT_S16) {
        tile_in_s16(across, down, channels, cells, to);
    } else {
        tile_in_f32(across, down, channels, cells, to);
    }
}

static void tile_in(TileShape shape, int channels, Element element, const void *board,
                    const int32_t *offsets, void *to) {
    if (shape.across == 6 && shape.down == 6) {
        tile_in_points(6, 6, channels, element, board, offsets, to);
    } else if (shape.across == 6) {
        tile_in_points(6, 5, channels, element, board, offsets, to);
    } else if (shape.down == 6) {
        tile_in_points(5, 6, channels, element, board, offsets, to);
    } else {
        tile_in_points(5, 5, channels, element, board, offsets, to);
    }
}

/* All outputs of a tile that is_whole are on the board. The caller checks that once: with a check
 * before each store, compilers sink the work for each output into its branch, and V8 repeats it. */
INLINE void tile_out_as(int across, int down, bool are_floats, Form form, bool is_whole,
                        int channels, const Epilogue *how, const float *sums, const float *unit,
                        const int32_t *indices, int first) {
    const Epilogue epilogue = *how;
    Limits limits = load_limits(&epilogue.output_stage);
    for (int c = 0; c < channels; c += LANES) {
        Lanes half[TILE_POINTS_MAX][TILE_POINTS_MAX], line[TILE_POINTS_MAX], done[TILE_POINTS_MAX];
        const Channels by = load_channels(&epilogue.output_stage, first + c);
        const int begin = c / KERNELS_PANEL * TILE_PLANES * KERNELS_PANEL + c % KERNELS_PANEL;
        for (int x = 0; x < across; x++) {
            for (int y = 0; y < down; y++) {
                const int i = begin + tile_plane(x, y) * KERNELS_PANEL;
                line[y] = are_floats ? load(sums + i) : load_sums(false, sums + i) * load(unit + i);
            }
            line_out(down, line, done);
            for (int y = 0; y < down - 2; y++) {
                half[y][x] = done[y];
            }
        }
        for (int y = 0; y < down - 2; y++) {
            line_out(across, half[y], done);
            for (int x = 0; x < across - 2; x++) {
                const int32_t index = indices[y * (across - 2) + x];
                if (is_whole || index >= 0) {
                    finish_vector(form, &epilogue, &by, &limits, done[x],
                                  (size_t)index + (size_t)first + (size_t)c);
                }
            }
        }
    }
    store_excess(&epilogue.output_stage, &limits);
}

/* The forms that most tiles take have code of their own: ReLU to 16-bit numbers, added to the trunk
 * before or not kept. */
INLINE void tile_out_points(int across, int down, int channels, const Epilogue *epilogue,
                            const void *sums, const float *unit, const int32_t *indices,
                            int first) {
    const Form form = finish_form(epilogue);
    Form usual = shorts_form(ACTIVATION_RELU);
    const bool is_whole = indices[(across - 2) * (down - 2) - 1] >= 0;
    const bool is_usual = is_whole && unit != NULL && form.writes && form.keeps == form.adds &&
                          write_alike(form, usual);
    if (is_usual && !form.keeps) {
        tile_out_as(across, down, false, usual, true, channels, epilogue, sums, unit, indices,
                    first);
    } else if (is_usual) {
        usual.keeps = usual.adds = true;
        tile_out_as(across, down, false, usual, true, channels, epilogue, sums, unit, indices,
                    first);
    } else if (unit != NULL) {
        tile_out_as(across, down, false, form, false, channels, epilogue, sums, unit, indices,
                    first);
    } else {
        tile_out_as(across, down, true, form, false, channels, epilogue, sums, unit, indices,
                    first);
    }
}

static void tile_out(TileShape shape, int channels, const Epilogue *epilogue, const void *sums,
                     const float *unit, const int32_t *indices, int first) {
    if (shape.across == 6 && shape.down == 6) {
        tile_out_points(6, 6, channels, epilogue, sums, unit, indices, first);
    } else if (shape.across == 6) {
        tile_out_points(6, 5, channels, epilogue, sums, unit, indices, first);
    } else if (shape.down == 6) {
        tile_out_points(5, 6, channels, epilogue, sums, unit, indices, first);
    } else {
        tile_out_points(5, 5, channels, epilogue, sums, unit, indices, first);
    }
}

/* The fields of Kernels that are functions. */
#define KERNELS_LOOPS                                                                              \
    .multiply = multiply, .apply = apply, .finish = finish, .pool = pool,                          \
    .multiply_row = multiply_row, .add_rows = add_rows, .tile_in = tile_in, .tile_out = tile_out,  \
    .rms = rms, .gate = gate, .greatest = greatest_absolute, .weigh = weigh, .rotate = rotate,     \
    .transpose = transpose, .pair_rows = pair_rows, .tile_weights = tile_weights,                  \
    .choose_units = choose_units, .round_weights = round_weights, .add_rounding = add_rounding

#endif
