/* The clock as plain GTP sets it. */
#include <limits.h>

#include "gtp/commands/families.h"
#include "gtp/commands/time_system.h"

static bool run_time_settings(GtpCall *call) {
    double main_time, byo_yomi_time;
    long stones;
    if (!call_get_real(call, 0, "a main time in seconds", &main_time) ||
        !call_get_real(call, 1, "a byo yomi time in seconds", &byo_yomi_time) ||
        !call_get_integer(call, 2, "a number of byo yomi stones", 0, TIME_SYSTEM_COUNT_MAX,
                          &stones)) {
        return false;
    }
    if (main_time < 0 || byo_yomi_time < 0) {
        return call_fail(call, "syntax error: expected times of 0 or more");
    }
    game_clock_set(&call->engine->clock, main_time, byo_yomi_time, (int)stones);
    return true;
}

static bool run_time_left(GtpCall *call) {
    Color color;
    double seconds;
    long stones;
    if (!call_get_color(call, 0, &color) || !call_get_real(call, 1, "seconds", &seconds) ||
        !call_get_integer(call, 2, "a number of stones", LONG_MIN, LONG_MAX, &stones)) {
        return false;
    }
    const int counted = stones < 0                       ? 0
                        : stones > TIME_SYSTEM_COUNT_MAX ? TIME_SYSTEM_COUNT_MAX
                                                         : (int)stones;
    game_clock_set_left(&call->engine->clock, color, seconds, counted);
    return true;
}

const GtpCommand GTP_TIME_COMMANDS[] = {
    {"time_settings", "MAIN BYO_YOMI STONES", 3, 3, run_time_settings,
     "Canadian byo-yomi in seconds; BYO_YOMI 0 is absolute time, STONES 0 alone is no limit"},
    {"time_left", "COLOR SECONDS STONES", 3, 3, run_time_left,
     "what is left on the clock; STONES 0 is main time; under byoyomi STONES counts periods"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
