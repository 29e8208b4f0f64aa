/* dihedra comply: checks whether an engine follows GTP, or KataGo's analysis protocol, and which
 * clients can use it. */
#ifndef REGRESS_COMPLY_COMPLY_H
#define REGRESS_COMPLY_COMPLY_H

#include "engine/base/options.h"

extern const CommandHelp COMPLY_HELP;

/* Runs the subcommand. Returns the exit status. */
int comply_main(int argc, char **argv);

#endif
