/* Enumerates, in all threads, the paths through cyclic components that may reach a failure
 * (bans.c), from each path state once. A board can repeat only before its component is left, so a
 * path begins where one is entered. Only records that are kept (check.h) can matter: a record is
 * one of theirs by its place among them. */
#ifndef ENGINE_SOLVE_VERIFY_PATHS_H
#define ENGINE_SOLVE_VERIFY_PATHS_H

#include "engine/solve/verify/check.h"

/* Returns false with a message if a path fails, if there are too many, or if the work was ended. */
bool check_paths(Check *check, const Root *root);

#endif
