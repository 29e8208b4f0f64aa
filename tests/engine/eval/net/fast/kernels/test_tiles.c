/* Winograd's transforms against their matrices, multiplied out. */
#include "tests/support/layer_oracle.h"

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
                                    {0, 2, -1, -2, 1, 0}, {0, 4, 0, -5, 0, 1}};
    return points == 6 ? LARGE[to][from] : SMALL[to][from];
}

/* A^T: a line of cells from a line of sums. */
static int coefficient_out(int points, int to, int from) {
    static const int SMALL[3][5] = {{1, 1, 1, 1, 0}, {0, 1, -1, 2, 0}, {0, 1, 1, 4, 1}};
    static const int LARGE[4][6] = {
        {1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0}, {0, 1, 1, 4, 4, 0}, {0, 1, -1, 8, -8, 1}};
    return points == 6 ? LARGE[to][from] : SMALL[to][from];
}

static int plane_coefficient(int points, int plane, int cell) {
    return coefficient_in(points, plane / points, cell / points) *
           coefficient_in(points, plane % points, cell % points);
}

/* A tile's input: `cell` of the board at each place, or -1. */
typedef struct {
    int points, channels;
    Element element;
    int cell[TILE_CELLS_MAX];
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

static void expect_planes(const Kernels *kernels, const Input *input, const void *planes) {
    const int count = input->points * input->points;
    for (int i = 0; i < count * input->channels; i++) {
        const int plane = i / input->channels, channel = i % input->channels;
        double sum = 0, magnitude = 0;
        for (int place = 0; place < count; place++) {
            const double term =
                value_in(input, place, channel) * plane_coefficient(input->points, plane, place);
            sum += term;
            magnitude += fabs(term);
        }
        const double error = input->element == ELEMENT_F32 ? 2e-6 * magnitude : 0;
        const double number = layer_oracle_read(input->element, planes, (size_t)i);
        cr_assert(fabs(number - sum) <= error,
                  "%s, %d points, element %d: %.9g instead of %.9g in plane %d, channel %d",
                  kernels->name, input->points, (int)input->element, number, sum, plane, channel);
    }
}

static void expect_tile_in(const Kernels *kernels, const Input *input) {
    static float planes[(TILE_CELLS_MAX + 1) * CHANNELS_MAX];
    const int count = input->points * input->points;
    const int bytes = (int)element_bytes(input->element);
    const TileShape shape = {input->points, input->channels};
    int32_t offsets[TILE_CELLS_MAX];
    for (int i = 0; i < count; i++) {
        offsets[i] = input->cell[i] < 0 ? -1 : input->cell[i] * input->channels * bytes;
    }
    memset(planes, UNTOUCHED, sizeof planes);
    kernels->tile_in(&shape, input->element,
                     input->element == ELEMENT_F32 ? (const void *)input->reals : input->wholes,
                     offsets, planes);
    expect_planes(kernels, input, planes);
    for (size_t i = (size_t)(count * input->channels * bytes); i < sizeof planes; i++) {
        cr_assert_eq(((const uint8_t *)planes)[i], UNTOUCHED, "%s writes too much", kernels->name);
    }
}

static void fill_input(Input *input, int points, Element element, Rng *rng) {
    input->points = points;
    input->element = element;
    input->channels = KERNELS_GROUP * (1 + (int)rng_below(rng, CHANNELS_MAX / KERNELS_GROUP));
    for (int i = 0; i < points * points; i++) {
        input->cell[i] = rng_below(rng, 4) == 0 ? -1 : (int)rng_below(rng, BOARD_CELLS);
    }
    for (int i = 0; i < BOARD_CELLS * CHANNELS_MAX; i++) {
        input->reals[i] = layer_oracle_value(rng);
        input->wholes[i] = (int16_t)((int)rng_below(rng, 2 * 327 + 1) - 327);
    }
}

Test(kernels, transform_tiles_of_floats) {
    static Input input;
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(31);
        for (int i = 0; i < REPEATS; i++) {
            fill_input(&input, 5 + i % 2, ELEMENT_F32, &rng);
            expect_tile_in(*kernels, &input);
        }
    }
}

Test(kernels, transform_tiles_of_16_bit_numbers_exactly) {
    static Input input;
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(32);
        for (int i = 0; i < REPEATS; i++) {
            fill_input(&input, 5 + i % 2, ELEMENT_S16, &rng);
            expect_tile_in(*kernels, &input);
        }
    }
}

/* Cells that make the number in a plane the greatest that there can be, and in the next channel the
 * least. Values are from least to most; the greatest is `reach` times most, and fits 16 bits. */
static void fill_extremes(Input *input, int points, int plane, int least, int most) {
    *input = (Input){.points = points, .channels = KERNELS_GROUP, .element = ELEMENT_S16};
    for (int place = 0; place < points * points; place++) {
        input->cell[place] = place;
        const int coefficient = plane_coefficient(points, plane, place);
        for (int c = 0; c < KERNELS_GROUP; c++) {
            const bool is_most = c % 2 == 0 ? coefficient > 0 : coefficient < 0;
            input->wholes[place * KERNELS_GROUP + c] = (int16_t)(is_most ? most : least);
        }
    }
}

static void expect_extremes(int points, int least, int most) {
    static Input input;
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        for (int plane = 0; plane < points * points; plane++) {
            fill_extremes(&input, points, plane, least, most);
            expect_tile_in(*kernels, &input);
        }
    }
}

/* The limits of engine/eval/net/fast/filter.c. */
Test(kernels, transform_the_greatest_16_bit_numbers_exactly) {
    expect_extremes(6, 0, 481);
    expect_extremes(6, -327, 327);
    expect_extremes(5, 0, 481);
    expect_extremes(5, -327, 327);
}

/* ---- Output ---- */

enum { OUTPUT_CHANNELS = 160, OUTPUTS_MAX = 16 };

/* The sums of a tile and where they go. */
typedef struct {
    int points, channels, first;
    bool are_floats;
    int32_t indices[OUTPUTS_MAX];
    float unit[TILE_CELLS_MAX * CHANNELS_MAX];
    union {
        float reals[TILE_CELLS_MAX * CHANNELS_MAX];
        int32_t wholes[TILE_CELLS_MAX * CHANNELS_MAX];
    } sums;
    float kept[BOARD_CELLS * OUTPUT_CHANNELS], keep[BOARD_CELLS * OUTPUT_CHANNELS];
    float to[BOARD_CELLS * OUTPUT_CHANNELS];
} Output;

static void fill_output(Output *output, int points, Rng *rng) {
    output->points = points;
    output->channels = KERNELS_PANEL * (1 + (int)rng_below(rng, KERNELS_CHUNK));
    output->first = KERNELS_PANEL * (int)rng_below(rng, 5);
    output->are_floats = rng_below(rng, 2) == 0;
    for (int i = 0; i < (points - 2) * (points - 2); i++) { /* no cell twice */
        const int cell = 3 * i + (int)rng_below(rng, 3);
        output->indices[i] = rng_below(rng, 4) == 0 ? -1 : cell * OUTPUT_CHANNELS;
    }
    for (int i = 0; i < TILE_CELLS_MAX * CHANNELS_MAX; i++) {
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
    const int points = output->points, side = points - 2;
    double sum = 0, magnitude = 0;
    for (int plane = 0; plane < points * points; plane++) {
        const int coefficient = coefficient_out(points, cell / side, plane / points) *
                                coefficient_out(points, cell % side, plane % points);
        const int place = (channel / KERNELS_PANEL * points * points + plane) * KERNELS_PANEL +
                          channel % KERNELS_PANEL;
        const double term = coefficient * (output->are_floats ? (double)output->sums.reals[place]
                                                              : (double)output->sums.wholes[place] *
                                                                    (double)output->unit[place]);
        sum += term;
        magnitude += fabs(term);
    }
    *error = 1e-6 * magnitude;
    return sum;
}

/* Checks one number of keep and of to. */
static void expect_cell(const Kernels *kernels, const Finish *finish, const Output *output,
                        int cell, int channel) {
    const int index = output->indices[cell] + output->first + channel;
    double error = 0, value = sum_slowly(output, cell, channel, &error);
    if (finish->keep != NULL) {
        value += finish->adds ? (double)output->kept[index] : 0;
        error += fabs(value) * 1e-6 + 1e-6;
        cr_assert_float_eq((double)output->keep[index], value, error, "%s", kernels->name);
    }
    if (finish->to != NULL) {
        const double number = layer_oracle_read(finish->writing.element, output->to, (size_t)index);
        cr_assert(
            layer_oracle_is_right(&finish->writing, output->first + channel, value, error, number),
            "%s, %d points, activation %d, element %d: %.9g for %.9g", kernels->name,
            output->points, (int)finish->writing.activation, (int)finish->writing.element, number,
            value);
    }
}

static void expect_tile_out(const Kernels *kernels, const Finish *finish, Output *output) {
    const int count = (output->points - 2) * (output->points - 2);
    const size_t bytes = element_bytes(finish->writing.element);
    const TileShape shape = {output->points, output->channels};
    kernels->tile_out(&shape, finish, &output->sums, output->are_floats ? NULL : output->unit,
                      output->indices, output->first);
    for (int i = 0; i < count * output->channels; i++) {
        const int cell = i / output->channels, channel = i % output->channels;
        if (output->indices[cell] >= 0) {
            const int index = output->indices[cell] + output->first + channel;
            expect_cell(kernels, finish, output, cell, channel);
            output->keep[index] = output->kept[index];
            memset((char *)output->to + (size_t)index * bytes, UNTOUCHED, bytes);
        }
    }
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
        for (int i = 0; i < 8 * 12 * 2; i++) { /* kinds, writings, points */
            LayerWriting made;
            layer_oracle_writing(&made, (Activation)(i / 8 % 4), (Element)(i / 32 % 3),
                                 (int)(*kernels)->unsigned_most, &rng);
            fill_output(&output, 5 + i % 2, &rng);
            const int kind = i / 2 % 4; /* writes; replaces; adds; adds and writes */
            const Finish finish = {.channels = OUTPUT_CHANNELS,
                                   .adds = kind >= 2,
                                   .keep = kind >= 1 ? output.keep : NULL,
                                   .writing = made.writing,
                                   .to = kind == 0 || kind == 3 ? output.to : NULL};
            expect_tile_out(*kernels, &finish, &output);
        }
    }
}
