/* Enumerates the paths through the cyclic components of a strategy's boards, by all threads, as
 * long as they may come to where one fails (bans.c), and goes on from each state that they come to
 * once. A board of such a part can be repeated only before the part is left, so a path begins where
 * the part is entered. Only records that are kept (check.h) can matter: a record is one of theirs
 * by its place among them. */
#ifndef ENGINE_SOLVE_VERIFY_PATHS_H
#define ENGINE_SOLVE_VERIFY_PATHS_H

#include "engine/solve/verify/check.h"

/* Returns false with a message if a path fails, if there are too many, or if the work was ended. */
bool check_paths(Check *check, const Root *root);

#endif
