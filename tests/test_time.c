/* The clock as arithmetic: no wall time passes here. */
#include "engine/search/time.h"
#include "hash/random.h"

#include <criterion/criterion.h>
#include <math.h>

enum { CELLS = 361 };

static GameClock clock_of(double main_time, double byo_yomi_time, int stones) {
    GameClock clock = {0};
    clock_set(&clock, main_time, byo_yomi_time, stones);
    return clock;
}

Test(time, settings_choose_the_mode) {
    GameClock clock = {0};
    cr_assert_eq(clock.mode, TIME_NOT_SET);
    cr_assert_eq(clock_of(60, 0, 0).mode, TIME_ABSOLUTE);
    cr_assert_eq(clock_of(0, 0, 0).mode, TIME_ABSOLUTE);
    cr_assert_eq(clock_of(60, 0, 5).mode, TIME_ABSOLUTE);
    cr_assert_eq(clock_of(60, 30, 0).mode, TIME_NO_LIMIT);
    cr_assert_eq(clock_of(0, 1, 0).mode, TIME_NO_LIMIT);
    cr_assert_eq(clock_of(60, 30, 25).mode, TIME_CANADIAN);
    cr_assert_eq(clock_of(0, 30, 1).mode, TIME_CANADIAN);
}

Test(time, no_clock_no_limit) {
    GameClock clock = {0};
    cr_assert(isinf(clock_budget(&clock, BLACK, CELLS, 0, 0.2)));
    clock_spend(&clock, BLACK, 1e6);
    cr_assert(isinf(clock_budget(&clock, BLACK, CELLS, 0, 0.2)));
    clock = clock_of(10, 5, 0);
    clock_spend(&clock, WHITE, 1e6);
    cr_assert(isinf(clock_budget(&clock, WHITE, CELLS, 0, 0.2)));
}

Test(time, absolute_time_runs_down) {
    GameClock clock = clock_of(60, 0, 0);
    clock_spend(&clock, BLACK, 12.5);
    cr_assert(clock.left[BLACK] == 47.5 && clock.left[WHITE] == 60);
    clock_spend(&clock, BLACK, 50);
    cr_assert_eq(clock.left[BLACK], -2.5);
    cr_assert_eq(clock_budget(&clock, BLACK, CELLS, 10, 0.2), 0);
    clock_reset(&clock);
    cr_assert(clock.left[BLACK] == 60 && clock.left[WHITE] == 60);
}

Test(time, canadian_periods_follow_main_time) {
    GameClock clock = clock_of(10, 30, 3);
    clock_spend(&clock, BLACK, 6);
    cr_assert(clock.left[BLACK] == 4 && clock.stones_left[BLACK] == 0);
    clock_spend(&clock, BLACK, 9); /* 5 of them in the first period, whose first move this is */
    cr_assert(clock.left[BLACK] == 25 && clock.stones_left[BLACK] == 2);
    clock_spend(&clock, BLACK, 10);
    cr_assert(clock.left[BLACK] == 15 && clock.stones_left[BLACK] == 1);
    clock_spend(&clock, BLACK, 14);
    cr_assert(clock.left[BLACK] == 30 && clock.stones_left[BLACK] == 3);
    cr_assert(clock.left[WHITE] == 10 && clock.stones_left[WHITE] == 0);
}

/* With one stone a period, each move begins a new one. */
Test(time, canadian_periods_of_one_stone) {
    GameClock clock = clock_of(10, 30, 1);
    clock_spend(&clock, WHITE, 12);
    cr_assert(clock.left[WHITE] == 30 && clock.stones_left[WHITE] == 1);
    clock_spend(&clock, WHITE, 29);
    cr_assert(clock.left[WHITE] == 30 && clock.stones_left[WHITE] == 1);
    clock = clock_of(0, 30, 1);
    cr_assert(clock.left[BLACK] == 30 && clock.stones_left[BLACK] == 1);
}

Test(time, time_left_is_believed) {
    GameClock clock = clock_of(60, 30, 5);
    clock_set_left(&clock, WHITE, 22, 4);
    cr_assert(clock.left[WHITE] == 22 && clock.stones_left[WHITE] == 4);
    cr_assert(clock.left[BLACK] == 60 && clock.stones_left[BLACK] == 0);
    cr_assert_float_eq(clock_budget(&clock, WHITE, CELLS, 0, 0), 5.5, 1e-9);
    GameClock unset = {0}; /* it has come without time_settings */
    clock_set_left(&unset, BLACK, 50, 0);
    cr_assert(unset.mode == TIME_ABSOLUTE && unset.left[WHITE] == 50);
    GameClock canadian = {0};
    clock_set_left(&canadian, BLACK, 50, 10);
    cr_assert(canadian.mode == TIME_CANADIAN && canadian.period_stones == 10);
}

/* CGOS sends such. */
/* Who speaks of time left alone has no other way to say what the next game begins with. */
Test(time, the_next_game_has_as_much) {
    GameClock clock = {0};
    clock_set_left(&clock, BLACK, 300, 0);
    clock_spend(&clock, BLACK, 100);
    clock_reset(&clock);
    cr_assert(clock.left[BLACK] == 300 && clock.left[WHITE] == 300);
    clock_set(&clock, 60, 10, 0); /* no limit */
    clock_set_left(&clock, WHITE, 20, 5);
    clock_reset(&clock);
    cr_assert(clock.left[BLACK] == 20 && clock.stones_left[BLACK] == 5);
}

Test(time, negative_time_means_at_once) {
    static const int STONES[] = {0, 1, 25};
    for (int i = 0; i < 3; i++) {
        GameClock clock = clock_of(60, 30, 25);
        clock_set_left(&clock, BLACK, -3, STONES[i]);
        cr_assert_eq(clock_budget(&clock, BLACK, CELLS, 50, 0.2), 0);
        clock = clock_of(60, 0, 0);
        clock_set_left(&clock, BLACK, -0.001, STONES[i]);
        cr_assert_eq(clock_budget(&clock, BLACK, CELLS, 50, 0), 0);
    }
}

/* On a clock so short that lag would take all of it, some thinking is done all the same. */
Test(time, a_short_clock_still_thinks) {
    GameClock clock = clock_of(20, 0, 0);
    cr_assert_gt(clock_budget(&clock, BLACK, CELLS, 0, 0.2), 0);
    clock_set_left(&clock, BLACK, 0.1, 0);
    cr_assert_gt(clock_budget(&clock, BLACK, CELLS, 0, 0.2), 0);
}

/* The most that a move may take: what is left, and behind main time the first period. */
static double allowance(const GameClock *clock, Color color) {
    const bool behind = clock->mode == TIME_CANADIAN && clock->stones_left[color] == 0;
    return clock->left[color] + (behind ? clock->period_seconds : 0);
}

Test(time, never_more_than_there_is) {
    SplitMix random = {3};
    for (int i = 0; i < 200000; i++) {
        const uint64_t word = splitmix_next(&random);
        const int stones = (int)(word % 4 == 0 ? 1 : word >> 2 & 31);
        GameClock clock = clock_of((double)(word >> 8 & 1023) / 8,
                                   word & 16 ? (double)(word >> 20 & 255) / 4 : 0, stones);
        const double left = (double)(word >> 32 & 4095) / 16 - 10;
        if (word & 32) {
            clock_set_left(&clock, WHITE, left, word & 64 ? stones : 0);
        }
        const double lag = (double)(word >> 56 & 3) / 4;
        const double budget =
            clock_budget(&clock, WHITE, 1 + (int)(word >> 44 & 511), (int)(word >> 50 & 1023), lag);
        if (clock.mode == TIME_ABSOLUTE || clock.mode == TIME_CANADIAN) {
            const double most = fmax(allowance(&clock, WHITE), 0);
            cr_assert(budget >= 0 && budget <= fmax(most - lag, most / 4));
            const double reserve = clock_reserve(&clock, WHITE, budget, lag);
            cr_assert(reserve >= 0 && reserve <= 0.5 * budget && budget + reserve <= most);
        } else {
            cr_assert(isinf(budget));
        }
    }
}

/* ---- Whole games against a strict clock of the controller's ---- */

typedef struct {
    double main_time, period;
    int stones;      /* a period */
    double overhead; /* what the controller's clock sees beyond each budget; the lag covers it */
} TimeControl;

static const TimeControl CONTROLS[] = {
    {600, 0, 0, 0},   {600, 0, 0, 0.2}, {60, 0, 0, 0.2},   {60, 0, 0, 0},     {1800, 0, 0, 1},
    {0, 30, 25, 0},   {0, 30, 25, 0.2}, {0, 10, 25, 0.2},  {0, 300, 25, 1},   {0, 5, 1, 0.2},
    {0, 30, 1, 0},    {60, 30, 25, 0},  {60, 30, 25, 0.2}, {300, 30, 1, 0.2}, {10, 10, 5, 0.2},
    {0.1, 30, 5, .2}, {300, 1, 1, 0.2}, {1, 20, 100, 0.1},
};

/* Time left on the controller's clock after a move, or a failure where the flag falls. */
static void controller_spend(double *left, int *stones, const TimeControl *control,
                             double seconds) {
    static const double ROUNDING = 1e-6;
    *left -= seconds;
    if (*stones == 0 && *left < 0 && control->period > 0) {
        *left += control->period;
        *stones = control->stones;
    }
    cr_assert_geq(*left, -ROUNDING, "%g + %g/%d oversteps by %g", control->main_time,
                  control->period, control->stones, -*left);
    if (*stones > 0 && --*stones == 0) {
        *left = control->period;
        *stones = control->stones;
    }
}

/* A game of 300 moves, half of them White's; told the time left before each move, or left to its
 * own count; all its moves clear, or all unclear. Returns the seconds used; least is the shortest
 * budget. */
static double play_game(const TimeControl *control, bool told, bool unclear, double *least) {
    GameClock clock = clock_of(control->main_time, control->period, control->stones);
    double left = control->main_time, used = 0;
    int stones = 0;
    if (control->main_time <= 0) {
        left = control->period;
        stones = control->stones;
    }
    *least = INFINITY;
    for (int move = 1; move < 300; move += 2) {
        if (told) {
            clock_set_left(&clock, WHITE, left, stones);
        }
        double budget = clock_budget(&clock, WHITE, CELLS, move, control->overhead);
        budget += unclear ? clock_reserve(&clock, WHITE, budget, control->overhead) : 0;
        const double seconds = budget + control->overhead;
        clock_spend(&clock, WHITE, seconds);
        controller_spend(&left, &stones, control, seconds);
        used += budget;
        *least = budget < *least ? budget : *least;
    }
    return used;
}

Test(time, whole_games_never_overstep) {
    for (size_t i = 0; i < sizeof CONTROLS / sizeof CONTROLS[0]; i++) {
        for (int way = 0; way < 4; way++) {
            double least;
            play_game(&CONTROLS[i], way % 2 == 1, way >= 2, &least);
        }
    }
}

/* Caution is not all: most of absolute time is used, and with periods no move is rushed, least of
 * all those on the way from main time to the first period. */
Test(time, whole_games_use_their_time) {
    double least;
    cr_assert_gt(play_game(&(TimeControl){600, 0, 0, 0.2}, true, false, &least), 400);
    cr_assert_gt(play_game(&(TimeControl){0, 30, 25, 0.2}, true, false, &least), 150 * 0.9);
    cr_assert_gt(least, 0.9);
    for (int told = 0; told <= 1; told++) {
        play_game(&(TimeControl){60, 30, 25, 0.2}, told == 1, false, &least);
        cr_assert_gt(least, 0.9);
        play_game(&(TimeControl){300, 30, 1, 0.2}, told == 1, false, &least);
        cr_assert_gt(least, 9.0);
    }
}

/* What is taken for unclear positions must be made up for by later moves. */
Test(time, unclear_positions_get_what_can_be_spared) {
    GameClock clock = clock_of(600, 0, 0);
    cr_assert_float_eq(clock_reserve(&clock, BLACK, 10, 0), 5, 1e-9);
    clock = clock_of(60, 30, 5);
    clock_set_left(&clock, BLACK, 30, 5);
    cr_assert_float_eq(clock_reserve(&clock, BLACK, 6, 0), 3, 1e-9);
    clock_set_left(&clock, BLACK, 12, 2);
    cr_assert_eq(clock_reserve(&clock, BLACK, 6, 0), 0);
    clock_set_left(&clock, BLACK, 30, 1);
    cr_assert_eq(clock_reserve(&clock, BLACK, 29, 0), 0);
    clock_set_left(&clock, BLACK, 1, 0); /* the move goes on into the period */
    cr_assert_eq(clock_reserve(&clock, BLACK, 6, 0), 0);
    clock_set_left(&clock, BLACK, -5, 0);
    cr_assert_eq(clock_reserve(&clock, BLACK, clock_budget(&clock, BLACK, CELLS, 9, 0.2), 0.2), 0);
}
