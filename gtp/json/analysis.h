/* `dihedra analysis`: KataGo's analysis engine by its command line and its protocol. */
#ifndef GTP_JSON_ANALYSIS_H
#define GTP_JSON_ANALYSIS_H

#include "engine/base/options.h"

extern const CommandHelp ANALYSIS_HELP;

/* argv[0] is the program's path, the rest are options. Returns the exit status. */
int analysis_main(int argc, char **argv);

#endif
