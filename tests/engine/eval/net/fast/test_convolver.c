/* Whole convolutions, with every set of kernels, against a plain one in double precision. */
#include "engine/base/rng.h"
#include "engine/eval/net/fast/convolver.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/sanitizer.h"

enum { IN = 64, OUT = 128, SILENT_IN = 3, SILENT_OUT = 5 };

/* The output channels that are compared; the next cell takes those beside them. */
enum { COMPARED_STRIDE = IS_SANITIZED ? 60 : 12 };

/* Standard deviations that rounding may take an answer away: one of a few million goes farther than
 * five. */
static const double DEVIATIONS = 6;

/* A convolution of boards. What it reads is exact in the filter's steps, so that nothing but the
 * weights is rounded. */
typedef struct {
    Element element;
    bool is_signed;
    int batch, width, height;
    WeightsForm form;
    Filter *filter;
    Arena arena;    /* of the filter */
    float mean[IN]; /* of the values, for packing */
    float *weights; /* [y][x][IN][OUT] */
    double *values; /* [position][cell][IN] */
    void *from;     /* the same as the filter reads them */
    float *answers; /* [position][cell][OUT] */
} Case;

static double uniform(Rng *rng, double least, double most) {
    return least + (most - least) * rng_next(rng) / 4294967296.0;
}

static int cell_count(const Case *made) {
    return made->batch * made->width * made->height;
}

static void *take(size_t bytes) {
    const size_t lines = bytes / KERNELS_ALIGNMENT + 1;
    void *memory = aligned_alloc(KERNELS_ALIGNMENT, lines * KERNELS_ALIGNMENT);
    cr_assert_not_null(memory);
    memset(memory, 0x5A, lines * KERNELS_ALIGNMENT);
    return memory;
}

/* Weights and values of all sizes. One input channel is always 0, and one output channel. */
static void fill_case(Case *made, int kernel, Rng *rng) {
    made->filter = filter_new(kernel, IN, OUT);
    cr_assert_not_null(made->filter);
    made->weights = take((size_t)(kernel * kernel * IN * OUT) * sizeof *made->weights);
    for (int i = 0; i < kernel * kernel * IN * OUT; i++) {
        made->weights[i] = i % OUT == SILENT_OUT ? 0 : (float)uniform(rng, -0.5, 0.5);
    }
    const int count = cell_count(made) * IN;
    made->values = take((size_t)count * sizeof *made->values);
    for (int i = 0; i < count; i++) {
        const double range = i % IN == SILENT_IN ? 0 : 0.2 + i % IN % 7;
        made->values[i] = (double)(float)uniform(rng, made->is_signed ? -range : 0, range);
    }
}

static void quantize(Case *made) {
    Observer *observer = observer_new(IN);
    float *values = take((size_t)(cell_count(made) * IN) * sizeof *values);
    cr_assert_not_null(observer);
    for (int i = 0; i < cell_count(made) * IN; i++) {
        values[i] = (float)made->values[i];
    }
    observer_add(observer, values, cell_count(made));
    for (int i = 0; i < IN; i++) {
        made->mean[i] = (float)(observer->sums[i] / (double)observer->cells);
    }
    cr_assert(filter_quantize(made->filter, made->is_signed, observer->greatest, made->mean,
                              &made->arena));
    free(values);
    free(observer);
}

/* Writes the values as the filter reads them, and makes them what was written. */
static void write_values(Case *made) {
    const Filter *filter = made->filter;
    for (int i = 0; i < cell_count(made) * IN; i++) {
        if (made->element == ELEMENT_F32) {
            ((float *)made->from)[i] = (float)made->values[i];
            continue;
        }
        const double inverse_scale = (double)filter->inverse_scale[i % IN];
        const double steps = fmax((double)filter->least, fmin(rint(made->values[i] * inverse_scale),
                                                              (double)filter->most));
        made->values[i] = steps / inverse_scale;
        ((int16_t *)made->from)[i] = (int16_t)steps;
    }
}

/* Packs the layer's weights. */
static void pack(const Case *made, Filter *filter, const Kernels *kernels, WeightsForm form,
                 Arena *arena) {
    const Convolution layer = {filter->kernel, IN, OUT, made->weights};
    const size_t bytes = filter_room(filter) * sizeof(float);
    float *weights = memset(take(bytes), 0, bytes);
    filter_place(filter, &layer, 0, weights);
    cr_assert(filter_pack(filter, kernels, form, weights, arena));
    free(weights);
}

static void run_case(Case *made, const Kernels *kernels, bool adds) {
    Convolver convolver;
    pack(made, made->filter, kernels, made->form, &made->arena);
    cr_assert(convolver_init(&convolver, made->filter, made->batch, made->width, made->height));
    void *scratch = take(convolver.scratch_bytes);
    const Epilogue epilogue = {.channels = OUT, .adds = adds, .keep = made->answers};
    for (int i = 0; i < cell_count(made) * OUT; i++) {
        made->answers[i] = 1; /* what the answer is added to, or replaces */
    }
    convolver_run(&convolver, kernels, made->from, &epilogue, scratch);
    free(scratch);
    convolver_clear(&convolver);
}

/* ---- What rounding does ---- */

/* The greatest weight of output channel o and the sum of all, by steps of the input: taps from
 * begin to end of [tap][IN][OUT]. */
static void measure(const Filter *filter, const float *weights, int begin, int end, int o,
                    double *greatest, double *sum) {
    *greatest = *sum = 0;
    for (int i = begin * IN; i < end * IN; i++) {
        const double weight =
            fabs((double)weights[i * OUT + o]) / (double)filter->inverse_scale[i % IN];
        *greatest = fmax(*greatest, weight);
        *sum += weight;
    }
}

/* The step of 16-bit weights: they fit 16 bits and their sums 32. */
static double short_unit(double greatest, double sum, double most, int count) {
    return fmax(greatest / INT16_MAX, sum / (INT32_MAX / most - count / 2.0)) * (1 + 1e-5);
}

/* The variance of an answer of output channel o if it is computed by tiles. A rounded weight is off
 * by unit / sqrt(12), and multiplies at most what the transform makes of the greatest input. */
static double tiled_variance(const Case *made, const float *planes, int o) {
    /* How often a line of the output has each point, at most; of 5 points or of 6. */
    static const double MOST[TILE_POINTS_MAX] = {2, 3, 1, 16, 1, 8};
    const Filter *filter = made->filter;
    double variance = 0;
    for (int pair = 0; pair < TILE_PLANES; pair++) {
        const int x = pair % TILE_POINTS_MAX, y = pair / TILE_POINTS_MAX, plane = tile_plane(x, y);
        double greatest = 0, sum = 0;
        measure(filter, planes, plane, plane + 1, o, &greatest, &sum);
        const double most = (double)filter->most * winograd_reach(plane, made->is_signed);
        const double error = short_unit(greatest, sum, most, IN) * most * MOST[x] * MOST[y];
        variance += error * error / 12 * IN;
    }
    return variance;
}

/* The variance by products of the cells. */
static double direct_variance(const Case *made, int o) {
    const Filter *filter = made->filter;
    const int taps = filter->kernel * filter->kernel;
    double greatest = 0, sum = 0;
    measure(filter, made->weights, 0, taps, o, &greatest, &sum);
    const double unit = short_unit(greatest, sum, (double)filter->most, taps * IN);
    const double error = unit * (double)filter->most;
    return error * error / 12 * taps * IN;
}

/* The planes of the layer's weights, [plane][IN][OUT]. */
static float *transform(const Case *made) {
    Arena arena = {0};
    Filter *exact = filter_new(3, IN, OUT);
    float *planes = take((size_t)(TILE_PLANES * IN * OUT) * sizeof *planes);
    cr_assert_not_null(exact);
    pack(made, exact, kernels_best(), WEIGHTS_PACKED, &arena);
    for (int chunk = 0; chunk < filter_chunks(exact); chunk++) {
        const int begin = filter_chunk_begin(exact, chunk) * KERNELS_PANEL;
        const int end = filter_chunk_begin(exact, chunk + 1) * KERNELS_PANEL;
        const float *from = (const float *)(const void *)filter_chunk(exact, chunk);
        for (int plane = 0; plane < TILE_PLANES; plane++) {
            for (int o = begin; o < end; o += KERNELS_PANEL) {
                for (int i = 0; i < IN; i++, from += KERNELS_PANEL) {
                    memcpy(planes + (plane * IN + i) * OUT + o, from, KERNELS_PANEL * sizeof *from);
                }
            }
        }
    }
    free(exact);
    arena_clear(&arena);
    return planes;
}

/* How far rounded weights may take the answers of each output channel. */
static void find_errors(const Case *made, double errors[OUT]) {
    const Filter *filter = made->filter;
    float *planes = NULL;
    if (filter->kernel == 3 && made->element == ELEMENT_S16) {
        planes = transform(made);
    }
    for (int o = 0; o < OUT; o++) {
        const double variance = made->element == ELEMENT_F32 ? 0
                                : planes != NULL             ? tiled_variance(made, planes, o)
                                                             : direct_variance(made, o);
        errors[o] = DEVIATIONS * sqrt(variance);
    }
    free(planes);
}

/* ---- Comparing ---- */

static double sum_slowly(const Case *made, int position, int x, int y, int o, double *magnitude) {
    const Filter *filter = made->filter;
    const int side = filter->kernel, margin = side / 2;
    double sum = 0;
    *magnitude = 0;
    for (int tap = 0; tap < side * side; tap++) {
        const int u = x + tap % side - margin, v = y + tap / side - margin;
        if (u < 0 || v < 0 || u >= made->width || v >= made->height) {
            continue;
        }
        const double *cell = made->values + ((position * made->height + v) * made->width + u) * IN;
        for (int i = 0; i < IN; i++) {
            const double term = cell[i] * (double)made->weights[(tap * IN + i) * OUT + o];
            sum += term;
            *magnitude += fabs(term);
        }
    }
    return sum;
}

static void expect_answers(const Case *made, const Kernels *kernels, bool adds) {
    double errors[OUT];
    find_errors(made, errors);
    for (int cell = 0; cell < cell_count(made); cell++) {
        const int x = cell % made->width, y = cell / made->width % made->height;
        const int position = cell / made->width / made->height;
        for (int o = cell % COMPARED_STRIDE; o < OUT; o += COMPARED_STRIDE) {
            double magnitude = 0;
            const double sum = sum_slowly(made, position, x, y, o, &magnitude) + (adds ? 1 : 0);
            const double answer = (double)made->answers[cell * OUT + o];
            cr_assert(fabs(answer - sum) <= errors[o] + 1e-5 * magnitude,
                      "%s, kernel %d, element %d, %dx%d, batch %d: %.9g instead of %.9g +- %.2g at "
                      "%d %d, channel %d",
                      kernels->name, made->filter->kernel, (int)made->element, made->width,
                      made->height, made->batch, answer, sum, errors[o], x, y, o);
        }
    }
}

/* Quantizes what the filter reads and convolves it. */
static void convolve(Case *made, const Kernels *kernels, bool adds) {
    made->from = take((size_t)(cell_count(made) * IN) * sizeof(float));
    made->answers = take((size_t)(cell_count(made) * OUT) * sizeof(float));
    if (made->element != ELEMENT_F32) {
        quantize(made);
    }
    write_values(made);
    run_case(made, kernels, adds);
}

static void free_case(Case *made) {
    free(made->filter);
    arena_clear(&made->arena);
    free(made->weights);
    free(made->values);
    free(made->from);
    free(made->answers);
}

static void expect_convolution(const Kernels *kernels, int kernel, Element element, int batch,
                               const int size[2], uint64_t seed) {
    Rng rng = rng_new(seed);
    Case made = {.element = element,
                 .is_signed = seed % 2 == 0,
                 .form = seed % 3 == 1 ? WEIGHTS_COMPACT : WEIGHTS_PACKED,
                 .batch = batch,
                 .width = size[0],
                 .height = size[1]};
    const bool adds = seed % 4 == 0;
    fill_case(&made, kernel, &rng);
    convolve(&made, kernels, adds);
    expect_answers(&made, kernels, adds);
    free_case(&made);
}

static void expect_convolutions(Element element) {
    static const int SIZES[][2] = {{1, 1}, {2, 3}, {8, 7}, {9, 9}, {13, 13}, {19, 19}, {25, 25}};
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        for (int kernel = 1; kernel <= 5; kernel += 2) {
            for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
                expect_convolution(*kernels, kernel, element, 1, SIZES[i], 2 * i);
                expect_convolution(*kernels, kernel, element, 3, SIZES[i], 2 * i + 1);
            }
        }
    }
}

Test(convolver, convolves_floats) {
    expect_convolutions(ELEMENT_F32);
}

Test(convolver, convolves_16_bit_numbers) {
    expect_convolutions(ELEMENT_S16);
}

/* Weights, or values, so near to 0 that their steps are no normal floats: the answers are 0. */
static void expect_nothing(const Kernels *kernels, int kernel, float weight, double value) {
    Rng rng = rng_new(3);
    Case made = {.element = ELEMENT_S16, .is_signed = true, .batch = 1, .width = 3, .height = 2};
    fill_case(&made, kernel, &rng);
    for (int i = 0; i < kernel * kernel * IN * OUT; i++) {
        made.weights[i] *= weight;
    }
    for (int i = 0; i < cell_count(&made) * IN; i++) {
        made.values[i] = (double)(float)(made.values[i] * value);
    }
    convolve(&made, kernels, true);
    for (int i = 0; i < cell_count(&made) * OUT; i++) {
        cr_assert_float_eq(made.answers[i], 1, 1e-5, "%s, kernel %d: %g added to 1", kernels->name,
                           kernel, (double)made.answers[i] - 1);
    }
    free_case(&made);
}

Test(convolver, adds_nothing_for_numbers_near_0) {
    /* A step of 0; a step and numbers below the least normal float; a step alone. */
    static const double SMALL[] = {1e-45, 1e-39, 1e-36};
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        for (size_t i = 0; i < sizeof SMALL / sizeof SMALL[0]; i++) {
            for (int kernel = 1; kernel <= 3; kernel += 2) { /* by cells, and by tiles */
                expect_nothing(*kernels, kernel, (float)SMALL[i], 1);
                expect_nothing(*kernels, kernel, 1, SMALL[i]);
            }
        }
    }
}
