#include "engine/lab/bench/bench.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/base/options.h"
#include "engine/go/board/point.h"
#include "engine/lab/bench/measurement.h"

static const char MEASUREMENTS[] =
    "usage: dihedra bench MEASUREMENT [OPTION...]\n"
    "\n"
    "  calibrate   how fast the machine is just now: nanoseconds a step of a fixed chain of\n"
    "              multiplications and of a fixed chain of dependent memory reads\n"
    "  collisions  how many positions share a key, and how often a search would take another\n"
    "              position's entry for its own, as keys get shorter; compared with the paper's\n"
    "              hash\n"
    "  hash        placing a stone with one hash word and with eight lanes, and the canonical key\n"
    "  net         evaluations of a network a second, of positions as a search asks for them\n"
    "  playouts    uniform random games from the empty board a second, and what the hash costs\n"
    "              in them\n"
    "  precision   how far a network's answers in whole numbers are from those in fp32, over\n"
    "              positions of all kinds\n"
    "  search      searches of three openings: playouts a second, nodes, hits, threads\n"
    "  signature   a digest of what the search does with a fixed seed and fixed work: it changes\n"
    "              when the search's behaviour does\n"
    "  solve       questions about small boards from 3x3 to 4x5: positions that the solver "
    "enters,\n"
    "              the same on every machine, and time\n"
    "  symmetry    the same searches and the same exhaustive play with symmetry off and on:\n"
    "              how many distinct positions they visit, and how fast\n"
    "  tt          probes of the table with a plain key, the canonical key and eight keys;\n"
    "              threads; and how much of what was stored is still found\n";

/* An option, and the measurements that take it as a bit set. */
typedef struct {
    unsigned measurements;
    Option option;
} BenchOption;

/* In the order of BenchSolveTechnique. */
static const char *const TECHNIQUE_NAMES[] = {"nothing", "symmetry",  "exchange", "cutoff",
                                              "life",    "reduction", NULL};

static const BenchOption OPTIONS[] = {
    {~0U,
     {.name = "--json",
      .kind = OPTION_FLAG,
      .offset = offsetof(BenchOptions, json),
      .help = "one JSON object on standard output"}},
    {1U << NET | 1U << PLAYOUTS | 1U << SEARCH,
     {.name = "--size",
      .argument = "N",
      .kind = OPTION_INT,
      .whole = {1, BOARD_SIDE_MAX},
      .offset = offsetof(BenchOptions, size),
      .help = "net, playouts, search: board size 1..25 (default 9; net: 19)"}},
    {1U << COLLISIONS,
     {.name = "--size",
      .argument = "N",
      .kind = OPTION_INT,
      .whole = {1, 4},
      .offset = offsetof(BenchOptions, size),
      .help = "collisions: the board all of whose positions are counted, 1..4\n"
              "(default 4)"}},
    {1U << COLLISIONS,
     {.name = "--positions",
      .argument = "N",
      .kind = OPTION_WHOLE,
      .whole = {1, 10000000},
      .offset = offsetof(BenchOptions, positions),
      .help = "collisions: positions of 9x9 games (default 1000000)"}},
    {1U << PRECISION,
     {.name = "--positions",
      .argument = "N",
      .kind = OPTION_WHOLE,
      .whole = {1, 10000000},
      .offset = offsetof(BenchOptions, positions),
      .help = "precision: positions to compare (default 2000)"}},
    {1U << COLLISIONS,
     {.name = "--visits",
      .argument = "N",
      .kind = OPTION_WHOLE,
      .whole = {100, 1000000},
      .offset = offsetof(BenchOptions, visits),
      .help = "collisions: visits of the search (default 100000)"}},
    {1U << COLLISIONS,
     {.name = "--plot",
      .argument = "FILE",
      .kind = OPTION_TEXT,
      .offset = offsetof(BenchOptions, plot),
      .help = "collisions: writes a plot as SVG"}},
    {1U << NET | 1U << PLAYOUTS | 1U << SEARCH | 1U << TABLE,
     {.name = "--threads",
      .argument = "T",
      .kind = OPTION_INT,
      .whole = {1, BENCH_THREADS_MAX},
      .offset = offsetof(BenchOptions, threads),
      .help = "net, playouts, search: threads (default 1)\n"
              "tt: threads to compare with one (default 2)"}},
    {1U << SEARCH,
     {.name = "--playouts",
      .argument = "N",
      .kind = OPTION_WHOLE,
      .whole = {1, 1000000000},
      .offset = offsetof(BenchOptions, playouts),
      .help = "search: playouts of each search (default 20000)"}},
    {1U << NET | 1U << PLAYOUTS,
     {.name = "--seconds",
      .argument = "S",
      .kind = OPTION_REAL,
      .real = {0.01, 3600},
      .offset = offsetof(BenchOptions, seconds),
      .help = "net, playouts: how long to measure (default 4)"}},
    {1U << TABLE,
     {.name = "--mb",
      .argument = "N",
      .kind = OPTION_INT,
      .whole = {1, 1 << 20},
      .offset = offsetof(BenchOptions, megabytes),
      .help = "tt: size of the table (default 1024)"}},
    {1U << SOLVE,
     {.name = "--without",
      .argument = "NAME",
      .kind = OPTION_NAME,
      .names = TECHNIQUE_NAMES,
      .offset = offsetof(BenchOptions, without),
      .help = "solve: without symmetry, exchange, cutoff, life or reduction"}},
    {1U << SOLVE,
     {.name = "--quick",
      .kind = OPTION_FLAG,
      .offset = offsetof(BenchOptions, quick),
      .help = "solve: only to 4x4"}},
    {1U << NET | 1U << PRECISION,
     {.name = "--model",
      .argument = "FILE",
      .kind = OPTION_TEXT,
      .is_required = true,
      .offset = offsetof(BenchOptions, model),
      .help = "net, precision: the network's file"}},
    {1U << NET,
     {.name = "--batch",
      .argument = "B",
      .kind = OPTION_INT,
      .whole = {1, BENCH_BATCH_MAX},
      .offset = offsetof(BenchOptions, batch),
      .help = "net: positions evaluated at once, 1..64 (default 1)"}},
    {1U << NET | 1U << PRECISION,
     {.name = "--precision",
      .argument = "NAME",
      .kind = OPTION_NAME,
      .names = PRECISION_NAMES,
      .offset = offsetof(BenchOptions, precision),
      .help = "net, precision: number format of the computation: auto (int16 if\n"
              "it is faster here than fp32; default), fp32, int16 or int8"}},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

/* Lists the options that one of these measurements (a bit set) takes. */
static void select_options(unsigned measurements, Option selected[OPTION_COUNT + 1]) {
    int count = 0;
    for (int i = 0; i < OPTION_COUNT; i++) {
        if ((OPTIONS[i].measurements & measurements) != 0) {
            selected[count++] = OPTIONS[i].option;
        }
    }
    selected[count] = (Option){0};
}

static void print_usage(const BenchExtra *extras) {
    Option all[OPTION_COUNT + 1];
    select_options(~0U, all);
    fputs(MEASUREMENTS, stdout);
    for (const BenchExtra *extra = extras; extra->name != NULL; extra++) {
        fputs(extra->help, stdout);
    }
    fputc('\n', stdout);
    option_print_help(all, stdout);
    for (const BenchExtra *extra = extras; extra->name != NULL; extra++) {
        option_print_help(extra->options, stdout);
    }
}

/* The measurement's name takes the place of the program's, which option_read expects. */
static bool read_options(int argc, char **argv, Measurement measurement, BenchOptions *options,
                         Status *status) {
    Option selected[OPTION_COUNT + 1];
    select_options(1U << measurement, selected);
    const OptionGroup groups[] = {{selected, options, NULL}, {0}};
    return option_read(groups, argc - 1, argv + 1, status);
}

static BenchOptions default_options(Measurement measurement) {
    BenchOptions options = {.size = 9,
                            .positions = 1000000,
                            .visits = 100000,
                            .batch = 1,
                            .threads = 1,
                            .seconds = 4,
                            .megabytes = 1024,
                            .playouts = 20000};
    switch (measurement) {
    case COLLISIONS:
        options.size = 4;
        break;
    case NET:
        options.size = 19;
        break;
    case PRECISION:
        options.positions = 2000;
        break;
    case TABLE:
        options.threads = 2;
        break;
    case MACHINE_SPEED:
    case HASH:
    case PLAYOUTS:
    case SEARCH:
    case SIGNATURE:
    case SOLVE:
    case SYMMETRY:
    case MEASUREMENT_COUNT:
        break;
    }
    return options;
}

/* Runs a measurement of this folder. */
static int measure(int argc, char **argv) {
    Status status = {"out of memory"};
    const Measurement measurement = measurement_find(argv[1]);
    if (measurement == MEASUREMENT_COUNT) {
        status_fail(&status, "unknown measurement '%.60s'", argv[1]);
        return option_print_error("bench", &status);
    }
    BenchOptions options = default_options(measurement);
    if (!read_options(argc, argv, measurement, &options, &status)) {
        return option_print_error("bench", &status);
    }
    json_t *json = options.json ? json_new_object() : NULL;
    if (!measurement_run(measurement, &options, json, &status)) {
        json_decref(json);
        status_print("bench", &status);
        return EXIT_FAILURE;
    }
    if (json != NULL) {
        json_print(json, stdout);
    }
    return EXIT_SUCCESS;
}

int bench_main(int argc, char **argv, const BenchExtra *extras) {
    if (argc < 2) {
        return option_print_error("bench", &(Status){"a measurement is missing"});
    }
    if (strcmp(argv[1], "--help") == 0) {
        print_usage(extras);
        return EXIT_SUCCESS;
    }
    for (const BenchExtra *extra = extras; extra->name != NULL; extra++) {
        if (strcmp(argv[1], extra->name) == 0) {
            argv[1] = argv[0];
            return extra->run(argc - 1, argv + 1);
        }
    }
    return measure(argc, argv);
}
