/* `dihedra verify`: checks a proof that `dihedra solve` or `dihedra tsumego` has written. */
#ifndef GTP_SOLVE_VERIFY_H
#define GTP_SOLVE_VERIFY_H

#include "engine/base/options.h"

extern const CommandHelp VERIFY_HELP;

/* argv[0] is the program's path. Returns the exit status. */
int verify_main(int argc, char **argv);

#endif
