#include "engine/lab/bench/bench.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/network.h"
#include "engine/go/board/point.h"
#include "engine/lab/bench/collisions/collisions.h"
#include "engine/lab/bench/measurement.h"

static const char USAGE[] =
    "usage: dihedra bench MEASUREMENT [OPTION...]\n"
    "\n"
    "  book        an opening book of random moves: recomputing, opening, looking up\n"
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
    "  reading     problems of life and death: positions searched, the same on every machine with\n"
    "              one thread, and time; captures by the goal search and by the reader of chains\n"
    "  search      searches of three openings: playouts a second, nodes, hits, threads\n"
    "  signature   a digest of what the search does with a fixed seed and fixed work: it changes\n"
    "              when the search's behavior does\n"
    "  solve       questions about small boards from 3x3 to 4x5: positions that the solver "
    "enters,\n"
    "              the same on every machine, and time\n"
    "  symmetry    the same searches and the same exhaustive play with symmetry off and on:\n"
    "              how many distinct positions they visit, and how fast\n"
    "  tt          probes of the table with a plain key, the canonical key and eight keys;\n"
    "              threads; and how much of what was stored is still found\n";

typedef enum {
    BOOK,
    MACHINE_SPEED,
    COLLISIONS,
    HASH,
    NET,
    PLAYOUTS,
    PRECISION,
    READING,
    SEARCH,
    SIGNATURE,
    SOLVE,
    SYMMETRY,
    TABLE,
    MEASUREMENT_COUNT
} Measurement;

static bool measure_collisions(Bench *bench) {
    const CollisionsOptions how = {.size = bench->options.size,
                                   .positions = bench->options.positions,
                                   .visits = bench->options.visits,
                                   .plot = bench->options.plot};
    return collisions_run(&how, bench->json, &bench->status);
}

static const struct {
    const char *name;
    BenchMeasurement *measure;
    BenchOptions defaults; /* of the options that it takes */
} MEASUREMENTS[MEASUREMENT_COUNT] = {
    [BOOK] = {"book", bench_measure_book, {.positions = 1000000}},
    [MACHINE_SPEED] = {"calibrate", bench_measure_machine_speed, {0}},
    [COLLISIONS] = {"collisions",
                    measure_collisions,
                    {.size = 4, .positions = 1000000, .visits = 100000}},
    [HASH] = {"hash", bench_measure_hash, {0}},
    [NET] = {"net",
             bench_measure_net,
             {.size = 19, .batch = 1, .threads = 1, .seconds = 4, .model = NETWORK_INSIDE}},
    [PLAYOUTS] = {"playouts", bench_measure_playouts, {.size = 9, .threads = 1, .seconds = 4}},
    [PRECISION] = {"precision",
                   bench_measure_precision,
                   {.positions = 2000, .model = NETWORK_INSIDE}},
    [READING] = {"reading", bench_measure_reading, {.threads = 1, .megabytes = 64}},
    [SEARCH] = {"search", bench_measure_search, {.size = 9, .threads = 1, .playouts = 20000}},
    [SIGNATURE] = {"signature", bench_measure_signature, {0}},
    [SOLVE] = {"solve", bench_measure_solve, {0}},
    [SYMMETRY] = {"symmetry", bench_measure_symmetry, {0}},
    [TABLE] = {"tt", bench_measure_table, {.threads = 2, .megabytes = 1024}},
};

typedef struct {
    unsigned measurements; /* that take it, as a bit set */
    Option option;
} BenchOption;

/* In the order of BenchSolveTechnique. */
static const char *const TECHNIQUE_NAMES[] = {"nothing", "symmetry",  "exchange", "cutoff",
                                              "life",    "reduction", "threats",  "extension",
                                              "order",   "paths",     NULL};

/* In the order of BenchReadingTechnique. */
static const char *const READING_TECHNIQUE_NAMES[] = {"nothing", "zones", "ordering", NULL};

#define FIELD(member) offsetof(BenchOptions, member)

// clang-format off
static const BenchOption OPTIONS[] = {
    {~0U, {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json), .help = "one JSON object on standard output"}},
    {1U << NET | 1U << PLAYOUTS | 1U << SEARCH, {.name = "--size", .argument = "N", .kind = OPTION_INT, .integer = {1, BOARD_SIDE_MAX}, .offset = FIELD(size),
     .help = "net, playouts, search: board size 1..25 (default 9; net: 19)"}},
    {1U << COLLISIONS, {.name = "--size", .argument = "N", .kind = OPTION_INT, .integer = {1, 4}, .offset = FIELD(size),
     .help = "collisions: the board all of whose positions are counted, 1..4 (default 4)"}},
    {1U << COLLISIONS, {.name = "--positions", .argument = "N", .kind = OPTION_INT64, .integer = {1, 10000000}, .offset = FIELD(positions),
     .help = "collisions: positions of 9x9 games (default 1000000)"}},
    {1U << BOOK, {.name = "--positions", .argument = "N", .kind = OPTION_INT64, .integer = {1, 100000000}, .offset = FIELD(positions),
     .help = "book: positions (default 1000000)"}},
    {1U << PRECISION, {.name = "--positions", .argument = "N", .kind = OPTION_INT64, .integer = {1, 10000000}, .offset = FIELD(positions),
     .help = "precision: positions to compare (default 2000)"}},
    {1U << COLLISIONS, {.name = "--visits", .argument = "N", .kind = OPTION_INT64, .integer = {100, 1000000}, .offset = FIELD(visits),
     .help = "collisions: visits of the search (default 100000)"}},
    {1U << COLLISIONS, {.name = "--plot", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(plot),
     .help = "collisions: writes a plot as SVG"}},
    {1U << NET | 1U << PLAYOUTS | 1U << READING | 1U << SEARCH | 1U << TABLE, {.name = "--threads", .argument = "T", .kind = OPTION_INT, .integer = {1, BENCH_THREADS_MAX}, .offset = FIELD(threads),
     .help = "net, playouts, reading, search: threads (default 1); tt: threads to compare with one (default 2)"}},
    {1U << READING, {.name = "--mb", .argument = "N", .kind = OPTION_INT, .integer = {1, 1 << 20}, .offset = FIELD(megabytes),
     .help = "reading: size of the table (default 64)"}},
    {1U << READING, {.name = "--without", .argument = "NAME", .kind = OPTION_NAME, .names = READING_TECHNIQUE_NAMES, .offset = FIELD(without),
     .help = "reading: without zones or ordering"}},
    {1U << SEARCH, {.name = "--playouts", .argument = "N", .kind = OPTION_INT64, .integer = {1, 1000000000}, .offset = FIELD(playouts),
     .help = "search: playouts of each search (default 20000)"}},
    {1U << NET | 1U << PLAYOUTS, {.name = "--seconds", .argument = "S", .kind = OPTION_REAL, .real = {0.01, 3600}, .offset = FIELD(seconds),
     .help = "net, playouts: how long to measure (default 4)"}},
    {1U << TABLE, {.name = "--mb", .argument = "N", .kind = OPTION_INT, .integer = {1, 1 << 20}, .offset = FIELD(megabytes),
     .help = "tt: size of the table (default 1024)"}},
    {1U << SOLVE, {.name = "--without", .argument = "NAME", .kind = OPTION_NAME, .names = TECHNIQUE_NAMES, .offset = FIELD(without),
     .help = "solve: without symmetry, exchange, cutoff, life, reduction, threats, extension, order or paths"}},
    {1U << SOLVE, {.name = "--quick", .kind = OPTION_FLAG, .offset = FIELD(quick), .help = "solve: only to 4x4"}},
    {1U << NET | 1U << PRECISION, {.name = "--model", .argument = "FILE|inside", .kind = OPTION_TEXT, .offset = FIELD(model),
     .help = "net, precision: the network's file (default inside: the one in the program)"}},
    {1U << NET, {.name = "--batch", .argument = "B", .kind = OPTION_INT, .integer = {1, BENCH_BATCH_MAX}, .offset = FIELD(batch),
     .help = "net: positions evaluated at once, 1..64 (default 1)"}},
    {1U << NET | 1U << PRECISION, {.name = "--precision", .argument = "NAME", .kind = OPTION_NAME, .names = PRECISION_NAMES, .offset = FIELD(precision),
     .help = "net, precision: number format of the computation: auto (int16 if it is faster here than fp32; default), fp32, int16 or int8"}},
};
// clang-format on

enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };
_Static_assert((int)OPTION_COUNT + 1 < (int)BENCH_OPTIONS_MAX &&
                   (int)MEASUREMENT_COUNT + 2 <= (int)BENCH_MEASUREMENTS_MAX,
               "room for all of them in a BenchHelp");

/* Adds the options that one of these measurements (a bit set) takes to the first rows. */
static void select_options(unsigned measurements, Option selected[BENCH_OPTIONS_MAX], int count) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        if ((OPTIONS[i].measurements & measurements) != 0) {
            selected[count++] = OPTIONS[i].option;
        }
    }
    selected[count] = (Option){0};
}

CommandHelp bench_help(const BenchExtra *extras, BenchHelp *help) {
    int name = 0;
    for (; name < MEASUREMENT_COUNT; name++) {
        help->names[name] = MEASUREMENTS[name].name;
    }
    help->options[0] = (Option){
        .name = "MEASUREMENT", .kind = OPTION_NAME, .is_required = true, .names = help->names};
    select_options(~0U, help->options, 1);
    text_clear(&help->usage);
    text_add(&help->usage, "%s", USAGE);
    CommandHelp all = {.name = "bench",
                       .summary = "measures the machine, the hash, the table, the search and more",
                       .options = {help->options}};
    for (int i = 0; extras[i].name != NULL; i++) {
        assert(i < 2);
        text_add(&help->usage, "%s", extras[i].help);
        all.options[1 + i] = extras[i].options;
        help->names[name++] = extras[i].name;
    }
    help->names[name] = NULL;
    all.usage = text_get(&help->usage);
    return all;
}

static Measurement find_measurement(const char *name) {
    Measurement m = 0;
    while (m < MEASUREMENT_COUNT && strcmp(name, MEASUREMENTS[m].name) != 0) {
        m++;
    }
    return m;
}

/* Runs a measurement of this folder, with the machine's speed beside it. */
static int measure(int argc, char **argv) {
    Bench bench = {.status = {"out of memory"}};
    const Measurement measurement = find_measurement(argv[1]);
    if (measurement == MEASUREMENT_COUNT) {
        status_fail(&bench.status, "unknown measurement '%.60s'", argv[1]);
        return option_print_error("bench", &bench.status);
    }
    Option selected[BENCH_OPTIONS_MAX];
    select_options(1U << measurement, selected, 0);
    bench.options = MEASUREMENTS[measurement].defaults;
    const OptionGroup groups[] = {{.options = selected, .target = &bench.options}, {0}};
    if (!option_read(groups, argc - 1, argv + 1, &bench.status)) {
        return option_print_error("bench", &bench.status);
    }
    bench.json = bench.options.json ? json_new_object() : NULL;
    if (!MEASUREMENTS[measurement].measure(&bench) ||
        (measurement != MACHINE_SPEED && !bench_measure_machine_speed(&bench))) {
        json_decref(bench.json);
        status_print("bench", &bench.status);
        return EXIT_FAILURE;
    }
    if (bench.json != NULL) {
        json_print(bench.json, stdout);
    }
    return EXIT_SUCCESS;
}

int bench_main(int argc, char **argv, const BenchExtra *extras) {
    if (argc < 2) {
        return option_print_error("bench", &(Status){"a measurement is missing"});
    }
    for (const BenchExtra *extra = extras; extra->name != NULL; extra++) {
        if (strcmp(argv[1], extra->name) == 0) {
            argv[1] = argv[0];
            return extra->run(argc - 1, argv + 1);
        }
    }
    return measure(argc, argv);
}
