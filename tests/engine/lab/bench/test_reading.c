/* The problems of `dihedra bench reading`. */
#include "engine/lab/bench/measurement.h"

#include <criterion/criterion.h>

static const char *const EXPECTED[] = {"unsettled", "unsettled"};

Test(bench_reading, answers_are_the_same_again_and_with_threads) {
    for (int i = 0; i < 2; i++) {
        const BenchReading plain = bench_reading(i, 1, 4);
        cr_assert_str_eq(plain.status, EXPECTED[i], "%s", plain.name);
        cr_assert_eq(bench_reading(i, 1, 4).nodes, plain.nodes);
        cr_assert_str_eq(bench_reading(i, 2, 4).status, plain.status);
    }
}
