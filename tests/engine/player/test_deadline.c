/* Judging which stones are dead, which is slow, keeps to the move's time, before a search and
 * within it. The commands that search are tested in tests/gtp/commands/test_deadline.c. */
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/search_once.h"

static const double SLACK = 0.15; /* seconds, for a machine with other work */

/* Returns a large position with many stones in doubt, which takes about a second to judge: random
 * moves that fill no eyes, then a pass. */
static Game *middle_game(void) {
    Game *game = games_new(19, 19, "chinese");
    Rng rng = rng_new(5);
    while (game->move_count < 121) {
        games_play(game, game->board.to_move, random_game_move(game, &rng));
    }
    games_play(game, game->board.to_move, POINT_PASS);
    return game;
}

Test(deadline, judging_stops) {
    Game *game = middle_game();
    uint8_t status[POINT_COUNT];
    const double start = clock_seconds();
    const Deadline deadline = {.at = start + 0.05};
    cr_assert_not(stone_status_find(game, OWNERSHIP_UNKNOWN, NULL, &deadline, status, NULL));
    cr_assert_lt(clock_seconds() - start, 0.05 + SLACK);
}

/* The search asks which stones are dead as soon as it looks at a pass, and its threads wait for
 * each other there. */
Test(deadline, a_search_judges_in_its_time) {
    static const bool passes_only[POINT_COUNT]; /* no other move is allowed */
    Game *game = middle_game();
    const Color color = game->board.to_move;
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
}
