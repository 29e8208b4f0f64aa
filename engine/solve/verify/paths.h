/* Enumerates the paths through the cyclic parts of a strategy's boards under superko, with the real
 * bans.
 * A board of such a part can be repeated only before the part is left, so a path begins where the
 * part is entered. */
#ifndef ENGINE_SOLVE_VERIFY_PATHS_H
#define ENGINE_SOLVE_VERIFY_PATHS_H

#include "engine/solve/verify/check.h"

/* The first position of a strategy. */
typedef struct {
    SlowBoard start, board; /* board: after the first move, if there is one */
    SlowStone to_move, first_mover;
    int ko;
    bool has_passed; /* the winner has, as the first move */
    bool is_decided; /* the winner's points are secure, or it may answer a pass by one */
} Root;

/* Does a cycle go through the board with this number? */
static inline bool paths_have_cycle(const Check *check, uint32_t board) {
    return check->is_cyclic[check->component[board]];
}

/* The boards must be numbered and the cycles found, and every record's move be legal. Returns false
 * with a message if superko bans all moves of the winner on a path, or if it does not ban a reply
 * that has no record. */
bool paths_enumerate(Check *check, const Root *root);

#endif
