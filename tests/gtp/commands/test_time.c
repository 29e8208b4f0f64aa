/* The commands about the clock, of GTP, KGS and KataGo: the clock that each of them sets. How a
 * clock counts is tested in tests/engine/go/board/test_game_clock.c. */
#include "tests/support/session/session.h"

static GameClock clock_after(const char *lines) {
    Session *session = session_new(5, 5);
    session_do(session, lines);
    return session->engine.clock;
}

static bool are_same(const GameClock *a, const GameClock *b) {
    bool same = a->mode == b->mode && a->main_seconds == b->main_seconds &&
                a->period_seconds == b->period_seconds && a->period_stones == b->period_stones &&
                a->periods == b->periods && a->increment == b->increment &&
                a->left_max == b->left_max && a->move_max == b->move_max;
    for (int color = BLACK; color <= WHITE; color++) {
        same = same && a->left[color] == b->left[color] &&
               a->stones_left[color] == b->stones_left[color] &&
               a->periods_left[color] == b->periods_left[color];
    }
    return same;
}

static void expect_clock(const char *lines, const GameClock *wanted) {
    const GameClock clock = clock_after(lines);
    cr_assert(are_same(&clock, wanted), "%s", lines);
}

/* Both dialects mean the same clocks by the same names. */
Test(times, systems_by_name) {
    static const char *const DIALECTS[] = {"kgs", "kata"};
    for (int i = 0; i < 2; i++) {
        GameClock clock = {0};
        game_clock_set_no_limit(&clock);
        expect_clock(formatted("%s-time_settings none", DIALECTS[i]), &clock);
        game_clock_set(&clock, 900, 0, 0);
        expect_clock(formatted("%s-time_settings absolute 900", DIALECTS[i]), &clock);
        game_clock_set(&clock, 60, 30.5, 25);
        expect_clock(formatted("%s-time_settings Canadian 60 30.5 25", DIALECTS[i]), &clock);
        game_clock_set_byo_yomi(&clock, 1500, 30, 5);
        expect_clock(formatted("%s-time_settings byoyomi 1500 30 5", DIALECTS[i]), &clock);
        game_clock_set(&clock, 2147483647.0, 0, 0);
        const char *line = formatted("%s-time_settings byoyomi 2147483647 30 0", DIALECTS[i]);
        cr_assert_eq(clock_after(line).mode, GAME_CLOCK_ABSOLUTE);
        cr_assert_eq(clock_after(line).left[BLACK], clock.left[BLACK]);
    }
}

Test(times, fischer_systems) {
    GameClock clock = {0};
    game_clock_set_fischer(&clock, 60.5, 2.5, INFINITY, INFINITY);
    expect_clock("kata-time_settings fischer 60.5 2.5", &clock);
    expect_clock("kata-time_settings fischer-capped 60.5 2.5 -1 -1", &clock);
    game_clock_set_fischer(&clock, 60, 10, 60, 30);
    expect_clock("kata-time_settings fischer-capped 60 10 60 30", &clock);
}

/* The commands of a game on KGS, and the clock with which a new game begins. */
Test(times, time_left_and_new_games) {
    GameClock clock = {0};
    game_clock_set_byo_yomi(&clock, 600, 30, 5);
    game_clock_set_left(&clock, WHITE, 12, 3);
    expect_clock("kgs-time_settings byoyomi 600 30 5;time_left w 12 3", &clock);
    cr_assert(clock.periods_left[WHITE] == 3 && clock.stones_left[WHITE] == 1);
    game_clock_reset(&clock);
    expect_clock("kgs-time_settings byoyomi 600 30 5;time_left w 12 3;clear_board", &clock);
    expect_clock("kgs-time_settings byoyomi 600 30 5;time_left w 12 3;boardsize 5", &clock);
}
