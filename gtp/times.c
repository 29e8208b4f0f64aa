/* Commands about the clock, in the dialects of GTP, KGS and KataGo. */
#include <limits.h>

#include "gtp/command.h"

static bool run_time_settings(GtpCall *call) {
    double main_time, byo_yomi_time;
    long stones;
    if (!gtp_get_real(call, 0, "a main time in seconds", &main_time) ||
        !gtp_get_real(call, 1, "a byo yomi time in seconds", &byo_yomi_time) ||
        !gtp_get_integer(call, 2, "a number of byo yomi stones", 0, 1000000, &stones)) {
        return false;
    }
    if (main_time < 0 || byo_yomi_time < 0) {
        return gtp_fail(call, "syntax error: expected times of 0 or more");
    }
    clock_set(&call->engine->clock, main_time, byo_yomi_time, (int)stones);
    return true;
}

static bool run_time_left(GtpCall *call) {
    Color color;
    double seconds;
    long stones;
    if (!gtp_get_color(call, 0, &color) || !gtp_get_real(call, 1, "seconds", &seconds) ||
        !gtp_get_integer(call, 2, "a number of stones", LONG_MIN, LONG_MAX, &stones)) {
        return false;
    }
    const int counted = stones < 0 ? 0 : stones > 1000000 ? 1000000 : (int)stones;
    clock_set_left(&call->engine->clock, color, seconds, counted);
    return true;
}

const GtpCommand GTP_TIME_COMMANDS[] = {
    {"time_settings", "MAIN BYO_YOMI STONES", 3, 3, run_time_settings,
     "Canadian time; STONES 0: no limit; BYO_YOMI 0: absolute"},
    {"time_left", "COLOR SECONDS STONES", 3, 3, run_time_left,
     "what is on the clock; STONES 0: main time"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
