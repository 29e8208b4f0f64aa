/* Clocks of each kind, set as the controller would set them. */
#ifndef TESTS_SUPPORT_CLOCK_HELPERS_H
#define TESTS_SUPPORT_CLOCK_HELPERS_H

#include <math.h>

#include "engine/board/game_clock.h"

static inline GameClock clock_of(double main_time, double byo_yomi_time, int stones) {
    GameClock clock = {0};
    game_clock_set(&clock, main_time, byo_yomi_time, stones);
    return clock;
}

static inline GameClock byo_yomi_of(double main_time, double period_time, int periods) {
    GameClock clock = {0};
    game_clock_set_byo_yomi(&clock, main_time, period_time, periods);
    return clock;
}

static inline GameClock fischer_of(double main_time, double increment) {
    GameClock clock = {0};
    game_clock_set_fischer(&clock, main_time, increment, INFINITY, INFINITY);
    return clock;
}

#endif
