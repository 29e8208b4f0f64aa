#include "engine/player/turn.h"

/* A win rate may end the game only if it rests on this many visits. */
enum { JUDGE_VISITS = 200 };

/* A game may be lost once it has a move for each of this many cells of the board. */
enum { CELLS_PER_MOVE = 4 };

/* Consecutive moves of a side that must have been lost. */
enum { LOST_MOVES = 8 };

/* A side is lost if it is behind by this share of the board's points: for a 1 dan, and more for
 * each weaker rank (4 points on 19x19), since weaker players catch up more. Each handicap stone
 * that it gave adds HANDICAP_POINTS. */
static const double SHARE_1D = 0.06, SHARE_PER_STRENGTH = 0.01, HANDICAP_POINTS = 12;

static bool is_past_opening(const Game *game) {
    return game->move_count > game->geometry->cell_count / CELLS_PER_MOVE;
}

static bool looks_lost(const Turn *turn, const SearchResult *result) {
    const Game *game = turn->game;
    const double share =
        SHARE_1D + SHARE_PER_STRENGTH * fmax(STRENGTH_1D - turn->options->strength, 0);
    const double odds = turn->color == WHITE ? HANDICAP_POINTS * game_handicap(game) : 0;
    return result->win_rate < turn->options->resign_below &&
           result->score < -(share * game->geometry->cell_count + odds) && is_past_opening(game);
}

static bool rank_resigns(ResignPolicy *policy, const Turn *turn, const SearchResult *result) {
    const int move_count = turn->game->move_count;
    if (turn->options->resign_below <= 0) {
        return false;
    }
    const bool goes_on = policy->move_count == move_count - 2;
    const bool is_again = policy->move_count == move_count;
    const int before = goes_on ? policy->moves : is_again ? policy->before : 0;
    *policy = (ResignPolicy){looks_lost(turn, result) ? before + 1 : 0, before, move_count};
    return policy->moves >= LOST_MOVES;
}

bool resign_policy_decides(ResignPolicy policies[2], const Turn *turn, const PlayerMove *choice,
                           bool has_network) {
    if (turn->options->strength != STRENGTH_NONE) {
        return has_network && !choice->network_was_late &&
               rank_resigns(&policies[turn->color], turn, &choice->search);
    }
    return choice->search.win_rate < turn->options->resign_below &&
           choice->search.visits >= JUDGE_VISITS && is_past_opening(turn->game);
}
