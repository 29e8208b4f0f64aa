/* Measurements: `dihedra bench`. Each prints a table or, with --json, one JSON object on standard
 * output, with the machine's speed beside its figures. All take the best of several rounds, since
 * other programs can only slow a machine down. */
#ifndef ENGINE_LAB_BENCH_BENCH_H
#define ENGINE_LAB_BENCH_BENCH_H

#include <stdint.h>

#include "engine/base/figures.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/status.h"
#include "engine/base/team.h"
#include "engine/eval/network.h"

extern const CommandHelp BENCH_HELP;

/* argv[0] is the program's path, argv[1] the measurement. Returns the exit status. */
int bench_main(int argc, char **argv);

/* ---- The measurements, for this folder and its tests ---- */

enum { BENCH_THREADS_MAX = TEAM_MAX, BENCH_BATCH_MAX = 64 };

/* Each measurement reads some of them. */
typedef struct {
    bool json;
    int size, threads, megabytes, batch;
    int64_t playouts;
    double seconds;
    const char *model;
    int without; /* in BENCH_TECHNIQUE_NAMES */
    bool quick;
    Precision precision;
} BenchOptions;

typedef struct {
    BenchOptions options;
    json_t *json; /* the object for the figures; NULL: they are printed */
    Status status;
} Bench;

/* Measures, and adds its figures. Returns false if it fails, with the reason in bench->status. Ends
 * the program if memory runs out. */
typedef bool BenchMeasurement(Bench *bench);

BenchMeasurement bench_measure_machine_speed, bench_measure_net, bench_measure_playouts,
    bench_measure_reading, bench_measure_search, bench_measure_signature, bench_measure_solve,
    bench_measure_table;

/* Ends the program by memory_fail unless the memory was granted. */
static inline void bench_require(bool granted) {
    if (!granted) {
        memory_fail();
    }
}

/* Returns the value, hidden from the compiler, which can neither drop the work that made it nor
 * merge two steps. */
static inline uint64_t bench_keep(uint64_t value) {
    __asm__ __volatile__("" : "+r"(value));
    return value;
}

/* "nothing" and the techniques of the solver, in the order of SolverTechniques. */
extern const char *const BENCH_TECHNIQUE_NAMES[];
enum { BENCH_TECHNIQUE_COUNT = 10 };

typedef struct {
    const char *name; /* such as "4x4 >= 2, psk" */
    bool is_answered, is_yes;
    uint64_t nodes, generated; /* positions entered, and after their moves: the same everywhere */
    double seconds;
} BenchSolve;

/* Asks one question of the ladder. */
BenchSolve bench_solve(int row, int without);

#endif
