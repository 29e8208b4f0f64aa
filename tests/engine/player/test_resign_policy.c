/* When a rank gives up. */
#include "engine/go/board/game.h"
#include "engine/player/resign_policy.h"
#include "engine/player/strength.h"

#include <criterion/criterion.h>

/* What a search says of a game that nobody turns over. */
static const SearchResult LOST = {.win_rate = 0.01, .score = -100};

/* A game on 9x9 in which both have passed by turns, past its first quarter. */
static Game *passed_game(void) {
    Game *game = game_new(1);
    Status status;
    cr_assert(game_clear(game, 9, 9, &status), "%s", status.text);
    while (!resign_policy_is_past_opening(game)) {
        cr_assert(game_play(game, game->board.to_move, POINT_PASS, &status), "%s", status.text);
    }
    return game;
}

/* Counts Black's moves until it resigns; asks `asks` times about each. */
static int moves_to_resign(int asks, double resign_below) {
    Game *game = passed_game();
    ResignPolicy resign_policy = {0};
    Status status;
    const PlayerOptions options = {.strength = STRENGTH_1D, .resign_below = resign_below};
    const Turn turn = {.game = game, .color = BLACK, .options = &options};
    int moves = 0;
    for (bool resigns = false; !resigns && moves < 20; moves++) {
        for (int i = 0; i < asks; i++) {
            resigns = resign_policy_update(&resign_policy, &turn, &LOST);
        }
        game_play(game, BLACK, POINT_PASS, &status);
        game_play(game, WHITE, POINT_PASS, &status);
    }
    game_free(game);
    return moves;
}

Test(resign_policy, a_rank_resigns_after_eight_lost_moves) {
    cr_assert_eq(moves_to_resign(1, 0.05), 8);
}

Test(resign_policy, a_move_counts_once_however_often_it_is_asked_about) {
    cr_assert_eq(moves_to_resign(3, 0.05), 8);
}

Test(resign_policy, whoever_does_not_resign_never_does) {
    cr_assert_eq(moves_to_resign(1, 0), 20);
}

Test(resign_policy, a_question_about_a_move_without_resigning_leaves_the_count) {
    Game *game = passed_game();
    ResignPolicy resign_policy = {.moves = 5, .before = 4, .move_count = game->move_count - 2};
    const PlayerOptions options = {.strength = STRENGTH_1D};
    const Turn turn = {.game = game, .color = BLACK, .options = &options};
    cr_assert_not(resign_policy_update(&resign_policy, &turn, &LOST));
    cr_assert_eq(resign_policy.moves, 5);
    game_free(game);
}
