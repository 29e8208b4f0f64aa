/* The loops of attention, against their definitions in double precision. */
#include "engine/eval/net/fast/kernels/kernels.h"

#include "engine/base/rng.h"

#include <criterion/criterion.h>
#include <math.h>

enum { COLUMNS_MAX = 70, STRIDE_MAX = 80, ROUNDS = 200 };

static int pick(Rng *rng, int least, int most) {
    return least + (int)rng_below(rng, (uint32_t)(most - least + 1));
}

static double read_weight(Element element, const void *row, int c) {
    return element == ELEMENT_F32 ? (double)((const float *)row)[c]
                                  : (double)((const int16_t *)row)[c];
}

/* Sums whose softmax is flat, or has one great weight and many small ones. */
static void expect_weights(const Kernels *kernels, Element element, Rng *rng) {
    union {
        float reals[STRIDE_MAX];
        int32_t wholes[STRIDE_MAX];
    } row;
    double sums[COLUMNS_MAX], most = -INFINITY, total = 0;
    const int columns = pick(rng, 1, COLUMNS_MAX);
    const int stride = (columns + KERNELS_PANEL - 1) / KERNELS_PANEL * KERNELS_PANEL;
    const float unit = (float)pick(rng, 1, 60) * 1e-6F;
    for (int c = 0; c < columns; c++) {
        row.wholes[c] = pick(rng, -500000, 500000);
        sums[c] = row.wholes[c];
        if (element == ELEMENT_F32) {
            row.reals[c] = (float)sums[c];
        }
        most = fmax(most, sums[c]);
    }
    for (int c = 0; c < columns; c++) {
        total += exp((sums[c] - most) * (double)unit);
    }
    const double factor = (double)kernels->weigh(element, &row, columns, stride, unit);
    const double error = element == ELEMENT_F32 ? 1e-5 : 2e-4;
    for (int c = 0; c < columns; c++) {
        const double weight = read_weight(element, &row, c);
        const double expected = exp((sums[c] - most) * (double)unit) / total;
        cr_assert(weight >= 0 && (element == ELEMENT_F32 || weight <= KERNELS_WEIGHT_MOST));
        cr_assert_float_eq(weight * factor, expected, error, "%s, element %d, %d columns",
                           kernels->name, (int)element, columns);
    }
}

Test(kernels, weights_of_a_softmax) {
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(31);
        for (int i = 0; i < ROUNDS; i++) {
            expect_weights(*kernels, ELEMENT_F32, &rng);
            expect_weights(*kernels, ELEMENT_S16, &rng);
        }
    }
}

Test(kernels, greatest_absolute_value) {
    enum { ROWS = 5, CHANNELS = 6 * KERNELS_PANEL };
    float from[ROWS * CHANNELS];
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(32);
        for (int i = 0; i < ROUNDS; i++) {
            const int rows = pick(&rng, 1, ROWS), channels = 2 * KERNELS_PANEL * pick(&rng, 1, 3);
            float most = 0;
            for (int k = 0; k < ROWS * CHANNELS; k++) {
                from[k] = (float)pick(&rng, -1000, 1000);
                const bool is_read = k / CHANNELS < rows && k % CHANNELS < channels;
                most = is_read ? fmaxf(most, fabsf(from[k])) : most;
            }
            cr_assert_eq((*kernels)->greatest(from, CHANNELS, rows, channels), most, "%s",
                         (*kernels)->name);
        }
    }
}

/* A product of rows by packed numbers is one by the numbers themselves. */
Test(kernels, pack_for_products) {
    enum { ROWS = 19, COLUMNS = 2 * KERNELS_PANEL };
    int16_t from[ROWS * COLUMNS], packed[ROWS * COLUMNS + 4 * KERNELS_PANEL * COLUMNS];
    for (const Kernels *const *kernels = kernels_all(); *kernels != NULL; kernels++) {
        Rng rng = rng_new(33);
        for (int i = 0; i < ROWS * COLUMNS; i++) {
            from[i] = (int16_t)pick(&rng, -INT16_MAX, INT16_MAX);
        }
        for (int rows = 1; rows <= ROWS; rows++) {
            (*kernels)->pack_rows(from, rows, COLUMNS / 2, packed);
            for (int i = 0; i < rows * COLUMNS; i++) {
                const int row = i / COLUMNS, c = i % COLUMNS;
                const int place = row / KERNELS_PANEL * COLUMNS * KERNELS_PANEL +
                                  c / 2 * 2 * KERNELS_PANEL + row % KERNELS_PANEL * 2 + c % 2;
                cr_assert_eq(packed[place], from[i], "%s packs rows", (*kernels)->name);
            }
            (*kernels)->pack_columns(ELEMENT_S16, from, rows, COLUMNS, packed);
            const int filled = rows + rows % 2;
            for (int i = 0; i < filled * COLUMNS; i++) {
                const int row = i / COLUMNS, c = i % COLUMNS;
                const int place = c / KERNELS_PANEL * filled * KERNELS_PANEL +
                                  row / 2 * 2 * KERNELS_PANEL + c % KERNELS_PANEL * 2 + row % 2;
                cr_assert_eq(packed[place], row < rows ? from[i] : 0, "%s packs columns",
                             (*kernels)->name);
            }
        }
    }
}
