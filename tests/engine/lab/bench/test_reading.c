/* The problems of `dihedra bench reading`. */
#include "engine/lab/bench/measurement.h"

#include <criterion/criterion.h>

static const char *const EXPECTED[] = {"unsettled", "unsettled"};

Test(bench_reading, answers_are_the_same_without_a_technique_and_with_threads) {
    for (int i = 0; i < 2; i++) {
        const BenchReading plain = bench_reading(i, 1, 4, BENCH_READING_ALL);
        const BenchReading again = bench_reading(i, 1, 4, BENCH_READING_ALL);
        cr_assert_str_eq(plain.status, EXPECTED[i], "%s", plain.name);
        cr_assert_eq(plain.nodes, again.nodes);
        for (int without = BENCH_READING_ZONES; without <= BENCH_READING_ORDERING; without++) {
            cr_assert_str_eq(bench_reading(i, 1, 4, (BenchReadingTechnique)without).status,
                             plain.status);
        }
        const BenchReading pair = bench_reading(i, 2, 4, BENCH_READING_ALL);
        cr_assert_str_eq(pair.status, plain.status);
    }
}
