/* The player on small boards: it never gives a point away, comes to an end, and keeps its time. */
#include "engine/player/player.h"
#include "engine/solve/play/small_board.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/chance.h"

static const double SLACK = 0.6; /* seconds, for a machine with other work */

static PlayerOptions options_of(int64_t visits) {
    PlayerOptions options = player_default_options();
    options.visits = visits;
    options.memory_mb = 8;
    options.resign_below = 0;
    return options;
}

/* Chooses the move of the side to move in the game. Returns the seconds that it took. */
static double choose(Player *player, const Game *game, const PlayerOptions *options,
                     PlayerMove *move) {
    const Turn turn = {.game = game, .color = game->board.to_move, .options = options};
    Status status;
    const double start = clock_seconds();
    cr_assert(player_choose(player, &turn, move, &status), "%s", status.text);
    return clock_seconds() - start;
}

static int value_of(const Game *game) {
    const ExactLimits limits = {
        .deadline = {.at = INFINITY}, .nodes = UINT64_MAX, .threads = 1, .table_bytes = 1 << 20};
    SmallBoard *small_board = small_board_new(game, &limits);
    const ExactBounds bounds = small_board_solve(small_board);
    small_board_free(small_board);
    cr_assert_eq(bounds.lower, bounds.upper);
    return bounds.lower;
}

static void expect_kept(const Game *game, Color color, int before, Point p) {
    const int after =
        game->board.passes < 2 ? value_of(game) : score_area(&game->board, NULL, NULL);
    cr_assert(color == BLACK ? after >= before : after <= before,
              "ko %d, suicide %d, move %d: %s played %d, from %+d to %+d\n%s", game->rules.ko,
              game->rules.suicide, game->move_count, color_name(color), p, before, after,
              diagram_print_board(&game->board).text);
}

static void play_at_random(Game *game, Rng *rng) {
    const Color color = game->board.to_move;
    const uint32_t cells = (uint32_t)game->geometry->cell_count;
    const uint32_t cell = rng_below(rng, cells + 1);
    const Point p = cell == cells ? POINT_PASS : game->geometry->point_of[cell];
    games_play(game, color, game_check(game, color, p) == MOVE_LEGAL ? p : POINT_PASS);
}

/* Plays a game to its end. is_engine[color]: or a player of random moves. */
static void play_out(Game *game, const bool is_engine[2], Rng *rng) {
    const PlayerOptions options = options_of(1000);
    Player player;
    cr_assert(player_init(&player, NULL));
    const int start = game->move_count;
    while (game->board.passes < 2) {
        const Color color = game->board.to_move;
        if (game->move_count - start > 100) {
            cr_assert_eq(game->rules.ko, KO_SIMPLE, "no end\n%s",
                         diagram_print_board(&game->board).text);
            cr_assert_eq(value_of(game), 0, "a repetition is a draw");
            break;
        }
        if (!is_engine[color]) {
            play_at_random(game, rng);
            continue;
        }
        PlayerMove move;
        const int before = value_of(game);
        choose(&player, game, &options, &move);
        games_play(game, color, move.move);
        expect_kept(game, color, before, move.move);
    }
    player_free(&player);
}

static void play_games(int width, int height, int games, int moves) {
    Rng rng = rng_new((uint64_t)(width * 31 + height));
    for (int i = 0; i < games; i++) {
        const bool is_engine[2] = {i % 3 != 0, i % 3 != 1};
        Game *game = random_game_new(width, height, "tromp-taylor",
                                     (int)rng_below(&rng, (uint32_t)moves), &rng);
        game->rules.ko = (KoRule)(i / 3 % 3);
        game->rules.suicide = i / 9 % 2 != 0;
        game->komi = 0.5 - i % 2;
        play_out(game, is_engine, &rng);
    }
}

Test(solve_play, never_loses_a_point) {
    const int more = is_long() ? 10 : 1;
    play_games(2, 2, 36 * more, 12);
    play_games(1, 5, 18 * more, 12);
    play_games(2, 3, 18 * more, 12);
    play_games(3, 3, 18 * more, 12);
}

/* The board takes seconds, with a table of any size and any number of threads. */
Test(solve_play, keeps_its_time) {
    for (int i = 0; i < 6; i++) {
        PlayerOptions options = options_of(0);
        Player player;
        PlayerMove move;
        Game *game = games_new(4, 5, "tromp-taylor");
        cr_assert(player_init(&player, NULL));
        options.move_seconds = 0.2;
        options.threads = 1 + i % 2;
        options.memory_mb = i < 2 ? 1 : 64;
        game->rules.ko = (KoRule)(i / 2);
        const double seconds = choose(&player, game, &options, &move);
        cr_assert_lt(seconds, 0.2 + SLACK, "%g s, %d threads, ko %d", seconds, (int)options.threads,
                     game->rules.ko);
        cr_assert_eq(game_check(game, BLACK, move.move), MOVE_LEGAL);
        player_free(&player);
    }
}

Test(solve_play, ends_when_cancelled) {
    PlayerOptions options = options_of(0);
    _Atomic bool cancel = true;
    Player player;
    PlayerMove move;
    Game *game = games_new(4, 5, "tromp-taylor");
    cr_assert(player_init(&player, NULL));
    player.cancel = &cancel;
    options.move_seconds = 20;
    cr_assert_lt(choose(&player, game, &options, &move), SLACK);
    player_free(&player);
}
