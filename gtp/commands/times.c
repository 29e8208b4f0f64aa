/* Commands about the clock, in the dialects of GTP, KGS and KataGo. */
#include <limits.h>
#include <math.h>
#include <strings.h>

#include "gtp/command.h"

enum { COUNT_MAX = 1000000 }; /* of stones or periods */

static bool run_time_settings(GtpCall *call) {
    double main_time, byo_yomi_time;
    long stones;
    if (!gtp_get_real(call, 0, "a main time in seconds", &main_time) ||
        !gtp_get_real(call, 1, "a byo yomi time in seconds", &byo_yomi_time) ||
        !gtp_get_integer(call, 2, "a number of byo yomi stones", 0, COUNT_MAX, &stones)) {
        return false;
    }
    if (main_time < 0 || byo_yomi_time < 0) {
        return gtp_fail(call, "syntax error: expected times of 0 or more");
    }
    game_clock_set(&call->engine->clock, main_time, byo_yomi_time, (int)stones);
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
    const int counted = stones < 0 ? 0 : stones > COUNT_MAX ? COUNT_MAX : (int)stones;
    game_clock_set_left(&call->engine->clock, color, seconds, counted);
    return true;
}

/* ---- Time systems by name ---- */

static bool read_seconds(GtpCall *call, int i, double *seconds) {
    return gtp_get_real(call, i, "seconds", seconds) &&
           (*seconds >= 0 || gtp_fail(call, "syntax error: expected times of 0 or more"));
}

/* A limit that is negative is none. */
static bool read_limit(GtpCall *call, int i, double *seconds) {
    if (!gtp_get_real(call, i, "seconds", seconds)) {
        return false;
    }
    *seconds = *seconds < 0 ? INFINITY : *seconds;
    return true;
}

static bool set_none(GtpCall *call) {
    game_clock_set_no_limit(&call->engine->clock);
    return true;
}

static bool set_absolute(GtpCall *call) {
    double main_time;
    if (!read_seconds(call, 1, &main_time)) {
        return false;
    }
    game_clock_set(&call->engine->clock, main_time, 0, 0);
    return true;
}

/* A main time, and so many stones or periods of so many seconds. */
static bool read_overtime(GtpCall *call, const char *what, double *main_time, double *period_time,
                          int *count) {
    long value;
    if (!read_seconds(call, 1, main_time) || !read_seconds(call, 2, period_time) ||
        !gtp_get_integer(call, 3, what, 0, COUNT_MAX, &value)) {
        return false;
    }
    *count = (int)value;
    return true;
}

static bool set_canadian(GtpCall *call) {
    double main_time, period_time;
    int stones;
    if (!read_overtime(call, "a number of stones", &main_time, &period_time, &stones)) {
        return false;
    }
    game_clock_set(&call->engine->clock, main_time, period_time, stones);
    return true;
}

static bool set_byo_yomi(GtpCall *call) {
    double main_time, period_time;
    int periods;
    if (!read_overtime(call, "a number of periods", &main_time, &period_time, &periods)) {
        return false;
    }
    game_clock_set_byo_yomi(&call->engine->clock, main_time, period_time, periods);
    return true;
}

static bool set_fischer(GtpCall *call) {
    double main_time, increment;
    if (!read_seconds(call, 1, &main_time) || !read_seconds(call, 2, &increment)) {
        return false;
    }
    game_clock_set_fischer(&call->engine->clock, main_time, increment, INFINITY, INFINITY);
    return true;
}

static bool set_fischer_capped(GtpCall *call) {
    double main_time, increment, left_max, move_max;
    if (!read_seconds(call, 1, &main_time) || !read_seconds(call, 2, &increment) ||
        !read_limit(call, 3, &left_max) || !read_limit(call, 4, &move_max)) {
        return false;
    }
    if (left_max < main_time) {
        return gtp_fail(call, "syntax error: expected a limit of the main time or more, got %.40s",
                        call->arguments[3]);
    }
    game_clock_set_fischer(&call->engine->clock, main_time, increment, left_max, move_max);
    return true;
}

/* KGS knows the first four. */
static const struct {
    const char *name, *arguments;
    int count; /* of arguments, the name not included */
    bool (*set)(GtpCall *call);
} SYSTEMS[] = {
    {"none", "", 0, set_none},
    {"absolute", " MAIN", 1, set_absolute},
    {"byoyomi", " MAIN PERIOD PERIODS", 3, set_byo_yomi},
    {"canadian", " MAIN PERIOD STONES", 3, set_canadian},
    {"fischer", " MAIN INCREMENT", 2, set_fischer},
    {"fischer-capped", " MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT", 4, set_fischer_capped},
};

enum { KGS_SYSTEMS = 4, KATA_SYSTEMS = sizeof SYSTEMS / sizeof SYSTEMS[0] };

/* Their names, a blank between. */
static void add_systems(Text *text, int known) {
    for (int i = 0; i < known; i++) {
        text_add(text, "%s%s", i > 0 ? " " : "", SYSTEMS[i].name);
    }
}

static bool refuse_system(GtpCall *call, int known) {
    Text names = {0};
    add_systems(&names, known);
    gtp_fail(call, "syntax error: expected one of %s, got %.40s", text_get(&names),
             call->arguments[0]);
    text_free(&names);
    return false;
}

static bool set_system(GtpCall *call, int known) {
    const char *name = call->arguments[0];
    int i = 0;
    while (i < known && strcasecmp(name, SYSTEMS[i].name) != 0) {
        i++;
    }
    if (i == known) {
        return refuse_system(call, known);
    }
    if (call->count != 1 + SYSTEMS[i].count) {
        return gtp_fail(call, "syntax error: expected %s%s", SYSTEMS[i].name, SYSTEMS[i].arguments);
    }
    return SYSTEMS[i].set(call);
}

static bool run_kgs_time_settings(GtpCall *call) {
    return set_system(call, KGS_SYSTEMS);
}

static bool run_kata_time_settings(GtpCall *call) {
    return set_system(call, KATA_SYSTEMS);
}

static bool run_kata_list_time_settings(GtpCall *call) {
    add_systems(call->answer, KATA_SYSTEMS);
    return true;
}

const GtpCommand GTP_TIME_COMMANDS[] = {
    {"time_settings", "MAIN BYO_YOMI STONES", 3, 3, run_time_settings,
     "Canadian time; STONES 0: no limit; BYO_YOMI 0: absolute"},
    {"kgs-time_settings", "SYSTEM [NUMBER...]", 1, 4, run_kgs_time_settings,
     "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN PERIOD STONES"},
    {"kata-time_settings", "SYSTEM [NUMBER...]", 1, 5, run_kata_time_settings,
     "the same; fischer MAIN INCREMENT, fischer-capped MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT"},
    {"kata-list_time_settings", "", 0, 0, run_kata_list_time_settings,
     "the systems that kata-time_settings knows"},
    {"time_left", "COLOR SECONDS STONES", 3, 3, run_time_left,
     "what is on the clock; STONES 0: main time; under byoyomi the periods left"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
