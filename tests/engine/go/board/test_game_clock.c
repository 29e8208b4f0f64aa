/* The state of the clock: settings, and what moves and reports leave of the time. No wall time
 * passes here. */
#include "engine/go/board/game_clock.h"

#include <criterion/criterion.h>

#include "tests/support/position/clocks.h"

Test(game_clock, settings_choose_the_mode) {
    GameClock clock = {0};
    cr_assert_eq(clock.mode, GAME_CLOCK_NOT_SET);
    cr_assert_eq(clocks_canadian(60, 0, 0).mode, GAME_CLOCK_ABSOLUTE);
    cr_assert_eq(clocks_canadian(0, 0, 0).mode, GAME_CLOCK_ABSOLUTE);
    cr_assert_eq(clocks_canadian(60, 0, 5).mode, GAME_CLOCK_ABSOLUTE);
    cr_assert_eq(clocks_canadian(60, 30, 0).mode, GAME_CLOCK_NO_LIMIT);
    cr_assert_eq(clocks_canadian(0, 1, 0).mode, GAME_CLOCK_NO_LIMIT);
    cr_assert_eq(clocks_canadian(60, 30, 25).mode, GAME_CLOCK_CANADIAN);
    cr_assert_eq(clocks_canadian(0, 30, 1).mode, GAME_CLOCK_CANADIAN);
    cr_assert_eq(clocks_byo_yomi(60, 30, 5).mode, GAME_CLOCK_BYO_YOMI);
    cr_assert_eq(clocks_byo_yomi(60, 0, 5).mode, GAME_CLOCK_ABSOLUTE);
    cr_assert_eq(clocks_byo_yomi(60, 30, 0).mode, GAME_CLOCK_ABSOLUTE);
    cr_assert_eq(clocks_fischer(60, 30).mode, GAME_CLOCK_FISCHER);
    clock = clocks_fischer(60, 30);
    game_clock_set_no_limit(&clock);
    cr_assert_eq(clock.mode, GAME_CLOCK_NO_LIMIT);
}

Test(game_clock, an_unlimited_clock_does_not_run) {
    GameClock clock = {0};
    cr_assert_not(game_clock_is_running(&clock));
    game_clock_spend(&clock, BLACK, 1e6);
    cr_assert(clock.left[BLACK] == 0 && !game_clock_is_running(&clock));
    clock = clocks_canadian(10, 5, 0);
    game_clock_spend(&clock, WHITE, 1e6);
    cr_assert(clock.left[WHITE] == 10 && !game_clock_is_running(&clock));
    cr_assert(game_clock_is_running(&(GameClock){.mode = GAME_CLOCK_ABSOLUTE}));
}

Test(game_clock, absolute_time_runs_down) {
    GameClock clock = clocks_canadian(60, 0, 0);
    game_clock_spend(&clock, BLACK, 12.5);
    cr_assert(clock.left[BLACK] == 47.5 && clock.left[WHITE] == 60);
    game_clock_spend(&clock, BLACK, 50);
    cr_assert_eq(clock.left[BLACK], -2.5);
    game_clock_reset(&clock);
    cr_assert(clock.left[BLACK] == 60 && clock.left[WHITE] == 60);
}

Test(game_clock, canadian_periods_follow_main_time) {
    GameClock clock = clocks_canadian(10, 30, 3);
    game_clock_spend(&clock, BLACK, 6);
    cr_assert(clock.left[BLACK] == 4 && clock.stones_left[BLACK] == 0);
    game_clock_spend(&clock, BLACK, 9); /* 5 s of them as the first move of a period */
    cr_assert(clock.left[BLACK] == 25 && clock.stones_left[BLACK] == 2);
    game_clock_spend(&clock, BLACK, 10);
    cr_assert(clock.left[BLACK] == 15 && clock.stones_left[BLACK] == 1);
    game_clock_spend(&clock, BLACK, 14);
    cr_assert(clock.left[BLACK] == 30 && clock.stones_left[BLACK] == 3);
    cr_assert(clock.left[WHITE] == 10 && clock.stones_left[WHITE] == 0);
}

/* With one stone a period, each move begins a new one. */
Test(game_clock, canadian_periods_of_one_stone) {
    GameClock clock = clocks_canadian(10, 30, 1);
    game_clock_spend(&clock, WHITE, 12);
    cr_assert(clock.left[WHITE] == 30 && clock.stones_left[WHITE] == 1);
    game_clock_spend(&clock, WHITE, 29);
    cr_assert(clock.left[WHITE] == 30 && clock.stones_left[WHITE] == 1);
    clock = clocks_canadian(0, 30, 1);
    cr_assert(clock.left[BLACK] == 30 && clock.stones_left[BLACK] == 1);
}

static void expect_byo_yomi(const GameClock *clock, double left, int stones, int periods) {
    cr_assert(clock->left[BLACK] == left && clock->stones_left[BLACK] == stones &&
                  clock->periods_left[BLACK] == periods,
              "%g %d %d", clock->left[BLACK], clock->stones_left[BLACK],
              clock->periods_left[BLACK]);
}

/* A move within its period costs nothing; one that takes longer costs the period. */
Test(game_clock, byo_yomi_counts_periods_down) {
    GameClock clock = clocks_byo_yomi(10, 30, 5);
    expect_byo_yomi(&clock, 10, 0, 5);
    game_clock_spend(&clock, BLACK, 10);
    expect_byo_yomi(&clock, 0, 0, 5);
    game_clock_spend(&clock, BLACK, 30);
    expect_byo_yomi(&clock, 30, 1, 5);
    game_clock_spend(&clock, BLACK, 29);
    expect_byo_yomi(&clock, 30, 1, 5);
    game_clock_spend(&clock, BLACK, 31);
    expect_byo_yomi(&clock, 30, 1, 4);
    game_clock_spend(&clock, BLACK, 90);
    expect_byo_yomi(&clock, 30, 1, 2);
    game_clock_reset(&clock);
    expect_byo_yomi(&clock, 10, 0, 5);
    game_clock_spend(&clock, BLACK, 71); /* out of main time and through two periods */
    expect_byo_yomi(&clock, 30, 1, 3);
    game_clock_spend(&clock, BLACK, 1000); /* all of them; the controller declares the loss */
    expect_byo_yomi(&clock, 30, 1, 1);
    clock = clocks_byo_yomi(0, 30, 5);
    expect_byo_yomi(&clock, 30, 1, 5);
    cr_assert(clock.left[WHITE] == 30 && clock.periods_left[WHITE] == 5);
}

Test(game_clock, byo_yomi_takes_the_third_number_for_periods) {
    GameClock clock = clocks_byo_yomi(600, 30, 5);
    game_clock_set_left(&clock, BLACK, 17, 3);
    expect_byo_yomi(&clock, 17, 1, 3);
    game_clock_set_left(&clock, BLACK, 500, 0); /* main time */
    expect_byo_yomi(&clock, 500, 0, 5);
    cr_assert(clock.left[WHITE] == 600 && clock.stones_left[WHITE] == 0);
}

Test(game_clock, fischer_adds_after_each_move) {
    GameClock clock = clocks_fischer(60, 10);
    game_clock_spend(&clock, WHITE, 25);
    cr_assert(clock.left[WHITE] == 45 && clock.left[BLACK] == 60);
    game_clock_set_left(&clock, WHITE, 5, 3); /* there are no stones to count */
    cr_assert(clock.left[WHITE] == 5 && clock.stones_left[WHITE] == 0);
    game_clock_set_fischer(&clock, 60, 10, 65, 20);
    game_clock_spend(&clock, WHITE, 2);
    cr_assert_eq(clock.left[WHITE], 65, "no more than the limit");
    game_clock_reset(&clock);
    cr_assert_eq(clock.left[WHITE], 60);
}

Test(game_clock, time_left_is_believed) {
    GameClock clock = clocks_canadian(60, 30, 5);
    game_clock_set_left(&clock, WHITE, 22, 4);
    cr_assert(clock.left[WHITE] == 22 && clock.stones_left[WHITE] == 4);
    cr_assert(clock.left[BLACK] == 60 && clock.stones_left[BLACK] == 0);
    GameClock unset = {0}; /* without time_settings before */
    game_clock_set_left(&unset, BLACK, 50, 0);
    cr_assert(unset.mode == GAME_CLOCK_ABSOLUTE && unset.left[WHITE] == 50);
    GameClock canadian = {0};
    game_clock_set_left(&canadian, BLACK, 50, 10);
    cr_assert(canadian.mode == GAME_CLOCK_CANADIAN && canadian.period_stones == 10);
}

/* A controller that sends only time_left has no other way to say what the next game begins with. */
Test(game_clock, the_next_game_has_as_much) {
    GameClock clock = {0};
    game_clock_set_left(&clock, BLACK, 300, 0);
    game_clock_spend(&clock, BLACK, 100);
    game_clock_reset(&clock);
    cr_assert(clock.left[BLACK] == 300 && clock.left[WHITE] == 300);
    game_clock_set(&clock, 60, 10, 0); /* no limit */
    game_clock_set_left(&clock, WHITE, 20, 5);
    game_clock_reset(&clock);
    cr_assert(clock.left[BLACK] == 20 && clock.stones_left[BLACK] == 5);
}
