/* The ladder of `dihedra bench solve` takes the same number of positions on every machine. A change
 * to the solver's search changes them here, and only here. */
#include "engine/lab/bench/bench.h"

#include <criterion/criterion.h>

typedef struct {
    bool is_yes;
    uint64_t nodes, generated;
} Expected;

/* The questions up to 3x5. */
static const Expected EXPECTED[] = {
    {true, 156, 748},      /* 3x3 >= 9, psk */
    {true, 1868, 8927},    /* 3x4 >= 4, psk */
    {false, 15803, 67551}, /* 3x4 >= 5, psk */
    {true, 17234, 98704},  /* 3x5 >= 15, simple ko */
    {true, 29950, 150870}, /* 3x5 >= 15, psk */
};

enum { EXPECTED_COUNT = sizeof EXPECTED / sizeof EXPECTED[0] };

Test(bench_solve, enters_the_same_positions_on_every_machine) {
    for (int row = 0; row < EXPECTED_COUNT; row++) {
        const Expected *expected = &EXPECTED[row];
        const BenchSolve result = bench_solve(row, 0);
        cr_assert(result.is_answered);
        cr_assert_eq(result.is_yes, expected->is_yes, "%s", result.name);
        cr_assert(result.nodes == expected->nodes && result.generated == expected->generated,
                  "%s: {%s, %llu, %llu}", result.name, result.is_yes ? "true" : "false",
                  (unsigned long long)result.nodes, (unsigned long long)result.generated);
    }
}

/* And the technique is off: other positions are entered. */
Test(bench_solve, answers_the_same_without_a_technique) {
    for (int without = 1; without < BENCH_TECHNIQUE_COUNT; without++) {
        bool is_different = false;
        for (int row = 0; row < 4; row++) { /* 3x5 under simple ko included */
            const BenchSolve result = bench_solve(row, without);
            cr_assert(result.is_answered);
            cr_assert_eq(result.is_yes, EXPECTED[row].is_yes, "%s without %s", result.name,
                         BENCH_TECHNIQUE_NAMES[without]);
            is_different |= result.nodes != EXPECTED[row].nodes;
        }
        cr_assert(is_different, "without %s", BENCH_TECHNIQUE_NAMES[without]);
    }
}
