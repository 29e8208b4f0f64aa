/* The decision how long to think about a move; the header has the contract. */
#include "engine/player/time.h"

#include <math.h>

/* Moves still to come, by which main time is divided: this share of the points is played on in a
 * game, half of them by each side, */
static const double POINTS_PLAYED = 0.7;

/* but even late in a game this side has as many to come as one in LATE_POINTS points and a few. */
static const double LATE_POINTS = 12;
static const double LATE_MOVES = 5;

/* The share of its time that a move thinks even if lag is longer than that time. */
static const double LEAST_SHARE = 0.25;

/* The largest share of the time left that a move takes under Fischer time. With no more than the
 * increment to live on, this leaves a cushion that grows to a third of the increment. */
static const double FISCHER_SHARE = 0.75;

/* An unclear position gets this share of its budget in addition, after the lag of this many further
 * moves is set aside: each longer move brings the point nearer at which lag takes all there is. */
static const double RESERVE_SHARE = 0.5;
static const double RESERVE_LAGS = 3;

/* Under Canadian time the last moves of a period leave nothing to make up for a longer one. */
static const int CANADIAN_STONES_KEPT = 2;

/* The byo-yomi periods that unclear positions leave alone: the last one, with which the game would
 * be lost, and one for a mishap. */
static const int PERIODS_KEPT = 2;

/* A share of the time less the lag. On a clock so short that lag would take all of it, a part of
 * the share is thought all the same. */
static double without_lag(double share, double lag) {
    return fmax(share - lag, share * LEAST_SHARE);
}

/* The share of main time with periods after it. A move that outlasts main time is the first of a
 * period; if periods have one move each, that move may use the whole period. */
static double share_before_periods(const GameClock *clock, double left, double share) {
    const double in_period = clock->period_seconds / clock->period_stones;
    if (clock->period_stones == 1 && in_period > left) {
        return left + in_period;
    }
    return fmax(share, in_period);
}

/* The increment, a share of what is left beyond it, and what the limit of the clock would cut off.
 */
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
