/* How long to think by the clock: budgets and reserves of single moves, and whole games against a
 * controller whose clock is strict. No wall time passes here. */
#include "engine/player/limits.h"

#include <math.h>

#include "hash/random.h"
#include "tests/support/position/clocks.h"

enum { CELLS = 361 };

Test(time, periods_share_their_time_among_their_moves) {
    GameClock clock = clocks_canadian(60, 30, 5);
    game_clock_set_left(&clock, WHITE, 22, 4);
    cr_assert_float_eq(time_budget(&clock, WHITE, CELLS, 0, 0), 5.5, 1e-9);
    clock = clocks_byo_yomi(600, 30, 5);
    game_clock_set_left(&clock, BLACK, 17, 3);
    cr_assert_float_eq(time_budget(&clock, BLACK, CELLS, 100, 0.5), 16.5, 1e-9);
}

Test(time, byo_yomi_uses_each_period_nearly_whole) {
    GameClock clock = clocks_byo_yomi(100, 30, 5);
    for (int periods = 5; periods >= 1; periods--) {
        game_clock_set_left(&clock, BLACK, 30, periods);
        cr_assert_float_eq(time_budget(&clock, BLACK, CELLS, 50, 0.2), 29.8, 1e-9);
        const double reserve = time_reserve(&clock, BLACK, 29.8, 0.2);
        cr_assert_eq(reserve, periods > 2 ? 30 : 0, "the last ones are kept");
    }
    /* Main time is spent in moves of a period's length; its end goes to the first period's move. */
    game_clock_set_left(&clock, BLACK, 100, 0);
    cr_assert_float_eq(time_budget(&clock, BLACK, CELLS, 50, 0.2), 29.8, 1e-9);
    game_clock_set_left(&clock, BLACK, 12, 0);
    cr_assert_float_eq(time_budget(&clock, BLACK, CELLS, 50, 0.2), 41.8, 1e-9);
    cr_assert_eq(time_reserve(&clock, BLACK, 41.8, 0.2), 0);
    clock = clocks_byo_yomi(36000, 30, 5); /* with more time, moves may be longer */
    cr_assert_gt(time_budget(&clock, BLACK, CELLS, 50, 0.2), 100);
}

Test(time, fischer_keeps_to_its_limits) {
    GameClock clock = {0};
    game_clock_set_fischer(&clock, 60, 10, 60, INFINITY);
    cr_assert_geq(time_budget(&clock, BLACK, CELLS, 0, 0), 10, "else the limit cuts it off");
    game_clock_set_left(&clock, BLACK, 75, 0); /* the controller knows why */
    cr_assert_geq(time_budget(&clock, BLACK, CELLS, 0, 0), 25);
    game_clock_set_fischer(&clock, 600, 30, INFINITY, 12);
    const double budget = time_budget(&clock, BLACK, CELLS, 0, 0.5);
    cr_assert_float_eq(budget, 11.5, 1e-9);
    cr_assert_eq(time_reserve(&clock, BLACK, budget, 0.5), 0);
}

/* CGOS sends negative times. */
Test(time, negative_time_means_at_once) {
    static const int STONES[] = {0, 1, 25};
    for (int i = 0; i < 3; i++) {
        GameClock clock = clocks_canadian(60, 30, 25);
        game_clock_set_left(&clock, BLACK, -3, STONES[i]);
        cr_assert_eq(time_budget(&clock, BLACK, CELLS, 50, 0.2), 0);
        clock = clocks_canadian(60, 0, 0);
        game_clock_set_left(&clock, BLACK, -0.001, STONES[i]);
        cr_assert_eq(time_budget(&clock, BLACK, CELLS, 50, 0), 0);
        clock = clocks_byo_yomi(60, 30, 5);
        game_clock_set_left(&clock, BLACK, -1, STONES[i]);
        cr_assert_eq(time_budget(&clock, BLACK, CELLS, 50, 0), 0);
        cr_assert_eq(time_reserve(&clock, BLACK, 0, 0), 0);
        clock = clocks_fischer(60, 30);
        game_clock_set_left(&clock, BLACK, -1, STONES[i]);
        cr_assert_eq(time_budget(&clock, BLACK, CELLS, 50, 0), 0);
    }
}

/* The most that a move may take: what is left, and behind main time the first period. */
static double allowance(const GameClock *clock, Color color) {
    const bool periods = clock->mode == GAME_CLOCK_CANADIAN || clock->mode == GAME_CLOCK_BYO_YOMI;
    const bool behind = periods && clock->stones_left[color] == 0;
    const double most = clock->left[color] + (behind ? clock->period_seconds : 0);
    return clock->mode == GAME_CLOCK_FISCHER ? fmin(most, clock->move_max) : most;
}

/* A clock of any kind, drawn from the bits of a word. */
static GameClock random_clock(uint64_t word) {
    const int count = (int)(word % 4 == 0 ? 1 : word >> 2 & 31);
    const double main_time = (double)(word >> 8 & 1023) / 8;
    const double other = word & 16 ? (double)(word >> 20 & 255) / 4 : 0;
    GameClock clock = {0};
    switch (word >> 62) {
    case 0:
        return clocks_byo_yomi(main_time, other, count);
    case 1:
        game_clock_set_fischer(&clock, main_time, other,
                               word & 8 ? main_time + count : (double)INFINITY,
                               word & 4 ? 1.0 + count : (double)INFINITY);
        return clock;
    default:
        return clocks_canadian(main_time, other, count);
    }
}

Test(time, never_more_than_there_is) {
    SplitMix random = {3};
    for (int i = 0; i < 400000; i++) {
        const uint64_t word = splitmix_next(&random);
        GameClock clock = random_clock(word);
        const double left = (double)(word >> 32 & 4095) / 16 - 10;
        if (word & 32) {
            game_clock_set_left(&clock, WHITE, left, word & 64 ? (int)(word >> 2 & 31) : 0);
        }
        const double lag = (double)(word >> 56 & 3) / 4;
        const double budget =
            time_budget(&clock, WHITE, 1 + (int)(word >> 44 & 511), (int)(word >> 50 & 1023), lag);
        if (clock.mode == GAME_CLOCK_NO_LIMIT) {
            cr_assert(isinf(budget));
            continue;
        }
        const double most = fmax(allowance(&clock, WHITE), 0);
        cr_assert(budget >= 0 && budget <= fmax(most - lag, most / 4));
        const double reserve = time_reserve(&clock, WHITE, budget, lag);
        if (clock.mode == GAME_CLOCK_BYO_YOMI && clock.stones_left[WHITE] > 0) {
            cr_assert(reserve == 0 || (reserve == clock.period_seconds && budget > 0 &&
                                       clock.periods_left[WHITE] > 2));
        } else {
            cr_assert(reserve >= 0 && reserve <= 0.5 * budget && budget + reserve <= most);
        }
    }
}

/* ---- Whole games against a strict clock of the controller's ---- */

typedef struct {
    double main_time, period;
    int stones;      /* a period */
    double overhead; /* what the controller's clock sees beyond each budget; the lag covers it */
    int periods;     /* byo-yomi's */
    double increment;
} TimeControl;

static const TimeControl CONTROLS[] = {
    {600, 0, 0, 0, 0, 0},     {600, 0, 0, 0.2, 0, 0},  {60, 0, 0, 0.2, 0, 0},
    {60, 0, 0, 0, 0, 0},      {1800, 0, 0, 1, 0, 0},   {0, 30, 25, 0, 0, 0},
    {0, 30, 25, 0.2, 0, 0},   {0, 10, 25, 0.2, 0, 0},  {0, 300, 25, 1, 0, 0},
    {0, 5, 1, 0.2, 0, 0},     {0, 30, 1, 0, 0, 0},     {60, 30, 25, 0, 0, 0},
    {60, 30, 25, 0.2, 0, 0},  {300, 30, 1, 0.2, 0, 0}, {10, 10, 5, 0.2, 0, 0},
    {0.1, 30, 5, .2, 0, 0},   {300, 1, 1, 0.2, 0, 0},  {1, 20, 100, 0.1, 0, 0},
    {600, 30, 1, 0.2, 5, 0},  {0, 30, 1, 0.2, 1, 0},   {0, 1, 1, 0.2, 10, 0},
    {29.9, 30, 1, 0.2, 3, 0}, {30.1, 30, 1, 0, 3, 0},  {1200, 10, 1, 1, 2, 0},
    {600, 0, 0, 0.2, 0, 10},  {60, 0, 0, 0.2, 0, 1},   {5, 0, 0, 0.2, 0, 5},
    {1, 0, 0, 0.2, 0, 0.5},   {300, 0, 0, 0, 0, 0.1},
};

/* The controller's own clock. */
typedef struct {
    const TimeControl *control;
    double left;
    int stones;  /* left of the period; 0 in main time */
    int periods; /* left, where moves may outlast them; else 1 */
} Controller;

static GameClock engine_clock(const TimeControl *control) {
    return control->increment > 0 ? clocks_fischer(control->main_time, control->increment)
           : control->periods > 0
               ? clocks_byo_yomi(control->main_time, control->period, control->periods)
               : clocks_canadian(control->main_time, control->period, control->stones);
}

static Controller controller_of(const TimeControl *control) {
    Controller controller = {.control = control,
                             .left = control->main_time,
                             .periods = control->periods > 0 ? control->periods : 1};
    if (control->main_time <= 0) {
        controller.left = control->period;
        controller.stones = control->stones;
    }
    return controller;
}

/* Takes the time of a move off the clock. Fails if the flag falls. */
static void controller_spend(Controller *controller, double seconds) {
    static const double ROUNDING = 1e-6;
    const TimeControl *control = controller->control;
    controller->left -= seconds;
    if (controller->stones == 0 && controller->left < 0 && control->period > 0) {
        controller->left += control->period;
        controller->stones = control->stones;
    }
    while (controller->left < -ROUNDING && controller->periods > 1) {
        controller->left += control->period;
        controller->periods--;
    }
    cr_assert_geq(controller->left, -ROUNDING, "%g + %g/%d oversteps by %g", control->main_time,
                  control->period, control->stones, -controller->left);
    controller->left += control->increment;
    if (controller->stones > 0 && --controller->stones == 0) {
        controller->left = control->period;
        controller->stones = control->stones;
    }
}

/* As in GTP and on KGS. */
static void tell_time_left(GameClock *clock, const Controller *controller) {
    const bool counts_periods = controller->control->periods > 0 && controller->stones > 0;
    game_clock_set_left(clock, WHITE, controller->left,
                        counts_periods ? controller->periods : controller->stones);
}

/* Plays a game of 300 moves, half of them White's. White is told the time left before each move, or
 * counts itself; all positions are clear, or all unclear. Returns the seconds used; *least is the
 * shortest budget. */
static double play_game(const TimeControl *control, bool told, bool unclear, double *least) {
    GameClock clock = engine_clock(control);
    Controller controller = controller_of(control);
    double used = 0;
    *least = INFINITY;
    for (int move = 1; move < 300; move += 2) {
        if (told) {
            tell_time_left(&clock, &controller);
        }
        double budget = time_budget(&clock, WHITE, CELLS, move, control->overhead);
        budget += unclear ? time_reserve(&clock, WHITE, budget, control->overhead) : 0;
        const double seconds = budget + control->overhead;
        game_clock_spend(&clock, WHITE, seconds);
        controller_spend(&controller, seconds);
        used += budget;
        *least = budget < *least ? budget : *least;
    }
    const int kept = control->periods < 2 ? 1 : 2;
    cr_assert(controller.periods >= kept &&
                  (unclear || controller.periods == control->periods || control->periods == 0),
              "%d periods are left", controller.periods);
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

/* Five seconds for a game on 9x9, told in whole ones, on a machine that delays each move: what is
 * kept for that is left alone. */
Test(time, absolute_time_outlasts_delays) {
    static const double LAG = 0.2, DELAY = 0.06; /* seconds a move */
    GameClock clock = clocks_canadian(5, 0, 0);
    double left = 5;
    cr_assert_not(time_is_short(&clock, WHITE, LAG));
    for (int move = 1; move < 2 * 60; move += 2) {
        game_clock_set_left(&clock, WHITE, floor(left), 0);
        left -= time_budget(&clock, WHITE, 81, move, LAG) + DELAY;
        cr_assert_gt(left, 0, "move %d", move);
    }
    cr_assert(time_is_short(&clock, WHITE, LAG));
}

/* Most of absolute time is used, and with periods no move is rushed, not even those on the way from
 * main time to the first period. */
Test(time, whole_games_use_their_time) {
    double least;
    cr_assert_gt(play_game(&(TimeControl){600, 0, 0, 0.2, 0, 0}, true, false, &least), 400);
    cr_assert_gt(play_game(&(TimeControl){0, 30, 25, 0.2, 0, 0}, true, false, &least), 150 * 0.9);
    cr_assert_gt(least, 0.9);
    for (int told = 0; told <= 1; told++) {
        play_game(&(TimeControl){60, 30, 25, 0.2, 0, 0}, told == 1, false, &least);
        cr_assert_gt(least, 0.9);
        play_game(&(TimeControl){300, 30, 1, 0.2, 0, 0}, told == 1, false, &least);
        cr_assert_gt(least, 29.0);
        play_game(&(TimeControl){300, 30, 1, 0.2, 5, 0}, told == 1, false, &least);
        cr_assert_gt(least, 29.0);
        play_game(&(TimeControl){300, 0, 0, 0.2, 0, 10}, told == 1, false, &least);
        cr_assert_gt(least, 9.5);
    }
}

/* Only time that later moves can make up for is spent on unclear positions. */
Test(time, unclear_positions_get_what_can_be_spared) {
    GameClock clock = clocks_canadian(600, 0, 0);
    cr_assert_float_eq(time_reserve(&clock, BLACK, 10, 0), 5, 1e-9);
    clock = clocks_canadian(60, 30, 5);
    game_clock_set_left(&clock, BLACK, 30, 5);
    cr_assert_float_eq(time_reserve(&clock, BLACK, 6, 0), 3, 1e-9);
    game_clock_set_left(&clock, BLACK, 12, 2);
    cr_assert_eq(time_reserve(&clock, BLACK, 6, 0), 0);
    game_clock_set_left(&clock, BLACK, 30, 1);
    cr_assert_eq(time_reserve(&clock, BLACK, 29, 0), 0);
    game_clock_set_left(&clock, BLACK, 1, 0); /* the move goes on into the period */
    cr_assert_eq(time_reserve(&clock, BLACK, 6, 0), 0);
    game_clock_set_left(&clock, BLACK, -5, 0);
    cr_assert_eq(time_reserve(&clock, BLACK, time_budget(&clock, BLACK, CELLS, 9, 0.2), 0.2), 0);
}
