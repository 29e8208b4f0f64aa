/* Products and the choice of kernels. Each set of kernels that the processor has must multiply as a
 * plain loop does: exactly in whole numbers, within rounding in floats. */
#include "engine/eval/net/fast/kernels/kernels.h"

#include "engine/base/rng.h"
#include "tests/support/program/cleanup.h"

#include <sys/wait.h>
#include <unistd.h>

enum {
    ROWS_MAX = 40,
    STEPS_MAX = 24,
    TAPS_MAX = 9,
    WORD_GAP_MAX = 5,       /* words between rows, and between their sums */
    UNTOUCHED = 0x5A5A5A5A, /* what stands in the gaps */
};

/* A product with memory of its own. */
typedef struct {
    Product product;
    int32_t tap[TAPS_MAX];
    char *in, *weights;
    int32_t *sums;
    size_t in_words, weight_words, sum_words;
} Case;

static void *take(size_t words) {
    void *memory = malloc(words * KERNELS_WORD);
    cr_assert_not_null(memory);
    return memory;
}

static int pick(Rng *rng, int least, int most) {
    return least + (int)rng_below(rng, (uint32_t)(most - least + 1));
}

/* Pieces begin anywhere within a row of the first and the last, as those of a convolution do. Words
 * of a row lie together, or those of a step do, as in a product by values of attention. */
static Case make_case(Rng *rng, Element element, int rows, int panels, int taps, int steps) {
    Case made = {
        .product = {
            .element = element, .rows = rows, .panels = panels, .taps = taps, .steps = steps}};
    const bool is_by_steps = taps == 1 && rng_below(rng, 4) == 0;
    const size_t step_words = is_by_steps ? (size_t)(rows + pick(rng, 0, WORD_GAP_MAX)) : 1;
    const size_t row_words = is_by_steps ? 1 : (size_t)(steps + pick(rng, 0, WORD_GAP_MAX));
    made.in_words = (size_t)(rows + 1) * row_words + (size_t)steps * step_words;
    made.weight_words = (size_t)(taps * panels * steps) * KERNELS_PANEL;
    for (int i = 0; i < taps; i++) {
        made.tap[i] = taps == 1 ? 0 : pick(rng, -(int)row_words, (int)row_words) * KERNELS_WORD;
    }
    size_t row = 0, panel = 0;
    if (rng_below(rng, 2) == 0) { /* rows far apart, as in Winograd's planes, or panels */
        panel = (size_t)(KERNELS_PANEL + pick(rng, 0, WORD_GAP_MAX));
        row = panel * (size_t)panels + (size_t)pick(rng, 0, WORD_GAP_MAX);
    } else {
        row = (size_t)(KERNELS_PANEL + pick(rng, 0, WORD_GAP_MAX));
        panel = row * (size_t)rows + (size_t)pick(rng, 0, WORD_GAP_MAX);
    }
    made.sum_words = row * (size_t)rows + panel * (size_t)panels;
    made.in = take(made.in_words);
    made.weights = aligned_alloc(KERNELS_ALIGNMENT, made.weight_words * KERNELS_WORD);
    cr_assert_not_null(made.weights);
    made.sums = take(made.sum_words);
    for (size_t i = 0; i < made.sum_words; i++) {
        made.sums[i] = UNTOUCHED;
    }
    made.product.in = made.in + row_words * KERNELS_WORD;
    made.product.row_bytes = row_words * KERNELS_WORD;
    made.product.step_bytes = step_words * KERNELS_WORD;
    made.product.weights = made.product.next = made.weights;
    made.product.sums = made.sums;
    made.product.sums_row = row;
    made.product.sums_panel = panel;
    return made;
}

static void free_case(Case *made) {
    free(made->in);
    free(made->weights);
    free(made->sums);
}

/* A whole number of at most `most`, often one of the limits. */
static int pick_whole(Rng *rng, int least, int most) {
    const uint32_t kind = rng_below(rng, 4);
    return kind == 0 ? least : kind == 1 ? most : pick(rng, least, most);
}

static void fill_floats(Rng *rng, char *to, size_t words) {
    for (size_t i = 0; i < words; i++) {
        const float value = (float)pick(rng, -1000000, 1000000) / 1000;
        memcpy(to + i * sizeof value, &value, sizeof value);
    }
}

static void fill_shorts(Rng *rng, char *to, size_t words, int most) {
    for (size_t i = 0; i < 2 * words; i++) {
        const int16_t value = (int16_t)pick_whole(rng, -most, most);
        memcpy(to + i * sizeof value, &value, sizeof value);
    }
}

/* Fills the case with values of which no sum overflows, up to the greatest that there are. */
static void fill_case(Rng *rng, Case *made) {
    const Product *product = &made->product;
    const int numbers = 2 * product->taps * product->steps;
    const int in_most = pick_whole(rng, 1, INT16_MAX);
    const int weight_most = INT32_MAX / numbers / in_most;
    switch (product->element) {
    case ELEMENT_F32:
        fill_floats(rng, made->in, made->in_words);
        fill_floats(rng, made->weights, made->weight_words);
        break;
    case ELEMENT_S16:
        fill_shorts(rng, made->in, made->in_words, in_most);
        fill_shorts(rng, made->weights, made->weight_words,
                    weight_most < INT16_MAX ? weight_most : INT16_MAX);
        break;
    }
}

/* The sum of a row by an output channel, and of the products' absolute values. */
static double sum_slowly(const Product *product, int row, int panel, int channel,
                         double *magnitude) {
    const int bytes = (int)element_bytes(product->element);
    double sum = 0;
    *magnitude = 0;
    for (int tap = 0; tap < product->taps; tap++) {
        const char *in = product->in + row * (ptrdiff_t)product->row_bytes + product->tap[tap];
        const int first = (tap * product->panels + panel) * product->steps;
        for (int i = 0; i < product->steps * KERNELS_WORD; i += bytes) {
            const char *number =
                in + (size_t)(i / KERNELS_WORD) * product->step_bytes + i % KERNELS_WORD;
            const char *word =
                product->weights +
                KERNELS_WORD * (KERNELS_PANEL * (first + i / KERNELS_WORD) + channel);
            double term = 0;
            if (product->element == ELEMENT_F32) {
                term = (double)*(const float *)(const void *)number *
                       (double)*(const float *)(const void *)word;
            } else {
                term = (double)*(const int16_t *)(const void *)number *
                       *(const int16_t *)(const void *)(word + i % KERNELS_WORD);
            }
            sum += term;
            *magnitude += fabs(term);
        }
    }
    return sum;
}

/* Compares the sums and wipes them out, so that only the gaps are left. */
static void expect_sums(const Kernels *kernels, Case *made) {
    const Product *product = &made->product;
    for (int row = 0; row < product->rows; row++) {
        for (int i = 0; i < product->panels * KERNELS_PANEL; i++) {
            const int panel = i / KERNELS_PANEL, channel = i % KERNELS_PANEL;
            int32_t *place = made->sums + (size_t)row * product->sums_row +
                             (size_t)panel * product->sums_panel + channel;
            double magnitude = 0;
            const double slow = sum_slowly(product, row, panel, channel, &magnitude);
            const double quick = product->element == ELEMENT_F32
                                     ? (double)*(const float *)(const void *)place
                                     : (double)*place;
            const double error = product->element == ELEMENT_F32 ? 1e-5 * magnitude : 0;
            cr_assert(fabs(quick - slow) <= error,
                      "%s, element %d, %d rows, %d panels, %d taps, %d steps: %.9g instead of "
                      "%.9g in row %d, panel %d, channel %d",
                      kernels->name, (int)product->element, product->rows, product->panels,
                      product->taps, product->steps, quick, slow, row, panel, channel);
            *place = UNTOUCHED;
        }
    }
    for (size_t i = 0; i < made->sum_words; i++) {
        cr_assert_eq(made->sums[i], UNTOUCHED, "%s writes between the sums", kernels->name);
    }
}

static void expect_products(Element element) {
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(17);
        for (int i = 0; i < ROWS_MAX * KERNELS_CHUNK * 2; i++) {
            const int rows = 1 + i % ROWS_MAX, panels = 1 + i / ROWS_MAX % KERNELS_CHUNK;
            const int taps = i / ROWS_MAX / KERNELS_CHUNK == 0 ? 1 : TAPS_MAX;
            Case made = make_case(&rng, element, rows, panels, taps, pick(&rng, 1, STEPS_MAX));
            made.product.tap = made.tap;
            fill_case(&rng, &made);
            (*kernels)->multiply(&made.product);
            expect_sums(*kernels, &made);
            free_case(&made);
        }
    }
}

Test(kernels, multiply_floats) {
    expect_products(ELEMENT_F32);
}

Test(kernels, multiply_16_bit_numbers_exactly) {
    expect_products(ELEMENT_S16);
}

/* ---- Choosing ---- */

Test(kernels, list_ends_with_plain_ones) {
    const Kernels *const *all = kernels_all();
    int count = 0;
    while (all[count] != NULL) {
        for (int i = 0; i < count; i++) {
            cr_assert_str_neq(all[i]->name, all[count]->name);
        }
        count++;
    }
    cr_assert_gt(count, 0);
    cr_assert_str_eq(all[count - 1]->name, "plain");
}

/* The kernels that DIHEDRA_SIMD should choose: those of that name, or the best. */
static const Kernels *find_wished(const char *wish) {
    const Kernels *const *all = kernels_all();
    for (int i = 0; all[i] != NULL; i++) {
        if (strcmp(all[i]->name, wish) == 0) {
            return all[i];
        }
    }
    return all[0];
}

/* The first call in a process decides, so each wish has its own process. */
Test(kernels, are_those_that_are_wished_for_or_the_best) {
    static const char *const WISHES[] = {"avx512", "avxvnni", "avx2", "sse41",
                                         "neon",   "plain",   "mmx",  ""};
#if defined(TESTS_PLAIN_CRITERION_CRITERION_H)
    cr_skip_test("an earlier test in this process has called kernels_best");
#endif
    for (size_t i = 0; i < sizeof WISHES / sizeof WISHES[0]; i++) {
        const pid_t child = fork();
        cr_assert_geq(child, 0);
        if (child == 0) {
            setenv("DIHEDRA_SIMD", WISHES[i], 1);
            _Exit(kernels_best() == find_wished(WISHES[i]) ? EXIT_SUCCESS : EXIT_FAILURE);
        }
        int status = 0;
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS, "%s", WISHES[i]);
    }
}

Test(kernels, are_the_best_without_a_wish) {
#if defined(TESTS_PLAIN_CRITERION_CRITERION_H)
    cr_skip_test("an earlier test in this process has called kernels_best");
#endif
    unsetenv("DIHEDRA_SIMD");
    cr_assert_eq(kernels_best(), kernels_all()[0]);
}
