/* The interface of measurements, and the parts of them that are tested. Private to engine/lab/bench
 * and its tests. */
#ifndef ENGINE_LAB_BENCH_MEASUREMENT_H
#define ENGINE_LAB_BENCH_MEASUREMENT_H

#include <stdint.h>

#include "engine/base/figures.h"
#include "engine/base/memory.h"
#include "engine/base/status.h"
#include "engine/base/team.h"
#include "engine/eval/net/precision.h"

enum { BENCH_THREADS_MAX = TEAM_MAX, BENCH_BATCH_MAX = 64 };

/* Each measurement reads some of them. */
typedef struct {
    bool json;
    int size, threads, megabytes, batch;
    int64_t playouts, positions, visits;
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
    bench_measure_precision, bench_measure_search, bench_measure_signature, bench_measure_solve,
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

/* Kinds of positions to compare precisions on. */
typedef enum {
    BENCH_GAMES,        /* the network against itself on 9x9, 13x13 and 19x19 */
    BENCH_ODD_GAMES,    /* the same on other boards from 7x7 to 25x25 */
    BENCH_LOPSIDED,     /* one side moves, the other passes */
    BENCH_SCATTERED,    /* stones anywhere */
    BENCH_SMALL_BOARDS, /* games from 2x2 to 7x7 */
    BENCH_POSITIONS_COUNT
} BenchPositions;

typedef struct {
    double mean, most;
} BenchError;

typedef struct {
    int64_t positions;
    int64_t outside;  /* off by more than 0.05 in win rate, or in lead by more than 1.5 points and
                         0.02 points a point of the board */
    double same_move; /* share of positions with the first move of fp32 */
    double in_fp32;   /* share evaluated anew in fp32 */
    BenchError win, lead, ownership; /* differences to fp32 */
} BenchPrecisionRow;

typedef struct {
    const char *model; /* the network's file */
    Precision precision;
    int64_t positions;
    uint64_t seed;
} BenchPrecisionOptions;

typedef struct {
    const char *precision;
    BenchPrecisionRow rows[BENCH_POSITIONS_COUNT];
} BenchPrecision;

/* Compares a network's answers in a precision with those in fp32, over at least that many
 * positions. Returns false with a message if the network cannot be used. */
bool bench_precision(const BenchPrecisionOptions *options, BenchPrecision *result, Status *status);

#endif
