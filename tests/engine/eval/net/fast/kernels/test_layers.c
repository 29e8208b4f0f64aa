/* What kernels do between products, against one value after another in double precision. */
#include "tests/support/oracle/layer_oracle.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum {
    CHANNELS = LAYER_CHANNELS_MAX,
    ROWS = 7,
    STRIDE = CHANNELS + 24, /* floats from a row to the next, if there are others between */
    UNTOUCHED = 0x5A,       /* a byte that stands behind what is written */
};

/* Writings of every activation for every element. */
enum { ACTIVATIONS = 4, ELEMENTS = 3, WRITINGS = 5 * ACTIVATIONS * ELEMENTS };

static void make_writing(LayerWriting *made, const Kernels *kernels, int i, Rng *rng) {
    layer_oracle_writing(made, (Activation)(i % ACTIVATIONS), (Element)(i / ACTIVATIONS % ELEMENTS),
                         (int)kernels->unsigned_most, rng);
}

static int pick_channels(Rng *rng) {
    return KERNELS_PANEL * (1 + (int)rng_below(rng, CHANNELS / KERNELS_PANEL));
}

static void fill(Rng *rng, float *to, int count) {
    for (int i = 0; i < count; i++) {
        to[i] = layer_oracle_value(rng);
    }
}

static void expect_right(const Kernels *kernels, const OutputStage *output_stage, int channel,
                         double x, double error, const void *to, int index) {
    const double number = layer_oracle_read(output_stage->element, to, (size_t)index);
    cr_assert(layer_oracle_is_right(output_stage, channel, x, error, number),
              "%s, activation %d, element %d, inverse_scale %d: %.9g for %.9g in channel %d (%.9g)",
              kernels->name, (int)output_stage->activation, (int)output_stage->element,
              output_stage->inverse_scale != NULL, number, x, channel,
              layer_oracle_normed(output_stage, channel, x));
}

static void expect_untouched(const Kernels *kernels, const void *memory, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
        cr_assert_eq(((const uint8_t *)memory)[i], UNTOUCHED, "%s writes too much", kernels->name);
    }
}

static void expect_applied(const Kernels *kernels, const OutputStage *output_stage, Rng *rng) {
    static float from[ROWS * STRIDE], to[ROWS * STRIDE];
    const int channels = pick_channels(rng), rows = 1 + (int)rng_below(rng, ROWS);
    const int stride = rng_below(rng, 2) == 0 ? channels : STRIDE;
    fill(rng, from, ROWS * STRIDE);
    memset(to, UNTOUCHED, sizeof to);
    kernels->apply(output_stage, from, (size_t)stride, rows, channels, to);
    double excess = 0;
    for (int i = 0; i < rows * channels; i++) {
        const double x = (double)from[i / channels * stride + i % channels];
        expect_right(kernels, output_stage, i % channels, x, 0, to, i);
        excess += layer_oracle_excess(output_stage, i % channels, x);
    }
    cr_assert(layer_oracle_has_excess(output_stage, excess), "%s: excess %g", kernels->name,
              excess);
    expect_untouched(kernels, to, (size_t)(rows * channels) * element_bytes(output_stage->element),
                     sizeof to);
}

Test(kernels, apply_activations_and_round_to_steps) {
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(21);
        for (int i = 0; i < WRITINGS; i++) {
            LayerWriting made;
            make_writing(&made, *kernels, i, &rng);
            expect_applied(*kernels, &made.output_stage, &rng);
        }
    }
}

/* What a convolution leaves behind. */
typedef struct {
    int row, rows, first, channels; /* of the sums that are finished */
    bool are_floats, has_unit;
    float unit[CHANNELS], bias[CHANNELS];
    float kept[ROWS * CHANNELS], keep[ROWS * CHANNELS], to[ROWS * CHANNELS];
    union {
        float reals[ROWS * CHANNELS];
        int32_t wholes[ROWS * CHANNELS];
    } sums;
} Ending;

static void fill_ending(Ending *ending, const Epilogue *epilogue, Rng *rng) {
    ending->row = (int)rng_below(rng, ROWS);
    ending->rows = 1 + (int)rng_below(rng, (uint32_t)(ROWS - ending->row));
    ending->channels = KERNELS_PANEL * (1 + (int)rng_below(rng, KERNELS_CHUNK));
    ending->first =
        KERNELS_PANEL * (int)rng_below(rng, (uint32_t)(epilogue->channels / KERNELS_PANEL));
    if (ending->first + ending->channels > epilogue->channels) {
        ending->channels = epilogue->channels - ending->first;
    }
    for (int i = 0; i < ROWS * CHANNELS; i++) {
        ending->kept[i] = layer_oracle_value(rng);
        if (ending->are_floats) {
            ending->sums.reals[i] = layer_oracle_value(rng);
        } else {
            ending->sums.wholes[i] = (int32_t)rng_next(rng) >> rng_below(rng, 24);
        }
    }
    for (int i = 0; i < CHANNELS; i++) {
        ending->unit[i] = (float)(1 + rng_below(rng, 100)) / (ending->are_floats ? 50 : 1e6F);
        ending->bias[i] = layer_oracle_value(rng);
    }
    memcpy(ending->keep, ending->kept, sizeof ending->keep);
    memset(ending->to, UNTOUCHED, sizeof ending->to);
}

/* Checks one number of keep and of to. Returns what clamping takes off the latter. */
static double expect_finished(const Kernels *kernels, const Epilogue *epilogue,
                              const Ending *ending, int row, int c) {
    const int place = (row - ending->row) * ending->channels + c - ending->first;
    const int index = row * epilogue->channels + c;
    double value =
        ending->are_floats ? (double)ending->sums.reals[place] : (double)ending->sums.wholes[place];
    double error = fabs(value) * 1e-7;
    if (epilogue->unit != NULL) {
        value = value * (double)ending->unit[c];
        error = fabs(value) * 3e-7 + fabs((double)ending->bias[c]) * 1e-7;
        value += (double)ending->bias[c];
    }
    if (epilogue->adds && epilogue->keep != NULL) {
        value += (double)ending->kept[index];
        error += fabs(value) * 1e-7 + fabs((double)ending->kept[index]) * 1e-7;
    }
    if (epilogue->keep != NULL) {
        cr_assert(fabs((double)ending->keep[index] - value) <= error + 1e-6,
                  "%s keeps %.9g instead of %.9g", kernels->name, (double)ending->keep[index],
                  value);
    }
    if (epilogue->to != NULL) {
        expect_right(kernels, &epilogue->output_stage, c, value, error, epilogue->to, index);
        return layer_oracle_excess(&epilogue->output_stage, c, value);
    }
    return 0;
}

static void expect_ended(const Kernels *kernels, const Epilogue *epilogue, const Ending *ending) {
    kernels->finish(epilogue, &ending->sums, ending->are_floats, ending->row, ending->rows,
                    ending->first, ending->channels);
    const size_t bytes = element_bytes(epilogue->output_stage.element);
    double excess = 0;
    for (int i = 0; i < ROWS * epilogue->channels; i++) {
        const int row = i / epilogue->channels, c = i % epilogue->channels;
        if (row >= ending->row && row < ending->row + ending->rows && c >= ending->first &&
            c < ending->first + ending->channels) {
            excess += expect_finished(kernels, epilogue, ending, row, c);
        } else {
            cr_assert_eq(ending->keep[i], ending->kept[i], "%s keeps too much", kernels->name);
            expect_untouched(kernels, ending->to, (size_t)i * bytes, (size_t)(i + 1) * bytes);
        }
    }
    cr_assert(layer_oracle_has_excess(&epilogue->output_stage, excess), "%s: excess %g",
              kernels->name, excess);
}

Test(kernels, finish_sums) {
    static Ending ending;
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(22);
        for (int i = 0; i < 4 * WRITINGS; i++) {
            LayerWriting made;
            make_writing(&made, *kernels, i, &rng);
            Epilogue epilogue = {.channels = pick_channels(&rng),
                                 .output_stage = made.output_stage};
            const int kind = i / WRITINGS; /* writes; replaces; adds; adds and writes */
            ending.are_floats = rng_below(&rng, 2) == 0;
            fill_ending(&ending, &epilogue, &rng);
            if (!ending.are_floats || rng_below(&rng, 2) == 0) {
                epilogue.unit = ending.unit;
                epilogue.bias = ending.bias;
            }
            epilogue.adds = kind >= 2;
            epilogue.keep = kind >= 1 ? ending.keep : NULL;
            epilogue.to = kind == 0 || kind == 3 ? ending.to : NULL;
            expect_ended(*kernels, &epilogue, &ending);
        }
    }
}

Test(kernels, pool_sums_and_greatest_values) {
    static float from[ROWS * STRIDE], sums[CHANNELS], greatest[CHANNELS];
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(23);
        for (int i = 0; i < WRITINGS; i++) {
            LayerWriting made;
            layer_oracle_writing(&made, (Activation)(i % ACTIVATIONS), ELEMENT_F32, 255, &rng);
            const int channels = pick_channels(&rng), rows = 1 + (int)rng_below(&rng, ROWS);
            fill(&rng, from, ROWS * STRIDE);
            (*kernels)->pool(&made.output_stage, from, STRIDE, rows, channels, sums, greatest);
            for (int c = 0; c < channels; c++) {
                double sum = 0, magnitude = 1, most = -INFINITY;
                for (int row = 0; row < rows; row++) {
                    const double x = (double)from[row * STRIDE + c];
                    const double value = layer_oracle_normed(&made.output_stage, c, x);
                    sum += value;
                    magnitude += fabs(value);
                    most = fmax(most, value);
                }
                cr_assert_float_eq((double)sums[c], sum, 2e-6 * magnitude, "%s", (*kernels)->name);
                cr_assert_float_eq((double)greatest[c], most, 2e-6 * magnitude, "%s",
                                   (*kernels)->name);
            }
        }
    }
}

Test(kernels, add_rows_of_a_matrix) {
    enum { MATRIX_ROWS = 12, COUNT_MAX = 9 };
    static float matrix[MATRIX_ROWS * CHANNELS], base[CHANNELS], shift[CHANNELS];
    static float cell[CHANNELS + 1];
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(24);
        for (int i = 0; i < WRITINGS; i++) {
            int32_t rows[COUNT_MAX];
            const int channels = pick_channels(&rng), count = (int)rng_below(&rng, COUNT_MAX + 1);
            for (int r = 0; r < count; r++) {
                rows[r] = (int32_t)rng_below(&rng, MATRIX_ROWS);
            }
            fill(&rng, matrix, MATRIX_ROWS * CHANNELS);
            fill(&rng, cell, CHANNELS + 1);
            fill(&rng, base, CHANNELS);
            fill(&rng, shift, CHANNELS);
            const float next = cell[channels];
            (*kernels)->add_rows(matrix, rows, count, channels, base, shift, cell);
            for (int c = 0; c < channels; c++) {
                double sum = (double)base[c] + (double)shift[c];
                double magnitude = fabs((double)base[c]) + fabs((double)shift[c]);
                for (int r = 0; r < count; r++) {
                    sum += (double)matrix[rows[r] * channels + c];
                    magnitude += fabs((double)matrix[rows[r] * channels + c]);
                }
                cr_assert_float_eq((double)cell[c], sum, 1e-6 * magnitude, "%s", (*kernels)->name);
            }
            cr_assert_eq(cell[channels], next, "%s adds too much", (*kernels)->name);
        }
    }
}

Test(kernels, multiply_a_row_by_a_matrix) {
    enum { ROWS_MAX = 20 };
    static float matrix[ROWS_MAX * CHANNELS], in[ROWS_MAX], out[CHANNELS + 1];
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(25);
        for (int i = 0; i < WRITINGS; i++) {
            const int rows = 1 + (int)rng_below(&rng, ROWS_MAX);
            const int columns = 1 + (int)rng_below(&rng, CHANNELS);
            fill(&rng, matrix, ROWS_MAX * CHANNELS);
            fill(&rng, in, ROWS_MAX);
            fill(&rng, out, CHANNELS + 1);
            const float next = out[columns];
            (*kernels)->multiply_row(matrix, rows, columns, in, out);
            for (int c = 0; c < columns; c++) {
                double sum = 0, magnitude = 0;
                for (int r = 0; r < rows; r++) {
                    const double term = (double)in[r] * (double)matrix[r * columns + c];
                    sum += term;
                    magnitude += fabs(term);
                }
                cr_assert_float_eq((double)out[c], sum, 2e-6 * magnitude, "%s", (*kernels)->name);
            }
            cr_assert_eq(out[columns], next, "%s writes too much", (*kernels)->name);
        }
    }
}
