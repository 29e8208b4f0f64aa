/* Attention in 16-bit numbers against attention in floats, on heads of several shapes. */
#include "engine/eval/net/fast/attention_layer.h"

#include "engine/base/rng.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static float pick(Rng *rng, float most) {
    return ((float)rng_below(rng, 2001) / 1000 - 1) * most;
}

static void *take(size_t bytes) {
    void *memory = aligned_alloc(KERNELS_ALIGNMENT, kernels_aligned(bytes));
    cr_assert_not_null(memory);
    return memory;
}

/* What attention makes of queries, keys and values: [cell][out_channels]. */
static float *attend(const Kernels *kernels, const Attention *layer, Element element, int width,
                     int height, uint64_t seed) {
    AttentionLayer attention_layer;
    cr_assert(attention_layer_init(&attention_layer, layer, element, width, height));
    Rng rng = rng_new(seed);
    const size_t cells = (size_t)attention_layer.cells;
    float *from = take(cells * (size_t)attention_layer.channels * sizeof *from);
    float *to = take(cells * (size_t)attention_layer.out_channels * sizeof *to);
    void *scratch = take(attention_layer.scratch_bytes);
    for (size_t i = 0; i < cells * (size_t)attention_layer.channels; i++) {
        from[i] = pick(
            &rng, (int)(i % (size_t)attention_layer.channels) < attention_layer.values ? 1.5F : 3);
    }
    const OutputStage output_stage = {.activation = ACTIVATION_IDENTITY};
    attention_layer_run(&attention_layer, kernels, from, &output_stage, to, scratch);
    free(from);
    free(scratch);
    attention_layer_clear(&attention_layer);
    return to;
}

static void expect_agreement(const Kernels *kernels, const Attention *layer, int width, int height,
                             uint64_t seed) {
    float *exact = attend(kernels, layer, ELEMENT_F32, width, height, seed);
    float *whole = attend(kernels, layer, ELEMENT_U8, width, height, seed);
    const int count = width * height * layer->heads * layer->value_size;
    double size = 0;
    for (int i = 0; i < count; i++) {
        const double got = (double)whole[i], expected = (double)exact[i];
        cr_assert_float_eq(got, expected, 0.012, "%s on %dx%d: %.9g instead of %.9g", kernels->name,
                           width, height, got, expected);
        size += fabs(expected);
    }
    cr_assert_gt(size, 0.01 * count);
    free(exact);
    free(whole);
}

Test(attention_layer, whole_numbers_agree_with_floats) {
    static const int SIZES[][2] = {{1, 1}, {3, 2}, {5, 5}, {9, 4}, {9, 9}, {19, 19}, {25, 25}};
    float frequencies[2 * 16 * 2];
    Rng rng = rng_new(41);
    for (size_t i = 0; i < sizeof frequencies / sizeof frequencies[0]; i++) {
        frequencies[i] = pick(&rng, 1);
    }
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
            const Attention layer = {.heads = 4,
                                     .key_heads = i % 2 == 0 ? 4 : 2,
                                     .query_size = 32,
                                     .value_size = i % 3 == 0 ? 64 : 32,
                                     .frequencies = i % 2 == 0 ? NULL : frequencies};
            expect_agreement(*kernels, &layer, SIZES[i][0], SIZES[i][1], i);
        }
    }
}
