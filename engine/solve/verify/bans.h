/* Finds where in the cyclic components a path may fail, and which positions lead there, so that the
 * other paths need not be enumerated; and which boards behind a position can still ban something.
 * Superko can ban a move only if the board after it, in some orientation, lies before or after the
 * move of a record that leads to this one; or if it is one of the first two boards. Which record
 * leads to which is a graph almost without cycles, as a strategy seldom comes to a position twice,
 * though it comes to boards twice: with another ko, or another side to move. */
#ifndef ENGINE_SOLVE_VERIFY_BANS_H
#define ENGINE_SOLVE_VERIFY_BANS_H

#include "engine/solve/verify/check.h"

/* Sets may_fail, heights and last_ban of the check. Returns false with a message if the work was
 * ended. */
bool check_bans(Check *check);

#endif
