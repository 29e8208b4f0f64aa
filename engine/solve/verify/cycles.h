/* Finds the cyclic components of a strategy's boards, from the records that are kept. */
#ifndef ENGINE_SOLVE_VERIFY_CYCLES_H
#define ENGINE_SOLVE_VERIFY_CYCLES_H

#include "engine/solve/verify/check.h"

/* Finds the cyclic components of a strategy's boards under superko, then where in them a path may
 * fail (bans.c), and enumerates the paths that lead there, with the real bans (paths.c). Every
 * record's move must be legal. Returns false with a message if superko bans all moves of the winner
 * on a path, or if it does not ban a reply that has no record. */
bool check_cycles(Check *check, const Root *root);

#endif
