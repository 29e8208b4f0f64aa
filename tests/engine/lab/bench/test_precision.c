/* Whole numbers against fp32, over positions of all kinds. */
#include "engine/eval/network.h"
#include "engine/lab/bench/measurement.h"
#include "tests/support/oracle/net_reference.h"
#include "tests/support/program/sanitizer.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* The kinds in which people play must hardly ever need fp32. */
static void expect_close(const char *model, Precision precision) {
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    const BenchPrecisionOptions options = {.model = model,
                                           .precision = precision,
                                           .positions = is_long        ? 20000
                                                        : IS_SANITIZED ? 100
                                                                       : 200,
                                           .seed = 2};
    BenchPrecision result;
    Status status;
    cr_assert(bench_precision(&options, &result, &status), "%s", status.text);
    for (int kind = 0; kind < BENCH_POSITIONS_COUNT; kind++) {
        const BenchPrecisionRow *row = &result.rows[kind];
        cr_assert_gt(row->positions, 0);
        cr_assert_eq(row->outside, 0, "%s, kind %d: win rate off by %.4f, lead by %.2f", model,
                     kind, row->win.most, row->lead.most);
    }
    cr_assert_leq(result.rows[BENCH_GAMES].in_fp32, is_long ? 0.01 : 0.03);
    cr_assert_leq(result.rows[BENCH_GAMES].win.mean, 0.002);
}

Test(precision, int16_of_the_network_inside, .timeout = 1800) {
    expect_close(NETWORK_INSIDE, PRECISION_INT16);
}

Test(precision, int16_of_networks, .timeout = 1800) {
    static const char *const NAMES[] = {"g170-b6c96.bin.gz", "random-v15-nbt.bin.gz",
                                        "random-v16.bin.gz", "random-v17-transformer.bin.gz",
                                        "random-human-v15.bin.gz"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char path[256];
        net_reference_find(path, NAMES[i]);
        expect_close(path, PRECISION_INT16);
    }
}
