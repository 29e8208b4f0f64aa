/* Clocks of each kind, set as the controller would set them. */
#ifndef TESTS_SUPPORT_POSITION_CLOCKS_H
#define TESTS_SUPPORT_POSITION_CLOCKS_H

#include "engine/go/board/game_clock.h"
#include "tests/support/program/cleanup.h"

/* Times are in seconds. */
GameClock clocks_canadian(double main_time, double period_time, int stones);
GameClock clocks_byo_yomi(double main_time, double period_time, int periods);

/* A Fischer clock without limits on the time that is left or on a move's time. */
GameClock clocks_fischer(double main_time, double increment);

#endif
