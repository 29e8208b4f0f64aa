#include "tests/support/position/clocks.h"

#include <math.h>

GameClock clocks_canadian(double main_time, double period_time, int stones) {
    GameClock clock = {0};
    game_clock_set(&clock, main_time, period_time, stones);
    return clock;
}

GameClock clocks_byo_yomi(double main_time, double period_time, int periods) {
    GameClock clock = {0};
    game_clock_set_byo_yomi(&clock, main_time, period_time, periods);
    return clock;
}

GameClock clocks_fischer(double main_time, double increment) {
    GameClock clock = {0};
    game_clock_set_fischer(&clock, main_time, increment, INFINITY, INFINITY);
    return clock;
}
