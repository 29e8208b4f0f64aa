/* Measurements. Each prints a table for people or, with --json, one JSON object on standard output.
 * All take the best of several rounds, since other programs can only slow a machine down, and print
 * a calibration beside, since machines differ. */
#ifndef ENGINE_BENCH_BENCH_H
#define ENGINE_BENCH_BENCH_H

#include "engine/base/text.h"

/* `dihedra bench ...`: argv[0] is "bench". Returns the exit status. */
int bench_main(int argc, char **argv);
extern const char BENCH_HELP[];

/* What this machine does just now: nanoseconds of one step of a fixed chain of multiplications, and
 * of one read in a chain of dependent reads from 64 MiB. */
typedef struct {
    double arithmetic_ns, memory_ns;
} Calibration;

Calibration bench_calibrate(void);

typedef struct {
    double update_plain_ns;  /* XOR of one word a stone */
    double update_lanes_ns;  /* XOR of eight */
    double canonical_key_ns; /* state and minimum over the lanes */
    const char *simd;
} BenchHash;

BenchHash bench_hash(void);

typedef struct {
    int size, threads;
    double playouts_per_s;    /* all threads together, the best round */
    double moves_per_playout; /* passes included */
    double hash_share; /* of the time of a playout, 0..1, from the best rounds with and without */
    double black_win_rate; /* at komi 0; says that the games are games */
    const char *simd;
} BenchPlayouts;

/* Plays for about this many seconds. Returns false where memory runs out. */
bool bench_playouts(int size, int threads, double seconds, BenchPlayouts *result);

enum { BENCH_THREADS_MAX = 64 };

#endif
