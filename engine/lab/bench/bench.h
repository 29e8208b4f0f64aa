/* Measurements: `dihedra bench`. Each prints a table or, with --json, one JSON object on standard
 * output. All take the best of several rounds, since other programs can only slow a machine down,
 * and print the machine's speed beside their figures, since machines differ. One thread calls them.
 */
#ifndef ENGINE_LAB_BENCH_BENCH_H
#define ENGINE_LAB_BENCH_BENCH_H

#include "engine/base/options.h"

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

#endif
