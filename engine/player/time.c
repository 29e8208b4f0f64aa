#include "engine/player/limits.h"

#include <math.h>

/* Main time is divided by the moves to come: this share of the points less the moves played, half
 * of them by each side, */
static const double POINTS_PLAYED = 0.7;

/* but even late in a game one for each LATE_POINTS points and LATE_MOVES more. */
static const double LATE_POINTS = 12;
static const double LATE_MOVES = 5;

/* The share of its time that a move takes even if lag is longer than that time. */
static const double LEAST_SHARE = 0.25;

/* In absolute time, when a game may last far longer than expected, the lag of this many moves
 * is kept for delays, but at most this share of it. */
static const double KEPT_LAGS = 8;
static const double KEPT_SHARE = 0.4;

/* The largest share of the time left that a move takes under Fischer time. With only the increment
 * left, a reserve grows to a third of the increment. */
static const double FISCHER_SHARE = 0.75;

/* An unclear position gets this share of its budget in addition, less the lag of this many further
 * moves. */
static const double RESERVE_SHARE = 0.5;
static const double RESERVE_LAGS = 3;

/* Under Canadian time no moves make up for a longer one among the last of a period. */
static const int CANADIAN_STONES_KEPT = 2;

/* The byo-yomi periods that unclear positions do not use: the last one, which would lose the game,
 * and one in reserve. */
static const int PERIODS_KEPT = 2;

/* A share of the time less the lag, but at least LEAST_SHARE of it. */
static double without_lag(double share, double lag) {
    return fmax(share - lag, share * LEAST_SHARE);
}

static double kept_for_delays(const GameClock *clock, double lag) {
    return clock->mode == GAME_CLOCK_ABSOLUTE
               ? fmin(KEPT_LAGS * lag, KEPT_SHARE * clock->main_seconds)
               : 0;
}

bool time_is_short(const GameClock *clock, Color color, double lag) {
    const double kept = kept_for_delays(clock, lag);
    return kept > 0 && clock->left[color] <= kept;
}

/* The share of main time with periods after it. A move that exceeds main time is the first of a
 * period, and may use all of a period of one move. */
static double share_before_periods(const GameClock *clock, double left, double share) {
    const double in_period = clock->period_seconds / clock->period_stones;
    if (clock->period_stones == 1 && in_period > left) {
        return left + in_period;
    }
    return fmax(share, in_period);
}

/* The increment and a share of the rest, and at least what the clock's limit would cut off. */
static double share_with_increment(const GameClock *clock, double left, double moves) {
    const double beyond = fmax(left - clock->increment, 0);
    const double cut_off = left + clock->increment - clock->left_max;
    const double share = fmin(clock->increment + beyond / moves, FISCHER_SHARE * left);
    return fmin(fmin(fmax(share, cut_off), left), clock->move_max);
}

double time_budget(const GameClock *clock, Color color, int cells, int moves, double lag) {
    if (!game_clock_is_running(clock)) {
        return INFINITY;
    }
    const double left = clock->left[color];
    if (left < 0) {
        return 0;
    }
    if (clock->stones_left[color] > 0) {
        return without_lag(left / clock->stones_left[color], lag);
    }
    const double to_come =
        fmax((POINTS_PLAYED * cells - moves) / 2, cells / LATE_POINTS + LATE_MOVES);
    double share = left / to_come;
    if (game_clock_has_periods(clock)) {
        share = share_before_periods(clock, left, share);
    } else if (clock->mode == GAME_CLOCK_FISCHER) {
        share = share_with_increment(clock, left, to_come);
    } else {
        const double free = without_lag(left, kept_for_delays(clock, lag));
        return fmax(share - lag, LEAST_SHARE * free / to_come);
    }
    return without_lag(share, lag);
}

/* most: what is left beyond the budget. */
static double reserve_of(double budget, double lag, double most) {
    return fmax(RESERVE_SHARE * fmin(budget - RESERVE_LAGS * lag, most), 0);
}

static double reserve_in_main_time(const GameClock *clock, Color color, double budget, double lag) {
    const double left = clock->left[color];
    const double most = clock->mode == GAME_CLOCK_FISCHER ? fmin(left, clock->move_max) : left;
    return reserve_of(budget, lag, most - lag - budget);
}

double time_reserve(const GameClock *clock, Color color, double budget, double lag) {
    const int stones = clock->stones_left[color];
    if (stones == 0) {
        return reserve_in_main_time(clock, color, budget, lag);
    }
    if (clock->mode == GAME_CLOCK_BYO_YOMI) {
        const bool has_spare = clock->periods_left[color] > PERIODS_KEPT;
        return budget > 0 && has_spare ? clock->period_seconds : 0;
    }
    return stones <= CANADIAN_STONES_KEPT ? 0 : reserve_of(budget, lag, INFINITY);
}
