/* What searches leave behind and what clears it: clear_cache, stop, seeds. */
#include "tests/support/session/session.h"

Test(gtp_play, clear_cache_forgets) {
    Session *session = session_new(5, 5);
    session->engine.options.visits = 200;
    session_do(session, "kata-search b");
    cr_assert_gt(session_known_visits(session), 150);
    session_do(session, "clear_cache");
    cr_assert_lt(session_known_visits(session), 20);
}

/* KGS's and CGOS's commands, too: nothing is pondered on when the game is over. */
Test(gtp_play, stop_ends_pondering_for_good) {
    static const char *const ENDS[] = {"kgs-game_over", "cgos-gameover W+Time", "stop"};
    Session *session = session_new(5, 5);
    for (int i = 0; i < 3; i++) {
        session_do(session, "play w pass;genmove b");
        cr_assert(session->engine.play.own_move.is_set);
        cr_assert_eq(session->engine.play.own_move.move_count, 2 * i + 2);
        session_do(session, ENDS[i]);
        cr_assert_not(session->engine.play.own_move.is_set);
    }
}

/* Returns the moves of a short game as text, which the caller frees. */
static char *short_game(const char *before) {
    Session *session = session_new(7, 7);
    session->engine.options.visits = 30;
    session_do(session, before);
    session_do(session, "genmove b;genmove w;genmove b;genmove w;genmove b;genmove w");
    return session_ask(session, "move_history");
}

Test(gtp_play, seed_decides_the_game) {
    char *first = short_game("set_random_seed 5"), *again = short_game("set_random_seed 5");
    cr_assert_str_eq(first, again);
    int others = 0;
    for (int seed = 6; seed < 10; seed++) {
        char *moves = short_game(formatted("set_random_seed %d", seed));
        others += strcmp(moves, first) != 0;
    }
    cr_assert_gt(others, 0);
}

Test(gtp_play, a_random_seed_is_another_in_each_game) {
    EngineOptions options = engine_options_default();
    char *arguments[] = {"dihedra", "--seed", "random"};
    const OptionGroup groups[] = {engine_options_group(&options), {0}};
    Status status;
    cr_assert(option_read(groups, 3, arguments, &status) && options.random_seed);
    Session *session = session_new(5, 5);
    session_do(session, "set_random_seed 5;clear_board");
    session_expect(session, "get_random_seed", "5");
    session->engine.play.varies_seed = options.random_seed;
    session_do(session, "clear_board");
    char *first = session_ask(session, "get_random_seed");
    session_do(session, "boardsize 5");
    cr_assert_str_neq(session_ask(session, "get_random_seed"), first);
    cr_assert_str_neq(first, "5");
    session_do(session, "set_random_seed 5;clear_board");
    session_expect(session, "get_random_seed", "5");
}
