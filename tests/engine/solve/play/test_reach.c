/* How early in a game its value is known, within as many positions as a move of 1,000 visits has.
 */
#include "engine/player/player.h"
#include "engine/solve/play/exact.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 50000, VISITS = 100, OPENING_MOVES = 4, MOVES_PER_POINT = 2 };

static bool is_known(const Game *game) {
    static const ExactLimits LIMITS = {
        .deadline = {.at = INFINITY}, .nodes = NODES, .threads = 1, .table_bytes = 16 << 20};
    ExactMoves moves;
    return exact_find_moves(game, (Color)game->board.to_move, false, &LIMITS, &moves);
}

/* What was known of a game. */
typedef struct {
    bool is_known;
    int move, empty; /* at the first position whose value is known */
    int moves;       /* of the game */
} Reach;

/* The engine plays both sides without exact values. */
static Reach play(Game *game, Player *player) {
    PlayerOptions options = player_default_options();
    Reach reach = {.is_known = false};
    options.visits = VISITS;
    options.memory_mb = 8;
    options.resign_below = 0;
    options.solve = false;
    while (game->board.passes < 2 &&
           game->move_count < MOVES_PER_POINT * game->geometry->cell_count) {
        const Turn turn = {.game = game, .color = (Color)game->board.to_move, .options = &options};
        PlayerMove move;
        Status status;
        if (!reach.is_known && is_known(game)) {
            reach = (Reach){true, game->move_count, game->board.empty_count, 0};
        }
        cr_assert(player_choose(player, &turn, &move, &status), "%s", status.text);
        games_play(game, turn.color, move.move);
    }
    reach.moves = game->move_count;
    return reach;
}

/* Plays games on a square board and prints a row of the table. */
static void tell_reach(int size, int games) {
    Rng rng = rng_new((uint64_t)size);
    int known = 0, move = 0, empty = 0, moves = 0;
    Player player;
    cr_assert(player_init(&player, NULL));
    for (int i = 0; i < games; i++) {
        Game *game = random_game_new(size, size, "tromp-taylor", OPENING_MOVES, &rng);
        const Reach reach = play(game, &player);
        known += reach.is_known;
        move += reach.move;
        empty += reach.empty;
        moves += reach.moves;
        cleanup_now(game);
    }
    player_free(&player);
    const double reached = known > 0 ? (double)known : (double)NAN;
    fprintf(stderr, "| %dx%d | %d of %d | move %.1f of %.1f | %.1f points empty |\n", size, size,
            known, games, move / reached, (double)moves / games, empty / reached);
    cr_assert_gt(known, 0);
}

Test(exact_reach, most_games_on_5x5_reach_a_known_position) {
    tell_reach(5, getenv("DIHEDRA_LONG") != NULL ? 20 : 1);
}

Test(exact_reach, games_on_6x6_and_7x7_reach_a_known_position) {
    if (getenv("DIHEDRA_LONG") == NULL) {
        cr_skip_test("minutes of play: set DIHEDRA_LONG");
    }
    tell_reach(6, 20);
    tell_reach(7, 20);
}
