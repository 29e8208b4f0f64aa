#include "engine/lab/bench/bench.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/member.h"
#include "engine/eval/network.h"

static const char USAGE[] =
    "usage: dihedra bench MEASUREMENT [OPTION...]\n"
    "\n"
    "  calibrate   how fast the machine is just now: nanoseconds a step of a fixed chain of\n"
    "              multiplications and of a fixed chain of dependent memory reads\n"
    "  net         evaluations of a network a second, of positions as a search asks for them\n"
    "  playouts    uniform random games from the empty board a second, and what the hash costs\n"
    "              in them\n"
    "  reading     life and death: classics solved in some seconds of the processor, from\n"
    "              regress/suites/classics.sgf\n"
    "  search      searches of three openings: playouts a second, nodes, hits, threads\n"
    "  signature   a digest of what the search does with a fixed seed and fixed work: it changes\n"
    "              when the search's behavior does\n"
    "  solve       questions about small boards from 3x3 to 4x5: positions that the solver "
    "enters,\n"
    "              the same on every machine, and time\n"
    "  tt          probes of the table with a plain key, the canonical key and eight keys\n";

static const struct {
    const char *name;
    BenchMeasurement *measure;
    const char *takes; /* its options beside --json */
    BenchOptions defaults;
} MEASUREMENTS[] = {
    {"calibrate", bench_measure_machine_speed, "", {0}},
    {"net",
     bench_measure_net,
     "--model --size --threads --seconds --batch --precision",
     {.size = 19, .batch = 1, .threads = 1, .seconds = 4, .model = NETWORK_INSIDE}},
    {"playouts", bench_measure_playouts, "--size --seconds", {.size = 9, .seconds = 4}},
    {"reading",
     bench_measure_reading,
     "--threads --mb --seconds",
     {.threads = 1, .megabytes = 256, .seconds = 20}},
    {"search",
     bench_measure_search,
     "--model --size --threads --playouts",
     {.size = 9, .threads = 1, .playouts = 20000}},
    {"signature", bench_measure_signature, "", {0}},
    {"solve", bench_measure_solve, "--without --quick", {0}},
    {"tt", bench_measure_table, "--mb", {.megabytes = 1024}},
};

enum { MEASUREMENT_COUNT = sizeof MEASUREMENTS / sizeof MEASUREMENTS[0] };

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--json", OPTION_FLAG_IN(BenchOptions, json), .help = "one JSON object on standard output"},
    {.name = "--size", .argument = "N", .integer = {1, BOARD_SIDE_MAX}, OPTION_INT_IN(BenchOptions, size),
     .help = "net, playouts, search: board size 1..25 (default 9; net: 19)"},
    {.name = "--threads", .argument = "T", .integer = {1, BENCH_THREADS_MAX}, OPTION_INT_IN(BenchOptions, threads),
     .help = "net, reading, search: threads (default 1)"},
    {.name = "--mb", .argument = "N", .integer = {1, 1 << 20}, OPTION_INT_IN(BenchOptions, megabytes),
     .help = "reading, tt: size of the table (default 256; tt: 1024)"},
    {.name = "--playouts", .argument = "N", .integer = {1, 1000000000}, OPTION_INT64_IN(BenchOptions, playouts),
     .help = "search: playouts of each search (default 20000)"},
    {.name = "--seconds", .argument = "S", .real = {0.01, 3600}, OPTION_REAL_IN(BenchOptions, seconds),
     .help = "net, playouts: how long to measure (default 4); reading: for each problem (default 20)"},
    {.name = "--without", .argument = "NAME", .names = BENCH_TECHNIQUE_NAMES, OPTION_NAME_IN(BenchOptions, without),
     .help = "solve: without symmetry, exchange, cutoff, life, reduction, threats, extension, order or paths"},
    {.name = "--quick", OPTION_FLAG_IN(BenchOptions, quick), .help = "solve: only to 4x4"},
    {.name = "--model", .argument = "FILE|inside", OPTION_TEXT_IN(BenchOptions, model),
     .help = "net, search: the network's file, or inside for the one in the program (default inside; search: none)"},
    {.name = "--batch", .argument = "B", .integer = {1, BENCH_BATCH_MAX}, OPTION_INT_IN(BenchOptions, batch),
     .help = "net: positions evaluated at once, 1..64 (default 1)"},
    {.name = "--precision", .argument = "NAME", .names = PRECISION_NAMES, OPTION_NAME_IN(BenchOptions, precision),
     .help = "net: number format of the computation: auto (int16 where it fits; default), fp32 or int16"},
    {0},
};
// clang-format on

enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

const CommandHelp BENCH_HELP = {
    .name = "bench",
    .summary = "measures the machine, the hash, the table, the search and more",
    .usage = USAGE,
    .options = {OPTIONS}};

static void select_options(const char *takes, Option selected[OPTION_COUNT]) {
    int count = 0;
    for (const Option *option = OPTIONS; option->name != NULL; option++) {
        if (option == OPTIONS || strstr(takes, option->name) != NULL) {
            selected[count++] = *option;
        }
    }
    selected[count] = (Option){0};
}

int bench_main(int argc, char **argv) {
    Bench bench = {0};
    int m = 0;
    if (argc < 2) {
        return option_print_error("bench", &(Status){"a measurement is missing"});
    }
    while (m < MEASUREMENT_COUNT && strcmp(argv[1], MEASUREMENTS[m].name) != 0) {
        m++;
    }
    if (m == MEASUREMENT_COUNT) {
        status_fail(&bench.status, "unknown measurement '%.60s'", argv[1]);
        return option_print_error("bench", &bench.status);
    }
    Option selected[OPTION_COUNT];
    select_options(MEASUREMENTS[m].takes, selected);
    bench.options = MEASUREMENTS[m].defaults;
    const OptionGroup groups[] = {{.options = selected, .target = &bench.options}, {0}};
    if (!option_read(groups, argc - 1, argv + 1, &bench.status)) {
        return option_print_error("bench", &bench.status);
    }
    bench.json = bench.options.json ? json_new_object() : NULL;
    if (!MEASUREMENTS[m].measure(&bench)) {
        json_decref(bench.json);
        status_print("bench", &bench.status);
        return EXIT_FAILURE;
    }
    if (MEASUREMENTS[m].measure != bench_measure_machine_speed) {
        bench_measure_machine_speed(&bench);
    }
    if (bench.json != NULL) {
        json_print(bench.json, stdout);
    }
    return EXIT_SUCCESS;
}
