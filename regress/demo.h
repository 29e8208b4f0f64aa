/* dihedra demo: a whole game of the engine against itself over GTP. */
#ifndef REGRESS_DEMO_H
#define REGRESS_DEMO_H

#include "engine/base/options.h"

extern const CommandHelp DEMO_HELP;

/* argv[0] is the path of this program; the options follow. Returns the exit status. */
int demo_main(int argc, char **argv);

#endif
