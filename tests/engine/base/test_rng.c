/* Random draws: their ranges, and their first moments within five standard errors, for a fixed
 * seed. */
#include "engine/base/rng.h"

#include <criterion/criterion.h>

enum { DRAWS = 100000 };

typedef struct {
    double mean, variance, least, most;
} Moments;

static Moments moments_of(double (*draw)(Rng *rng)) {
    Rng rng = rng_new(3);
    double sum = 0, squares = 0;
    Moments m = {.least = INFINITY, .most = -INFINITY};
    for (int i = 0; i < DRAWS; i++) {
        const double x = draw(&rng);
        sum += x;
        squares += x * x;
        m.least = fmin(m.least, x);
        m.most = fmax(m.most, x);
    }
    m.mean = sum / DRAWS;
    m.variance = squares / DRAWS - m.mean * m.mean;
    return m;
}

static void expect_uniform(Moments m) {
    const double error = sqrt(1.0 / 12 / DRAWS);
    cr_assert_float_eq(m.mean, 0.5, 5 * error);
    cr_assert_float_eq(m.variance, 1.0 / 12, 0.005);
    cr_assert(m.least >= 0 && m.least < 0.001 && m.most > 0.999 && m.most < 1);
}

Test(rng, units_are_uniform) {
    expect_uniform(moments_of(rng_unit));
    expect_uniform(moments_of(rng_open_unit));
}

Test(rng, normal_numbers_are_normal) {
    const Moments m = moments_of(rng_normal);
    cr_assert_float_eq(m.mean, 0, 5 / sqrt(DRAWS));
    cr_assert_float_eq(m.variance, 1, 5 * sqrt(2.0 / DRAWS));
    cr_assert(m.least < -3.5 && m.most > 3.5);
}
