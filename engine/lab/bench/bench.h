/* Measurements: `dihedra bench`. Each prints a table or, with --json, one JSON object on standard
 * output, with the machine's speed beside its figures. All take the best of several rounds, since
 * other programs can only slow a machine down. */
#ifndef ENGINE_LAB_BENCH_BENCH_H
#define ENGINE_LAB_BENCH_BENCH_H

#include "engine/base/options.h"
#include "engine/base/text.h"

/* A measurement of what this folder may not include. */
typedef struct {
    const char *name;
    const char *help;                  /* its lines in the usage */
    const Option *options;             /* its own */
    int (*run)(int argc, char **argv); /* argv[0] is the program's path, the options follow */
} BenchExtra;

/* Memory of what bench_help returns; starts as zeros. The caller frees the text. */
enum { BENCH_OPTIONS_MAX = 32, BENCH_MEASUREMENTS_MAX = 16 };
typedef struct {
    const char *names[BENCH_MEASUREMENTS_MAX + 1]; /* of the measurements; NULL at the end */
    Option options[BENCH_OPTIONS_MAX];
    Text usage;
} BenchHelp;

/* The help of all measurements: at most two extras. */
CommandHelp bench_help(const BenchExtra *extras, BenchHelp *help);

/* `dihedra bench`: argv[0] is the program's path, argv[1] the measurement. extras ends with a NULL
 * name. Returns the exit status. */
int bench_main(int argc, char **argv, const BenchExtra *extras);

#endif
