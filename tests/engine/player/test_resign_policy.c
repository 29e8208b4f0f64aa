/* When the engine resigns, and when a rank does. */
#include "engine/player/turn.h"
#include "tests/support/position/games.h"

/* The choice of a search in a lost game. */
static const PlayerMove LOST = {.search = {.win_rate = 0.01, .score = -100, .visits = 200}};

/* Does the engine resign for Black at full strength, after this choice? */
static bool resigns(const Game *game, const PlayerMove *choice) {
    ResignPolicy policies[2] = {{0}};
    const PlayerOptions options = {.strength = STRENGTH_NONE, .resign_below = 0.05};
    const Turn turn = {.game = game, .color = BLACK, .options = &options};
    return resign_policy_decides(policies, &turn, choice, true);
}

/* A game on 9x9 in which both have passed by turns, past its first quarter. */
static Game *passed_game(void) {
    Game *game = games_new(9, 9, "tromp-taylor");
    while (!resigns(game, &LOST)) {
        games_play(game, game->board.to_move, POINT_PASS);
    }
    return game;
}

/* Counts Black's moves until it resigns; asks `asks` times about each. */
static int moves_to_resign(int asks, int strength, double resign_below) {
    Game *game = passed_game();
    ResignPolicy policies[2] = {{0}};
    const PlayerOptions options = {.strength = strength, .resign_below = resign_below};
    const Turn turn = {.game = game, .color = BLACK, .options = &options};
    int moves = 0;
    for (bool resigns = false; !resigns && moves < 20; moves++) {
        for (int i = 0; i < asks; i++) {
            resigns = resign_policy_decides(policies, &turn, &LOST, true);
        }
        games_play(game, BLACK, POINT_PASS);
        games_play(game, WHITE, POINT_PASS);
    }
    return moves;
}

Test(resign_policy, a_rank_resigns_after_eight_lost_moves) {
    cr_assert_eq(moves_to_resign(1, STRENGTH_1D, 0.05), 8);
    cr_assert_eq(moves_to_resign(3, STRENGTH_1D, 0.05), 8, "a move counts once");
    cr_assert_eq(moves_to_resign(1, STRENGTH_1D, 0), 20, "never");
}

Test(resign_policy, the_engine_resigns_at_the_first_lost_move) {
    cr_assert_eq(moves_to_resign(1, STRENGTH_NONE, 0.05), 1);
    cr_assert_eq(moves_to_resign(1, STRENGTH_NONE, 0), 20, "never");
}

Test(resign_policy, no_game_is_judged_in_its_opening_or_by_few_visits) {
    const Game *game = games_new(9, 9, "tromp-taylor");
    const PlayerMove hasty = {.search = {.win_rate = 0.01, .score = -100, .visits = 199}};
    cr_assert_not(resigns(game, &LOST));
    cr_assert_not(resigns(passed_game(), &hasty));
}

Test(resign_policy, a_question_about_a_move_without_resigning_leaves_the_count) {
    Game *game = passed_game();
    ResignPolicy policies[2] = {
        [BLACK] = {.moves = 5, .before = 4, .move_count = game->move_count - 2}};
    const PlayerOptions options = {.strength = STRENGTH_1D};
    const Turn turn = {.game = game, .color = BLACK, .options = &options};
    cr_assert_not(resign_policy_decides(policies, &turn, &LOST, true));
    cr_assert_eq(policies[BLACK].moves, 5);
}
