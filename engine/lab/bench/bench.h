/* Measurements: `dihedra bench`. Each prints a table or, with --json, one JSON object on standard
 * output. All take the best of several rounds, since other programs can only slow a machine down,
 * and print the machine's speed beside their figures, since machines differ. One thread calls them.
 */
#ifndef ENGINE_LAB_BENCH_BENCH_H
#define ENGINE_LAB_BENCH_BENCH_H

#include <stdint.h>

#include "engine/base/options.h"
#include "engine/base/status.h"
#include "engine/base/team.h"
#include "engine/base/text.h"
#include "engine/eval/net/precision.h"

/* Returns the value, about which the compiler knows nothing from here on: it can neither drop the
 * work that made it nor merge two steps. */
static inline uint64_t bench_keep(uint64_t value) {
    __asm__ __volatile__("" : "+r"(value));
    return value;
}

/* A measurement of something that this folder may not include. */
typedef struct {
    const char *name;
    const char *help;                  /* its lines in the usage */
    const Option *options;             /* its own */
    int (*run)(int argc, char **argv); /* argv[0] is the program's path, the options follow */
} BenchExtra;

/* `dihedra bench ...`: argv[0] is the program's path, argv[1] the measurement. The list of extra
 * measurements ends with a NULL name. Returns the exit status. */
int bench_main(int argc, char **argv, const BenchExtra *extras);

/* How fast this machine is just now: nanoseconds of one step of a fixed chain of multiplications,
 * and of one read in a chain of dependent reads from 64 MiB. */
typedef struct {
    double arithmetic_ns, memory_ns;
} MachineSpeed;

MachineSpeed bench_machine_speed(void);

typedef struct {
    double update_plain_ns;  /* XOR of one word a stone */
    double update_lanes_ns;  /* XOR of eight */
    double canonical_key_ns; /* state and minimum over the lanes */
    const char *simd;
} BenchHash;

BenchHash bench_hash(void);

typedef struct {
    int size, threads;
    double playouts_per_s;    /* games by all threads together, the best round */
    double moves_per_playout; /* passes included */
    double hash_share;     /* of the time of a game, 0..1: the median over the rounds, each of which
                              plays without the hash and then with it */
    double black_win_rate; /* at komi 0; shows that the games are real games */
    const char *simd;
} BenchPlayouts;

/* Plays uniform random games for about this many seconds. Returns false if out of memory or
 * threads. */
bool bench_playouts(int size, int threads, double seconds, BenchPlayouts *result);

/* How a position is looked up: by one hash of the board as it stands, by the canonical key, or by
 * the hashes of its images one after the other until one is found. */
typedef enum { BENCH_PLAIN, BENCH_SYMMETRIC, BENCH_EIGHT, BENCH_TABLE_KEY_COUNT } BenchTableKey;

enum { BENCH_LOAD_COUNT = 4 }; /* 0.5, 1, 2 and 4 stores an entry */

/* Nanoseconds of one operation, the least of the rounds. */
typedef struct {
    int megabytes, threads;
    double dependent_ns[BENCH_TABLE_KEY_COUNT];   /* each probe waits for the last */
    double independent_ns[BENCH_TABLE_KEY_COUNT]; /* the processor may overlap them */
    double mix_ns[BENCH_TABLE_KEY_COUNT];         /* a store after three probes */
    double store_ns[BENCH_SYMMETRIC + 1];
    double threads_scaling, threads_scaling_mix; /* throughput of all threads over that of one, of
                                                    dependent canonical probes and of the mix */
    double clear_seconds;                        /* of the first time, which touches the memory */
    double hit_rate[BENCH_LOAD_COUNT];           /* share of the stores still found, */
    double kept_deepest[BENCH_LOAD_COUNT];       /* and of the quarter with the most work */
} BenchTable;

/* Returns false if out of memory or threads. */
bool bench_table(int megabytes, int threads, BenchTable *result);

/* The same work with symmetry off [0] and on [1]. */
typedef struct {
    int size;
    int64_t positions[2];   /* distinct ones visited */
    int64_t hits[2];        /* probes that found the position */
    int64_t turned_hits[2]; /* of those, stored by another image */
    double visits_per_s[2];
} BenchSymmetry;

/* Searches the first eight positions of a game with this many visits each. Returns false if out of
 * memory. */
bool bench_symmetry_search(int size, int64_t visits, BenchSymmetry *result);

/* Plays all moves from the empty board to a depth. Returns false if out of memory or the table is
 * too small. */
bool bench_symmetry_play(int size, int depth, BenchSymmetry *result);

typedef struct {
    int size, threads;
    int64_t playouts;       /* of each search */
    double playouts_per_s;  /* by that many threads, the best round */
    double threads_scaling; /* that over the rate of one thread, measured by turns */
    int64_t nodes, transposition_hits, symmetric_hits; /* of the searches of all openings */
    int depth_max;
    size_t bytes; /* of the largest graph */
} BenchSearch;

/* Searches three openings on a board of that size. Returns false if out of memory or threads. */
bool bench_search(int size, int threads, int64_t playouts, BenchSearch *result);

/* A digest of what one thread finds with a fixed seed and fixed work on four sizes of board. It
 * changes exactly when the behaviour of the search does, or the build's floating-point arithmetic.
 */
typedef struct {
    uint64_t digest;
    int64_t nodes;
} BenchSignature;

/* Returns false if out of memory. */
bool bench_signature(BenchSignature *result);

/* A technique of the solver that is switched off (SolverTechniques in engine/solve). */
typedef enum {
    BENCH_SOLVE_ALL, /* none is */
    BENCH_SOLVE_SYMMETRY,
    BENCH_SOLVE_EXCHANGE,
    BENCH_SOLVE_CUTOFF,
    BENCH_SOLVE_LIFE,
    BENCH_SOLVE_REDUCTION,
    BENCH_SOLVE_TECHNIQUE_COUNT,
} BenchSolveTechnique;

enum {
    BENCH_SOLVE_COUNT = 10,      /* questions of the ladder */
    BENCH_SOLVE_QUICK_COUNT = 8, /* those of them that take less than a second or so */
};

typedef struct {
    const char *name; /* such as "4x4 >= 2, psk" */
    bool is_answered, is_yes;
    uint64_t nodes, generated; /* positions entered, and after their moves: the same everywhere */
    double seconds;
} BenchSolve;

/* Asks one question of the ladder. Returns false if out of memory. */
bool bench_solve(int row, BenchSolveTechnique without, BenchSolve *result);

typedef struct {
    const char *model; /* the network's file */
    Precision precision;
    int size, batch, threads;
    double seconds;
} BenchNetOptions;

typedef struct {
    int size, batch, threads;
    const char *precision;
    double evals_per_s; /* whole evaluations by all threads together, the best round */
    double gflops;      /* 10^9 operations of the network a second; Winograd's convolutions need
                           fewer than they count for */
    double peak_gflops; /* of one thread in a large product of matrices */
    double features_share, layers_share, heads_share; /* of the time, 0..1 */
} BenchNet;

/* Evaluates positions as a search would ask for them. Returns false with a message if the network
 * cannot be used or memory runs out. */
bool bench_net(const BenchNetOptions *options, BenchNet *result, Status *status);

/* The kinds of positions on which precisions are compared. */
typedef enum {
    BENCH_GAMES,        /* the network against itself on 9x9, 13x13 and 19x19 */
    BENCH_ODD_GAMES,    /* the same on other boards from 7x7 to 25x25, some with a handicap */
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
 * positions. Returns false with a message if the network cannot be used or memory runs out. */
bool bench_precision(const BenchPrecisionOptions *options, BenchPrecision *result, Status *status);

enum { BENCH_THREADS_MAX = TEAM_MAX, BENCH_BATCH_MAX = 64 };

#endif
