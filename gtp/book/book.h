/* `dihedra book`: builds, shows, checks, imports and exports opening books. */
#ifndef GTP_BOOK_BOOK_H
#define GTP_BOOK_BOOK_H

#include "engine/base/options.h"

extern const CommandHelp BOOK_HELP;

/* argv[0] is the program's path. Returns the exit status. */
int book_main(int argc, char **argv);

#endif
