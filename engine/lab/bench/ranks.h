/* `dihedra bench ranks`: how fast messages go from one rank to another (engine/cluster/). */
#ifndef ENGINE_LAB_BENCH_RANKS_H
#define ENGINE_LAB_BENCH_RANKS_H

#include "engine/base/options.h"

extern const char BENCH_RANKS_HELP[];
extern const Option BENCH_RANKS_OPTIONS[];

/* A BenchExtra: argv[0] is the path of this program; returns the exit status. All ranks call it;
 * the first prints. */
int bench_ranks_main(int argc, char **argv);

#endif
