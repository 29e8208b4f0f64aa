/* The command lines of dihedra regress and dihedra comply: options, what is printed where, the exit
 * status. */
#ifndef REGRESS_SUITE_REGRESS_H
#define REGRESS_SUITE_REGRESS_H

#include "engine/base/options.h"

extern const CommandHelp REGRESS_HELP, COMPLY_HELP;

/* argv[0] is the path of this program; the options follow, without the subcommand's name. Returns
 * the exit status that --help describes. */
int regress_main(int argc, char **argv);
int comply_main(int argc, char **argv);

#endif
