/* What searches leave behind and what clears it: clear_cache, stop, seeds. */
#include "tests/support/program/session.h"

Test(gtp_play, clear_cache_forgets) {
    Session session = session_new(5, 5);
    session.engine.options.visits = 200;
    session_do(&session, "kata-search b");
    cr_assert_gt(session_known_visits(&session), 150);
    session_do(&session, "clear_cache");
    cr_assert_lt(session_known_visits(&session), 20);
    session_free(&session);
}

Test(gtp_play, stop_ends_pondering_for_good) {
    Session session = session_new(5, 5);
    session_do(&session, "genmove b");
    cr_assert(session.engine.play.own_move.is_set);
    cr_assert_eq(session.engine.play.own_move.move_count, 1);
    session_do(&session, "stop");
    cr_assert_not(session.engine.play.own_move.is_set);
    session_do(&session, "play w A1;genmove b");
    cr_assert(session.engine.play.own_move.is_set);
    cr_assert_eq(session.engine.play.own_move.move_count, 3);
    session_free(&session);
}

/* Returns the moves of a short game as text, which the caller frees. */
static char *short_game(const char *before) {
    Session session = session_new(7, 7);
    session.engine.options.visits = 30;
    session_do(&session, before);
    session_do(&session, "genmove b;genmove w;genmove b;genmove w;genmove b;genmove w");
    char *moves = strdup(session_ask(&session, "move_history"));
    session_free(&session);
    return moves;
}

Test(gtp_play, seed_decides_the_game) {
    char *first = short_game("set_random_seed 5"), *again = short_game("set_random_seed 5");
    cr_assert_str_eq(first, again);
    int others = 0;
    for (int seed = 6; seed < 10; seed++) {
        char line[32];
        snprintf(line, sizeof line, "set_random_seed %d", seed);
        char *moves = short_game(line);
        others += strcmp(moves, first) != 0;
        free(moves);
    }
    cr_assert_gt(others, 0);
    free(first);
    free(again);
}

Test(gtp_play, a_random_seed_is_another_in_each_game) {
    EngineOptions options = engine_options_default();
    char *arguments[] = {"dihedra", "--seed", "random"};
    const OptionGroup groups[] = {engine_options_group(&options), {0}};
    Status status;
    cr_assert(option_read(groups, 3, arguments, &status) && options.random_seed);
    Session session = session_new(5, 5);
    session_do(&session, "set_random_seed 5;clear_board");
    session_expect(&session, "get_random_seed", "5");
    session.engine.play.varies_seed = options.random_seed;
    session_do(&session, "clear_board");
    char *first = strdup(session_ask(&session, "get_random_seed"));
    session_do(&session, "boardsize 5");
    cr_assert_str_neq(session_ask(&session, "get_random_seed"), first);
    cr_assert_str_neq(first, "5");
    session_do(&session, "set_random_seed 5;clear_board");
    session_expect(&session, "get_random_seed", "5");
    free(first);
    session_free(&session);
}
