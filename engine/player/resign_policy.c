#include "engine/player/resign_policy.h"

#include <math.h>

/* A game may be lost once it has a move for each of this many cells of the board. */
enum { CELLS_PER_MOVE = 4 };

/* Moves of a side for which it must have been lost. */
enum { LOST_MOVES = 8 };

/* How far behind a side is lost: by this share of the board's points as a 1 dan, who loses close
 * games by counting. The weaker players are, the greater the lead that they still turn over: by 4
 * points on 19x19 for each rank. A handicap stone is worth this many points to the side that gave
 * it. */
static const double SHARE_1D = 0.06, SHARE_PER_STRENGTH = 0.01, HANDICAP_POINTS = 12;

bool resign_policy_is_past_opening(const Game *game) {
    return game->move_count > game->geometry->cell_count / CELLS_PER_MOVE;
}

static bool is_lost(const Turn *turn, const SearchResult *result) {
    const Game *game = turn->game;
    const double share =
        SHARE_1D + SHARE_PER_STRENGTH * fmax(STRENGTH_1D - turn->options->strength, 0);
    const double odds = turn->color == WHITE ? HANDICAP_POINTS * game->handicap : 0;
    return result->win_rate < turn->options->resign_below &&
           result->score < -(share * game->geometry->cell_count + odds) &&
           resign_policy_is_past_opening(game);
}

bool resign_policy_update(ResignPolicy *resign_policy, const Turn *turn,
                          const SearchResult *result) {
    const int move_count = turn->game->move_count;
    if (turn->options->resign_below <= 0) {
        return false;
    }
    const bool goes_on = resign_policy->move_count == move_count - 2;
    const bool is_again = resign_policy->move_count == move_count; /* another question about it */
    const int before = goes_on ? resign_policy->moves : is_again ? resign_policy->before : 0;
    *resign_policy = (ResignPolicy){is_lost(turn, result) ? before + 1 : 0, before, move_count};
    return resign_policy->moves >= LOST_MOVES;
}
