/* `dihedra selfplay`: plays games of the engine against itself in one process, several at once on
 * threads of their own. With one search thread and fixed visits, a seed gives the same games
 * however many are played at once. */
#ifndef GTP_SELFPLAY_SELFPLAY_H
#define GTP_SELFPLAY_SELFPLAY_H

#include "engine/base/options.h"

extern const CommandHelp SELFPLAY_HELP;

/* argv[0] is "selfplay". Returns the exit status. */
int selfplay_main(int argc, char **argv);

#endif
