/* What takes long before or within a search keeps to the time of the move: judging stones, and the
 * commands that search, by the clock. */
#include "tests/support/search_once.h"
#include "tests/support/session.h"

#include "engine/base/clock.h"
#include "engine/ending/ownership.h"

static const double SLACK = 0.15; /* seconds, for a machine with other work */

/* A large position in which many stones are in doubt, which takes about a second to judge: random
 * moves that fill no eyes. The last one was a pass. */
static Game *middle_game(void) {
    Game *game = game_new(HASH_DEFAULT_SEED);
    Rng rng = rng_new(5);
    Status status;
    cr_assert(game_clear(game, 19, 19, &status));
    while (game->move_count < 121) {
        const Board *board = &game->board;
        const Color color = (Color)board->to_move;
        const Point p = board->empty[rng_below(&rng, (uint32_t)board->empty_count)];
        if (game_check(game, color, p) == MOVE_LEGAL && !board_is_eye(board, color, p)) {
            cr_assert(game_play(game, color, p, &status));
        }
    }
    cr_assert(game_play(game, (Color)game->board.to_move, POINT_PASS, &status));
    game->rules = *rules_find("chinese");
    return game;
}

Test(deadline, judging_stops) {
    Game *game = middle_game();
    uint8_t dead[POINT_COUNT];
    const double start = clock_seconds();
    const Deadline deadline = {.at = start + 0.05};
    cr_assert_not(ownership_dead_by(game, &deadline, dead));
    cr_assert_lt(clock_seconds() - start, 0.05 + SLACK);
    game_free(game);
}

/* The search asks which stones are dead as soon as it looks at a pass; threads wait for one another
 * there. */
Test(deadline, a_search_judges_in_its_time) {
    static const bool passes_only[POINT_COUNT]; /* no other move is allowed */
    Game *game = middle_game();
    const Color color = (Color)game->board.to_move;
    for (int threads = 1; threads <= 3; threads++) {
        SearchLimits limits = search_once_limits(INT64_MAX);
        limits.seconds = 0.2;
        limits.threads = threads;
        limits.memory = 64 << 20;
        limits.allowed = passes_only;
        const double start = clock_seconds();
        const SearchResult result = search_once(game, color, &limits);
        cr_assert_lt(clock_seconds() - start, 0.2 + SLACK, "%d threads", threads);
        cr_assert(result.win_rate < 0.1, "nobody knows that passing wins: %g", result.win_rate);
    }
    game_free(game);
}

/* Both before the search and in it. Komi 0: passing may win. */
Test(deadline, genmove_after_a_pass_keeps_to_the_clock) {
    Game *game = middle_game();
    Player player;
    PlayerOptions options = player_default_options();
    options.memory_mb = 64;
    options.resign_below = 0;
    GameClock clock = {0};
    PlayerMove move;
    Status status;
    cr_assert(player_init(&player, NULL));
    clock_set(&clock, 0, 0.5, 1);
    const Color color = (Color)game->board.to_move;
    const double budget = clock_budget(&clock, color, 361, game->move_count, options.lag);
    game->komi = 0;
    const double start = clock_seconds();
    cr_assert(player_choose(&player, &options, &clock, game, color, &move, &status));
    cr_assert_lt(clock_seconds() - start, budget + SLACK);
    cr_assert(move.searched);
    player_free(&player);
    game_free(game);
}

/* ---- Commands that search ---- */

/* In games without a clock a move takes an hour here. Those that do not play leave the game's clock
 * as it is. */
Test(deadline, all_commands_that_search_keep_to_the_clock) {
    static const struct {
        const char *line;
        bool is_in_game;
    } CASES[] = {
        {"reg_genmove b", false},          {"restricted_genmove b A1 B2 C3", false},
        {"dihedra-show_win_rates", false}, {"dihedra-show_visits", false},
        {"dihedra-show_search", false},    {"genmove b", true},
        {"kgs-genmove_cleanup b", true},   {"gomill-genmove_ex b", true},
        {"kata-search b", true},           {"kata-search_cancellable b", true},
        {"lz-genmove_analyze b", true},    {"kata-genmove_analyze b", true},
        {"kata-search_analyze b", true},   {"kata-search_analyze_cancellable b", true},
        {"cgos-genmove_analyze b", true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session session = session_new(9, 9);
        session.engine.options.visits = 0;
        session.engine.options.move_seconds = 3600;
        session.engine.options.early_stop = false;
        session.engine.options.memory_mb = 256;
        session_ask(&session, "time_settings 20 0 0");
        session_ask(&session, "time_left b 5 0");
        const double start = clock_seconds();
        session_ask(&session, CASES[i].line);
        cr_assert_lt(clock_seconds() - start, 2, "%s", CASES[i].line);
        const double left = session.engine.clock.left[BLACK];
        cr_assert(CASES[i].is_in_game ? left < 5 : left == 5.0, "%s: %g", CASES[i].line, left);
        session_free(&session);
    }
}

/* Even a short look for the sake of a report is in the time of the move that needed no search; so
 * is what is shown. */
Test(deadline, a_look_keeps_to_the_clock) {
    Session session = session_new(19, 19);
    session.engine.options.visits = 0;
    session_do(&session, "time_settings 0 0.04 1");
    cr_assert_lt(
        strtol(session_ask(&session, "dihedra-show_search") + strlen("Visits: "), NULL, 10), 1000);
    session_free(&session);
}
