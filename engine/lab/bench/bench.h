/* Measurements: `dihedra bench`. Each prints a table or, with --json, one JSON object on standard
 * output, with the machine's speed beside its figures. All take the best of several rounds, since
 * other programs can only slow a machine down. */
#ifndef ENGINE_LAB_BENCH_BENCH_H
#define ENGINE_LAB_BENCH_BENCH_H

#include "engine/base/options.h"

extern const CommandHelp BENCH_HELP;

/* argv[0] is the program's path, argv[1] the measurement. Returns the exit status. */
int bench_main(int argc, char **argv);

#endif
