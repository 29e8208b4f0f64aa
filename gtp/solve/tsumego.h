/* `dihedra tsumego`: solves problems of life and death from game records. */
#ifndef GTP_SOLVE_TSUMEGO_H
#define GTP_SOLVE_TSUMEGO_H

#include "engine/base/options.h"

extern const CommandHelp TSUMEGO_HELP;

/* argv[0] is the program's path. Returns the exit status. */
int tsumego_main(int argc, char **argv);

#endif
