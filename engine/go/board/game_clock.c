/* The state of a game's clock; the header has the modes and the invariant. */
#include "engine/go/board/game_clock.h"

#include <math.h>

void game_clock_set(GameClock *clock, double main_time, double byo_yomi_time, int byo_yomi_stones) {
    const GameClockMode with_periods =
        byo_yomi_stones > 0 ? GAME_CLOCK_CANADIAN : GAME_CLOCK_NO_LIMIT;
    *clock = (GameClock){.mode = byo_yomi_time > 0 ? with_periods : GAME_CLOCK_ABSOLUTE,
                         .main_seconds = main_time,
                         .period_seconds = byo_yomi_time,
                         .period_stones = byo_yomi_stones};
    game_clock_reset(clock);
}

void game_clock_set_no_limit(GameClock *clock) {
    *clock = (GameClock){.mode = GAME_CLOCK_NO_LIMIT};
}

void game_clock_set_byo_yomi(GameClock *clock, double main_time, double period_time, int periods) {
    *clock = (GameClock){.mode = period_time > 0 && periods > 0 ? GAME_CLOCK_BYO_YOMI
                                                                : GAME_CLOCK_ABSOLUTE,
                         .main_seconds = main_time,
                         .period_seconds = period_time,
                         .period_stones = 1,
                         .periods = periods};
    game_clock_reset(clock);
}

void game_clock_set_fischer(GameClock *clock, double main_time, double increment, double left_max,
                            double move_max) {
    *clock = (GameClock){.mode = GAME_CLOCK_FISCHER,
                         .main_seconds = main_time,
                         .increment = increment,
                         .left_max = left_max,
                         .move_max = move_max};
    game_clock_reset(clock);
}

bool game_clock_is_running(const GameClock *clock) {
    return clock->mode != GAME_CLOCK_NOT_SET && clock->mode != GAME_CLOCK_NO_LIMIT;
}

bool game_clock_has_periods(const GameClock *clock) {
    return clock->mode == GAME_CLOCK_CANADIAN || clock->mode == GAME_CLOCK_BYO_YOMI;
}

static void start_period(GameClock *clock, Color color) {
    clock->left[color] = clock->period_seconds;
    clock->stones_left[color] = clock->period_stones;
}

void game_clock_reset(GameClock *clock) {
    for (int color = BLACK; color <= WHITE; color++) {
        clock->left[color] = clock->main_seconds;
        clock->stones_left[color] = 0;
        clock->periods_left[color] = clock->periods;
        if (game_clock_has_periods(clock) && clock->main_seconds <= 0) {
            start_period(clock, (Color)color);
        }
    }
}

void game_clock_set_left(GameClock *clock, Color color, double seconds, int stones) {
    if (clock->mode == GAME_CLOCK_NO_LIMIT && seconds <= 0 && stones == 0) {
        return;
    }
    if (!game_clock_is_running(clock)) {
        /* A controller that reports time left has a clock. The next game starts with this time,
         * since nothing else is known. */
        clock->mode = stones > 0 ? GAME_CLOCK_CANADIAN : GAME_CLOCK_ABSOLUTE;
        clock->period_seconds = stones > 0 ? seconds : 0;
        clock->period_stones = stones;
        clock->main_seconds = stones > 0 ? 0 : seconds;
        clock->left[color_opponent(color)] = seconds;
        clock->stones_left[color_opponent(color)] = stones;
    }
    clock->left[color] = seconds;
    if (clock->mode == GAME_CLOCK_BYO_YOMI) {
        clock->stones_left[color] = stones > 0 ? 1 : 0;
        clock->periods_left[color] = stones > 0 ? stones : clock->periods;
    } else {
        clock->stones_left[color] = clock->mode == GAME_CLOCK_FISCHER ? 0 : stones;
    }
}

/* The move's time has been taken off. It may have run on from main time into a period, used up
 * periods, and ended its period. */
static void spend_periods(GameClock *clock, Color color) {
    double *left = &clock->left[color];
    if (clock->stones_left[color] == 0) {
        if (*left >= 0) {
            return;
        }
        *left += clock->period_seconds; /* this move was the first of a period */
        clock->stones_left[color] = clock->period_stones;
    }
    while (*left < 0 && clock->periods_left[color] > 1) {
        *left += clock->period_seconds;
        clock->periods_left[color]--;
    }
    if (--clock->stones_left[color] == 0) {
        start_period(clock, color);
    }
}

void game_clock_spend(GameClock *clock, Color color, double seconds) {
    if (!game_clock_is_running(clock)) {
        return;
    }
    clock->left[color] -= seconds;
    if (game_clock_has_periods(clock)) {
        spend_periods(clock, color);
    } else if (clock->mode == GAME_CLOCK_FISCHER) {
        clock->left[color] = fmin(clock->left[color] + clock->increment, clock->left_max);
    }
}
