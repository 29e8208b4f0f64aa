#include "gtp/commands/time_system.h"

#include <math.h>
#include <strings.h>

static bool read_seconds(GtpCall *call, int i, double *seconds) {
    return call_get_real(call, i, "seconds", seconds) &&
           (*seconds >= 0 || call_fail(call, "syntax error: expected times of 0 or more"));
}

/* Reads a limit; a negative one means that there is none. */
static bool read_limit(GtpCall *call, int i, double *seconds) {
    if (!call_get_real(call, i, "seconds", seconds)) {
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

/* Reads a main time, the length of a period, and how many stones or periods there are. */
static bool read_overtime(GtpCall *call, const char *what, double *main_time, double *period_time,
                          int *count) {
    long value;
    if (!read_seconds(call, 1, main_time) || !read_seconds(call, 2, period_time) ||
        !call_get_integer(call, 3, what, 0, TIME_SYSTEM_COUNT_MAX, &value)) {
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
        return call_fail(call, "syntax error: expected a limit of the main time or more, got %.40s",
                         call->arguments[3]);
    }
    game_clock_set_fischer(&call->engine->clock, main_time, increment, left_max, move_max);
    return true;
}

/* In the order of TimeSystems: those of KGS come first. */
static const struct {
    const char *name, *arguments;
    int count; /* of arguments, without the name */
    bool (*set)(GtpCall *call);
} SYSTEMS[] = {
    {"none", "", 0, set_none},
    {"absolute", " MAIN", 1, set_absolute},
    {"byoyomi", " MAIN PERIOD PERIODS", 3, set_byo_yomi},
    {"canadian", " MAIN PERIOD STONES", 3, set_canadian},
    {"fischer", " MAIN INCREMENT", 2, set_fischer},
    {"fischer-capped", " MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT", 4, set_fischer_capped},
};

_Static_assert(sizeof SYSTEMS / sizeof SYSTEMS[0] == TIME_SYSTEMS_OF_KATAGO,
               "TimeSystems must count the rows");

void time_system_add_names(Text *text, TimeSystems known) {
    for (int i = 0; i < (int)known; i++) {
        text_add(text, "%s%s", i > 0 ? " " : "", SYSTEMS[i].name);
    }
}

static bool refuse_system(GtpCall *call, TimeSystems known) {
    Text names = {0};
    time_system_add_names(&names, known);
    call_fail(call, "syntax error: expected one of %s, got %.40s", text_get(&names),
              call->arguments[0]);
    text_free(&names);
    return false;
}

bool time_system_set(GtpCall *call, TimeSystems known) {
    const char *name = call->arguments[0];
    int i = 0;
    while (i < (int)known && strcasecmp(name, SYSTEMS[i].name) != 0) {
        i++;
    }
    if (i == (int)known) {
        return refuse_system(call, known);
    }
    if (call->count != 1 + SYSTEMS[i].count) {
        return call_fail(call, "syntax error: expected %s%s", SYSTEMS[i].name,
                         SYSTEMS[i].arguments);
    }
    return SYSTEMS[i].set(call);
}
