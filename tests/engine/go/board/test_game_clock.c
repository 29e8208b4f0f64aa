/* The state of the clock: settings, and what moves and reports leave of the time. No wall time
 * passes here. */
#include "tests/support/position/clocks.h"

Test(game_clock, settings_choose_the_mode) {
    const struct {
        GameClock clock;
        GameClockMode mode;
    } CASES[] = {{{0}, GAME_CLOCK_NOT_SET},
                 {clocks_canadian(60, 0, 0), GAME_CLOCK_ABSOLUTE},
                 {clocks_canadian(0, 0, 0), GAME_CLOCK_ABSOLUTE},
                 {clocks_canadian(60, 0, 5), GAME_CLOCK_ABSOLUTE},
                 {clocks_canadian(60, 30, 0), GAME_CLOCK_NO_LIMIT},
                 {clocks_canadian(0, 1, 0), GAME_CLOCK_NO_LIMIT},
                 {clocks_canadian(60, 30, 25), GAME_CLOCK_CANADIAN},
                 {clocks_canadian(0, 30, 1), GAME_CLOCK_CANADIAN},
                 {clocks_byo_yomi(60, 30, 5), GAME_CLOCK_BYO_YOMI},
                 {clocks_byo_yomi(60, 0, 5), GAME_CLOCK_ABSOLUTE},
                 {clocks_byo_yomi(60, 30, 0), GAME_CLOCK_ABSOLUTE},
                 {clocks_fischer(60, 30), GAME_CLOCK_FISCHER}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        cr_assert_eq(CASES[i].clock.mode, CASES[i].mode, "case %zu", i);
    }
    GameClock clock = clocks_fischer(60, 30);
    game_clock_set_no_limit(&clock);
    cr_assert_eq(clock.mode, GAME_CLOCK_NO_LIMIT);
}

static void expect(const GameClock *clock, double left, int stones, int periods) {
    cr_assert(clock->left[BLACK] == left && clock->stones_left[BLACK] == stones &&
                  clock->periods_left[BLACK] == periods,
              "%g %d %d", clock->left[BLACK], clock->stones_left[BLACK],
              clock->periods_left[BLACK]);
}

/* Black moves in this time. */
static void spend(GameClock *clock, double seconds, double left, int stones, int periods) {
    const double others = clock->left[WHITE];
    game_clock_spend(clock, BLACK, seconds);
    expect(clock, left, stones, periods);
    cr_assert_eq(clock->left[WHITE], others);
}

Test(game_clock, absolute_time_runs_down) {
    GameClock clock = clocks_canadian(60, 0, 0);
    spend(&clock, 12.5, 47.5, 0, 0);
    spend(&clock, 50, -2.5, 0, 0);
    cr_assert_eq(clock.left[WHITE], 60);
    game_clock_reset(&clock);
    cr_assert(clock.left[BLACK] == 60 && clock.left[WHITE] == 60);
}

Test(game_clock, canadian_periods_follow_main_time) {
    GameClock clock = clocks_canadian(10, 30, 3);
    spend(&clock, 6, 4, 0, 0);
    spend(&clock, 9, 25, 2, 0); /* 5 s of them as the first move of a period */
    spend(&clock, 10, 15, 1, 0);
    spend(&clock, 14, 30, 3, 0);
    clock = clocks_canadian(10, 30, 1); /* each move begins a new period */
    spend(&clock, 12, 30, 1, 0);
    spend(&clock, 29, 30, 1, 0);
    clock = clocks_canadian(0, 30, 1);
    expect(&clock, 30, 1, 0);
}

/* A move within its period costs nothing; one that takes longer costs the period. */
Test(game_clock, byo_yomi_counts_periods_down) {
    GameClock clock = clocks_byo_yomi(10, 30, 5);
    expect(&clock, 10, 0, 5);
    spend(&clock, 10, 0, 0, 5);
    spend(&clock, 30, 30, 1, 5);
    spend(&clock, 29, 30, 1, 5);
    spend(&clock, 31, 30, 1, 4);
    spend(&clock, 90, 30, 1, 2);
    game_clock_reset(&clock);
    expect(&clock, 10, 0, 5);
    spend(&clock, 71, 30, 1, 3);   /* out of main time and through two periods */
    spend(&clock, 1000, 30, 1, 1); /* all of them; the controller declares the loss */
    clock = clocks_byo_yomi(0, 30, 5);
    expect(&clock, 30, 1, 5);
    cr_assert(clock.left[WHITE] == 30 && clock.periods_left[WHITE] == 5);
}

Test(game_clock, byo_yomi_takes_the_third_number_for_periods) {
    GameClock clock = clocks_byo_yomi(600, 30, 5);
    game_clock_set_left(&clock, BLACK, 17, 3);
    expect(&clock, 17, 1, 3);
    game_clock_set_left(&clock, BLACK, 500, 0); /* main time */
    expect(&clock, 500, 0, 5);
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
