/* Winograd's transforms against their matrices, multiplied out. */
#include "tests/support/oracle/layer_oracle.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum {
    BOARD_CELLS = 50,
    CHANNELS_MAX = 96, /* of a tile */
    REPEATS = 40,
    UNTOUCHED = 0x5A, /* a byte that stands where nothing is written */
};

/* B^T: a line of the input from a line of cells. */
static int coefficient_in(int points, int to, int from) {
    static const int SMALL[5][5] = {{2, -1, -2, 1, 0},
                                    {0, -2, -1, 1, 0},
                                    {0, 2, -3, 1, 0},
                                    {0, -1, 0, 1, 0},
                                    {0, 2, -1, -2, 1}};
    static const int LARGE[6][6] = {{4, 0, -5, 0, 1, 0},  {0, -4, -4, 1, 1, 0},
                                    {0, 4, -4, -1, 1, 0}, {0, -2, -1, 2, 1, 0},
                                    {0, 4, 0, -5, 0, 1},  {0, 2, -1, -2, 1, 0}};
    return points == 6 ? LARGE[to][from] : SMALL[to][from];
}

/* A^T: a line of cells from a line of sums. */
static int coefficient_out(int points, int to, int from) {
    static const int SMALL[3][5] = {{2, 3, 1, 4, 0}, {0, 3, -1, 8, 0}, {0, 3, 1, 16, 1}};
    static const int LARGE[4][6] = {
        {1, 1, 1, 1, 0, 1}, {0, 1, -1, 2, 0, -2}, {0, 1, 1, 4, 0, 4}, {0, 1, -1, 8, 1, -8}};
    return points == 6 ? LARGE[to][from] : SMALL[to][from];
}

/* The points of a tile: all pairs, row by row. Of each the plane, or a cell of the input. */
static int pair_count(TileShape shape) {
    return shape.across * shape.down;
}

static int pair_plane(TileShape shape, int pair) {
    return tile_plane(pair % shape.across, pair / shape.across);
}

static int pair_coefficient(TileShape shape, int pair, int cell) {
    return coefficient_in(shape.down, pair / shape.across, cell / shape.across) *
           coefficient_in(shape.across, pair % shape.across, cell % shape.across);
}

static TileShape pick_shape(int i) {
    return (TileShape){5 + i % 2, 5 + i / 2 % 2};
}

/* A tile's input: `cell` of the board at each place, or -1. */
typedef struct {
    TileShape shape;
    int channels;
    Element element;
    int cell[TILE_PLANES];
    float reals[BOARD_CELLS * CHANNELS_MAX];
    int16_t wholes[BOARD_CELLS * CHANNELS_MAX];
} Input;

static double value_in(const Input *input, int place, int channel) {
    const int index = input->cell[place] * input->channels + channel;
    if (input->cell[place] < 0) {
        return 0;
    }
    return input->element == ELEMENT_F32 ? (double)input->reals[index] : input->wholes[index];
}

/* Checks the planes, and overwrites what it has checked. */
static void expect_planes(const Kernels *kernels, const Input *input, void *planes) {
    const TileShape shape = input->shape;
    for (int i = 0; i < pair_count(shape) * input->channels; i++) {
        const int pair = i / input->channels, channel = i % input->channels;
        double sum = 0, magnitude = 0;
        for (int cell = 0; cell < pair_count(shape); cell++) {
            const double term =
                value_in(input, cell, channel) * pair_coefficient(shape, pair, cell);
            sum += term;
            magnitude += fabs(term);
        }
        const double error = input->element == ELEMENT_F32 ? 2e-6 * magnitude : 0;
        const size_t bytes = element_bytes(input->element);
        const size_t place = (size_t)(pair_plane(shape, pair) * input->channels + channel);
        const double number = layer_oracle_read(input->element, planes, place);
        cr_assert(fabs(number - sum) <= error,
                  "%s, %dx%d points, element %d: %.9g instead of %.9g at %d, channel %d",
                  kernels->name, shape.across, shape.down, (int)input->element, number, sum, pair,
                  channel);
        memset((char *)planes + place * bytes, UNTOUCHED, bytes);
    }
}

static void expect_tile_in(const Kernels *kernels, const Input *input) {
    static float planes[(TILE_PLANES + 1) * CHANNELS_MAX];
    const int bytes = (int)element_bytes(input->element);
    int32_t offsets[TILE_PLANES];
    for (int i = 0; i < pair_count(input->shape); i++) {
        offsets[i] = input->cell[i] < 0 ? -1 : input->cell[i] * input->channels * bytes;
    }
    memset(planes, UNTOUCHED, sizeof planes);
    kernels->tile_in(input->shape, input->channels, input->element,
                     input->element == ELEMENT_F32 ? (const void *)input->reals : input->wholes,
                     offsets, planes);
    expect_planes(kernels, input, planes);
    for (size_t i = 0; i < sizeof planes; i++) {
        cr_assert_eq(((const uint8_t *)planes)[i], UNTOUCHED, "%s writes too much", kernels->name);
    }
}

static void fill_input(Input *input, TileShape shape, Element element, Rng *rng) {
    input->shape = shape;
    input->element = element;
    input->channels = KERNELS_PANEL * (1 + (int)rng_below(rng, CHANNELS_MAX / KERNELS_PANEL));
    for (int i = 0; i < pair_count(shape); i++) {
        input->cell[i] = rng_below(rng, 4) == 0 ? -1 : (int)rng_below(rng, BOARD_CELLS);
    }
    for (int i = 0; i < BOARD_CELLS * CHANNELS_MAX; i++) {
        input->reals[i] = layer_oracle_value(rng);
        input->wholes[i] = (int16_t)((int)rng_below(rng, 2 * 327 + 1) - 327);
    }
}

/* 16-bit numbers exactly. */
Test(kernels, transform_tiles) {
    static Input input;
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(31);
        for (int i = 0; i < 2 * REPEATS; i++) {
            fill_input(&input, pick_shape(i), i < REPEATS ? ELEMENT_F32 : ELEMENT_S16, &rng);
            expect_tile_in(*kernels, &input);
        }
    }
}

/* Cells that make the number in a plane the greatest that there can be, and in the next channel the
 * least. Values are from least to most; the greatest is `reach` times most, and fits 16 bits. */
static void fill_extremes(Input *input, TileShape shape, int pair, int least, int most) {
    *input = (Input){.shape = shape, .channels = KERNELS_PANEL, .element = ELEMENT_S16};
    for (int place = 0; place < pair_count(shape); place++) {
        input->cell[place] = place;
        const int coefficient = pair_coefficient(shape, pair, place);
        for (int c = 0; c < KERNELS_PANEL; c++) {
            const bool is_most = c % 2 == 0 ? coefficient > 0 : coefficient < 0;
            input->wholes[place * KERNELS_PANEL + c] = (int16_t)(is_most ? most : least);
        }
    }
}

static void expect_extremes(TileShape shape, int least, int most) {
    static Input input;
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        for (int pair = 0; pair < pair_count(shape); pair++) {
            fill_extremes(&input, shape, pair, least, most);
            expect_tile_in(*kernels, &input);
        }
    }
}

/* The limits of engine/eval/net/fast/filter.c. */
Test(kernels, transform_the_greatest_16_bit_numbers_exactly) {
    for (int i = 0; i < 4; i++) {
        expect_extremes(pick_shape(i), 0, 481);
        expect_extremes(pick_shape(i), -327, 327);
    }
}

/* ---- Output ---- */

enum { OUTPUT_CHANNELS = 160, OUTPUTS_MAX = 16 };

/* The sums of a tile and where they go. */
typedef struct {
    TileShape shape;
    int channels, first;
    bool are_floats;
    int32_t indices[OUTPUTS_MAX];
    float unit[TILE_PLANES * CHANNELS_MAX];
    union {
        float reals[TILE_PLANES * CHANNELS_MAX];
        int32_t wholes[TILE_PLANES * CHANNELS_MAX];
    } sums;
    float kept[BOARD_CELLS * OUTPUT_CHANNELS], keep[BOARD_CELLS * OUTPUT_CHANNELS];
    float to[BOARD_CELLS * OUTPUT_CHANNELS];
} Output;

static int output_count(TileShape shape) {
    return (shape.across - 2) * (shape.down - 2);
}

static void fill_output(Output *output, TileShape shape, Rng *rng) {
    output->shape = shape;
    output->channels = KERNELS_PANEL * (1 + (int)rng_below(rng, KERNELS_CHUNK));
    output->first = KERNELS_PANEL * (int)rng_below(rng, 5);
    output->are_floats = rng_below(rng, 2) == 0;
    for (int i = 0; i < output_count(shape); i++) { /* no cell twice */
        const int cell = 3 * i + (int)rng_below(rng, 3);
        output->indices[i] = rng_below(rng, 4) == 0 ? -1 : cell * OUTPUT_CHANNELS;
    }
    for (int i = 0; i < TILE_PLANES * CHANNELS_MAX; i++) {
        output->unit[i] = (float)(1 + rng_below(rng, 100)) / 1e9F;
        if (output->are_floats) {
            output->sums.reals[i] = layer_oracle_value(rng);
        } else {
            output->sums.wholes[i] = (int32_t)rng_next(rng);
        }
    }
    for (int i = 0; i < BOARD_CELLS * OUTPUT_CHANNELS; i++) {
        output->kept[i] = layer_oracle_value(rng);
    }
    memcpy(output->keep, output->kept, sizeof output->keep);
    memset(output->to, UNTOUCHED, sizeof output->to);
}

/* One cell of the output in a channel of the tile, and how far rounding may take it. */
static double sum_slowly(const Output *output, int cell, int channel, double *error) {
    const int across = output->shape.across, down = output->shape.down;
    double sum = 0, magnitude = 0;
    for (int pair = 0; pair < across * down; pair++) {
        const int coefficient = coefficient_out(down, cell / (across - 2), pair / across) *
                                coefficient_out(across, cell % (across - 2), pair % across);
        const int plane = channel / KERNELS_PANEL * TILE_PLANES + pair_plane(output->shape, pair);
        const int place = plane * KERNELS_PANEL + channel % KERNELS_PANEL;
        const double term = coefficient * (output->are_floats ? (double)output->sums.reals[place]
                                                              : (double)output->sums.wholes[place] *
                                                                    (double)output->unit[place]);
        sum += term;
        magnitude += fabs(term);
    }
    *error = 1e-6 * magnitude;
    return sum;
}

/* Checks one number of keep and of to. Returns what clamping takes off the latter. */
static double expect_cell(const Kernels *kernels, const Epilogue *epilogue, const Output *output,
                          int cell, int channel) {
    const int index = output->indices[cell] + output->first + channel;
    double error = 0, value = sum_slowly(output, cell, channel, &error);
    if (epilogue->keep != NULL) {
        value += epilogue->adds ? (double)output->kept[index] : 0;
        error += fabs(value) * 1e-6 + 1e-6;
        cr_assert_float_eq((double)output->keep[index], value, error, "%s", kernels->name);
    }
    if (epilogue->to != NULL) {
        const double number =
            layer_oracle_read(epilogue->output_stage.element, output->to, (size_t)index);
        cr_assert(layer_oracle_is_right(&epilogue->output_stage, output->first + channel, value,
                                        error, number),
                  "%s, %dx%d points, activation %d, element %d: %.9g for %.9g", kernels->name,
                  output->shape.across, output->shape.down, (int)epilogue->output_stage.activation,
                  (int)epilogue->output_stage.element, number, value);
        return layer_oracle_excess(&epilogue->output_stage, output->first + channel, value);
    }
    return 0;
}

static void expect_tile_out(const Kernels *kernels, const Epilogue *epilogue, Output *output) {
    const int count = output_count(output->shape);
    const size_t bytes = element_bytes(epilogue->output_stage.element);
    kernels->tile_out(output->shape, output->channels, epilogue, &output->sums,
                      output->are_floats ? NULL : output->unit, output->indices, output->first);
    double excess = 0;
    for (int i = 0; i < count * output->channels; i++) {
        const int cell = i / output->channels, channel = i % output->channels;
        if (output->indices[cell] >= 0) {
            const int index = output->indices[cell] + output->first + channel;
            excess += expect_cell(kernels, epilogue, output, cell, channel);
            output->keep[index] = output->kept[index];
            memset((char *)output->to + (size_t)index * bytes, UNTOUCHED, bytes);
        }
    }
    cr_assert(layer_oracle_has_excess(&epilogue->output_stage, excess), "%s: excess %g",
              kernels->name, excess);
    cr_assert_arr_eq(output->keep, output->kept, sizeof output->keep, "%s keeps too much",
                     kernels->name);
    for (size_t i = 0; i < sizeof output->to; i++) {
        cr_assert_eq(((const uint8_t *)output->to)[i], UNTOUCHED, "%s writes too much",
                     kernels->name);
    }
}

Test(kernels, finish_tiles) {
    static Output output;
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(33);
        for (int i = 0; i < 4 * 4 * 12 * 2; i++) { /* shapes, kinds, writings, twice */
            LayerWriting made;
            layer_oracle_writing(&made, (Activation)(i / 16 % 4), (Element)(i / 64 % 3),
                                 (int)(*kernels)->unsigned_most, &rng);
            fill_output(&output, pick_shape(i), &rng);
            const int kind = i / 4 % 4; /* writes; replaces; adds; adds and writes */
            const Epilogue epilogue = {.channels = OUTPUT_CHANNELS,
                                       .adds = kind >= 2,
                                       .keep = kind >= 1 ? output.keep : NULL,
                                       .output_stage = made.output_stage,
                                       .to = kind == 0 || kind == 3 ? output.to : NULL};
            expect_tile_out(*kernels, &epilogue, &output);
        }
    }
}
