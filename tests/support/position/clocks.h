/* Clocks of each kind, set as the controller would set them. */
#ifndef TESTS_SUPPORT_POSITION_CLOCKS_H
#define TESTS_SUPPORT_POSITION_CLOCKS_H

#include "engine/go/board/game_clock.h"
#include "tests/support/program/cleanup.h"

#include <math.h>

/* Times are in seconds. */
static inline GameClock clocks_canadian(double main_time, double period_time, int stones) {
    GameClock clock = {0};
    game_clock_set(&clock, main_time, period_time, stones);
    return clock;
}

static inline GameClock clocks_byo_yomi(double main_time, double period_time, int periods) {
    GameClock clock = {0};
    game_clock_set_byo_yomi(&clock, main_time, period_time, periods);
    return clock;
}

/* A Fischer clock without limits on the time that is left or on a move's time. */
static inline GameClock clocks_fischer(double main_time, double increment) {
    GameClock clock = {0};
    game_clock_set_fischer(&clock, main_time, increment, INFINITY, INFINITY);
    return clock;
}

#endif
