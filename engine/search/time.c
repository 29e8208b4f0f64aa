#include "engine/search/time.h"

#include <math.h>

void clock_set(GameClock *clock, double main_time, double byo_yomi_time, int byo_yomi_stones) {
    clock->main_seconds = main_time;
    clock->period_seconds = byo_yomi_time;
    clock->period_stones = byo_yomi_stones;
    if (byo_yomi_time > 0) {
        clock->mode = byo_yomi_stones > 0 ? TIME_CANADIAN : TIME_NO_LIMIT;
    } else {
        clock->mode = TIME_ABSOLUTE;
    }
    clock_reset(clock);
}

static void start_period(GameClock *clock, Color color) {
    clock->left[color] = clock->period_seconds;
    clock->stones_left[color] = clock->period_stones;
}

void clock_reset(GameClock *clock) {
    for (int color = BLACK; color <= WHITE; color++) {
        clock->left[color] = clock->main_seconds;
        clock->stones_left[color] = 0;
        if (clock->mode == TIME_CANADIAN && clock->main_seconds <= 0) {
            start_period(clock, (Color)color);
        }
    }
}

void clock_set_left(GameClock *clock, Color color, double seconds, int stones) {
    if (clock->mode == TIME_NOT_SET || clock->mode == TIME_NO_LIMIT) {
        /* A controller that speaks of time left has a clock, whatever it said before. */
        clock->mode = stones > 0 ? TIME_CANADIAN : TIME_ABSOLUTE;
        clock->period_seconds = stones > 0 ? seconds : 0;
        clock->period_stones = stones;
        clock->main_seconds = stones > 0 ? 0 : seconds; /* the next game's too, for all we know */
        clock->left[color_opponent(color)] = seconds;
        clock->stones_left[color_opponent(color)] = stones;
    }
    clock->left[color] = seconds;
    clock->stones_left[color] = stones;
}

void clock_spend(GameClock *clock, Color color, double seconds) {
    if (clock->mode != TIME_ABSOLUTE && clock->mode != TIME_CANADIAN) {
        return;
    }
    clock->left[color] -= seconds;
    if (clock->mode == TIME_ABSOLUTE) {
        return;
    }
    if (clock->stones_left[color] == 0) {
        if (clock->left[color] >= 0) {
            return;
        }
        const double over = -clock->left[color]; /* this move was the first of a period */
        start_period(clock, color);
        clock->left[color] -= over;
    }
    if (--clock->stones_left[color] == 0) {
        start_period(clock, color);
    }
}

/* A share of the time less the lag; but on a clock so short that lag would eat it up, thinking gets
 * a quarter all the same. */
static double without_lag(double share, double lag) {
    return fmax(share - lag, share / 4);
}

double clock_budget(const GameClock *clock, Color color, int cells, int moves, double lag) {
    if (clock->mode != TIME_ABSOLUTE && clock->mode != TIME_CANADIAN) {
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
     * side, and towards the end there are always some left. Main time with periods behind it may
     * be spent to the last: a move that outlasts it is the first of a period. */
    const double expected = (0.7 * cells - moves) / 2;
    const double least = cells / 12.0 + 5;
    double share = left / fmax(expected, least);
    if (clock->mode == TIME_CANADIAN) {
        share = fmax(share, clock->period_seconds / clock->period_stones);
    }
    return without_lag(share, lag);
}

/* Half as long again, of what is left when the lag of a few moves more is set aside: each longer
 * move brings nearer the end of a game in which lag takes all there is. */
double clock_reserve(const GameClock *clock, Color color, double budget, double lag) {
    const int stones = clock->stones_left[color];
    const double most = stones == 0 ? clock->left[color] - budget : INFINITY;
    const double spare = 0.5 * fmin(budget - 3 * lag, most);
    return stones == 1 || stones == 2 ? 0 : fmax(spare, 0);
}
