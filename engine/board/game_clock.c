#include "engine/board/game_clock.h"

#include <math.h>

/* Periods of byo-yomi that unclear positions leave alone: the last one, on which the game hangs,
 * and one for a mishap. */
static const int PERIODS_KEPT = 2;

/* The most of what is left that a move takes under Fischer time: so a cushion grows, of a third of
 * the increment where that is all there is to live on. */
static const double FISCHER_SHARE = 0.75;

void clock_set(GameClock *clock, double main_time, double byo_yomi_time, int byo_yomi_stones) {
    const TimeMode with_periods = byo_yomi_stones > 0 ? TIME_CANADIAN : TIME_NO_LIMIT;
    *clock = (GameClock){.mode = byo_yomi_time > 0 ? with_periods : TIME_ABSOLUTE,
                         .main_seconds = main_time,
                         .period_seconds = byo_yomi_time,
                         .period_stones = byo_yomi_stones};
    clock_reset(clock);
}

void clock_set_no_limit(GameClock *clock) {
    *clock = (GameClock){.mode = TIME_NO_LIMIT};
}

void clock_set_byo_yomi(GameClock *clock, double main_time, double period_time, int periods) {
    *clock = (GameClock){.mode = period_time > 0 && periods > 0 ? TIME_BYO_YOMI : TIME_ABSOLUTE,
                         .main_seconds = main_time,
                         .period_seconds = period_time,
                         .period_stones = 1,
                         .periods = periods};
    clock_reset(clock);
}

void clock_set_fischer(GameClock *clock, double main_time, double increment, double left_max,
                       double move_max) {
    *clock = (GameClock){.mode = TIME_FISCHER,
                         .main_seconds = main_time,
                         .increment = increment,
                         .left_max = left_max,
                         .move_max = move_max};
    clock_reset(clock);
}

static bool is_running(const GameClock *clock) {
    return clock->mode != TIME_NOT_SET && clock->mode != TIME_NO_LIMIT;
}

static bool has_periods(const GameClock *clock) {
    return clock->mode == TIME_CANADIAN || clock->mode == TIME_BYO_YOMI;
}

static void start_period(GameClock *clock, Color color) {
    clock->left[color] = clock->period_seconds;
    clock->stones_left[color] = clock->period_stones;
}

void clock_reset(GameClock *clock) {
    for (int color = BLACK; color <= WHITE; color++) {
        clock->left[color] = clock->main_seconds;
        clock->stones_left[color] = 0;
        clock->periods_left[color] = clock->periods;
        if (has_periods(clock) && clock->main_seconds <= 0) {
            start_period(clock, (Color)color);
        }
    }
}

void clock_set_left(GameClock *clock, Color color, double seconds, int stones) {
    if (!is_running(clock)) {
        /* A controller that speaks of time left has a clock, whatever it said before. */
        clock->mode = stones > 0 ? TIME_CANADIAN : TIME_ABSOLUTE;
        clock->period_seconds = stones > 0 ? seconds : 0;
        clock->period_stones = stones;
        clock->main_seconds = stones > 0 ? 0 : seconds; /* the next game's too, for all we know */
        clock->left[color_opponent(color)] = seconds;
        clock->stones_left[color_opponent(color)] = stones;
    }
    clock->left[color] = seconds;
    if (clock->mode == TIME_BYO_YOMI) {
        clock->stones_left[color] = stones > 0 ? 1 : 0;
        clock->periods_left[color] = stones > 0 ? stones : clock->periods;
    } else {
        clock->stones_left[color] = clock->mode == TIME_FISCHER ? 0 : stones;
    }
}

/* A move has taken its time: it may have gone on into a period, beyond it, or was its last. */
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

void clock_spend(GameClock *clock, Color color, double seconds) {
    if (!is_running(clock)) {
        return;
    }
    clock->left[color] -= seconds;
    if (has_periods(clock)) {
        spend_periods(clock, color);
    } else if (clock->mode == TIME_FISCHER) {
        clock->left[color] = fmin(clock->left[color] + clock->increment, clock->left_max);
    }
}

/* A share of the time less the lag; but on a clock so short that lag would eat it up, thinking gets
 * a quarter all the same. */
static double without_lag(double share, double lag) {
    return fmax(share - lag, share / 4);
}

/* Of main time with periods behind it: a move that outlasts it is the first of a period, which is
 * that move's alone where a period has one stone. */
static double share_before_periods(const GameClock *clock, double left, double share) {
    const double in_period = clock->period_seconds / clock->period_stones;
    if (clock->period_stones == 1 && in_period > left) {
        return left + in_period;
    }
    return fmax(share, in_period);
}

/* The increment, with a share of what goes beyond it, and what the limit would cut off. */
static double share_with_increment(const GameClock *clock, double left, double moves) {
    const double beyond = fmax(left - clock->increment, 0);
    const double cut_off = left + clock->increment - clock->left_max;
    const double share = fmin(clock->increment + beyond / moves, FISCHER_SHARE * left);
    return fmin(fmin(fmax(share, cut_off), left), clock->move_max);
}

double clock_budget(const GameClock *clock, Color color, int cells, int moves, double lag) {
    if (!is_running(clock)) {
        return INFINITY;
    }
    const double left = clock->left[color];
    if (left < 0) {
        return 0;
    }
    if (clock->stones_left[color] > 0) {
        return without_lag(left / clock->stones_left[color], lag);
    }
    /* Moves still to make: about two in three points are played on in a game, half of them by this
     * side, and towards the end there are always some left. */
    const double to_come = fmax((0.7 * cells - moves) / 2, cells / 12.0 + 5);
    const double share = left / to_come;
    if (has_periods(clock)) {
        return without_lag(share_before_periods(clock, left, share), lag);
    }
    const bool grows = clock->mode == TIME_FISCHER;
    return without_lag(grows ? share_with_increment(clock, left, to_come) : share, lag);
}

/* Half as long again, of what is left when the lag of a few moves more is set aside: each longer
 * move brings nearer the end of a game in which lag takes all there is. */
static double spare_of(double budget, double lag, double most) {
    return fmax(0.5 * fmin(budget - 3 * lag, most), 0);
}

double clock_reserve(const GameClock *clock, Color color, double budget, double lag) {
    const int stones = clock->stones_left[color];
    if (stones == 0) {
        const double left = clock->left[color];
        const double most = clock->mode == TIME_FISCHER ? fmin(left, clock->move_max) : left;
        return spare_of(budget, lag, most - lag - budget);
    }
    if (clock->mode == TIME_BYO_YOMI) {
        const bool has_spare = clock->periods_left[color] > PERIODS_KEPT;
        return budget > 0 && has_spare ? clock->period_seconds : 0;
    }
    return stones <= 2 ? 0 : spare_of(budget, lag, INFINITY);
}
