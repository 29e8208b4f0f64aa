/* When a rank gives up. */
#include "engine/player/resign_policy.h"
#include "engine/player/strength.h"
#include "tests/support/position/games.h"

#include <criterion/criterion.h>

/* What a search says of a game that nobody turns over. */
static const SearchResult LOST = {.win_rate = 0.01, .score = -100};

/* A game on 9x9 in which both have passed by turns, past its first quarter. */
static Game *passed_game(void) {
    Game *game = games_new(9, 9, "tromp-taylor");
    while (!resign_policy_is_past_opening(game)) {
        games_play(game, game->board.to_move, POINT_PASS);
    }
    return game;
}

/* Counts Black's moves until it resigns; asks `asks` times about each. */
static int moves_to_resign(int asks, double resign_below) {
    Game *game = passed_game();
    ResignPolicy policies[2] = {{0}};
    const PlayerOptions options = {.strength = STRENGTH_1D, .resign_below = resign_below};
    const Turn turn = {.game = game, .color = BLACK, .options = &options};
    int moves = 0;
    for (bool resigns = false; !resigns && moves < 20; moves++) {
        for (int i = 0; i < asks; i++) {
            resigns = resign_policy_update(policies, &turn, &LOST);
        }
        games_play(game, BLACK, POINT_PASS);
        games_play(game, WHITE, POINT_PASS);
    }
    return moves;
}

Test(resign_policy, a_rank_resigns_after_eight_lost_moves) {
    cr_assert_eq(moves_to_resign(1, 0.05), 8);
    cr_assert_eq(moves_to_resign(3, 0.05), 8, "a move counts once");
    cr_assert_eq(moves_to_resign(1, 0), 20, "never");
}

Test(resign_policy, a_question_about_a_move_without_resigning_leaves_the_count) {
    Game *game = passed_game();
    ResignPolicy policies[2] = {
        [BLACK] = {.moves = 5, .before = 4, .move_count = game->move_count - 2}};
    const PlayerOptions options = {.strength = STRENGTH_1D};
    const Turn turn = {.game = game, .color = BLACK, .options = &options};
    cr_assert_not(resign_policy_update(policies, &turn, &LOST));
    cr_assert_eq(policies[BLACK].moves, 5);
}
