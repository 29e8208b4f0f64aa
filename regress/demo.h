/* dihedra demo: a whole game of the engine against itself, or of any two GTP engines, shown move by
 * move. One thread, two child processes. */
#ifndef REGRESS_DEMO_H
#define REGRESS_DEMO_H

#include "engine/base/options.h"

extern const CommandHelp DEMO_HELP;

/* argv[0] is the path of this program; the options follow, without the subcommand's name. Returns
 * the exit status that --help describes. */
int demo_main(int argc, char **argv);

#endif
