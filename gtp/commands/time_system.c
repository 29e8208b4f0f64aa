#include <limits.h>
#include <strings.h>

#include "gtp/commands/families.h"

enum { COUNT_MAX = 1000000 }; /* of stones or periods */

/* The kinds of numbers of a system. LIMIT: in seconds; negative: no limit. */
typedef enum { NO_NUMBER, SECONDS, LIMIT, PERIODS, STONES } NumberKind;

enum { NUMBERS_MAX = 4 };

/* In the order of TimeSystems: those of KGS come first. */
static const struct {
    const char *name, *arguments;
    NumberKind numbers[NUMBERS_MAX];
} SYSTEMS[] = {
    {"none", "", {NO_NUMBER}},
    {"absolute", " MAIN", {SECONDS}},
    {"byoyomi", " MAIN PERIOD PERIODS", {SECONDS, SECONDS, PERIODS}},
    {"canadian", " MAIN PERIOD STONES", {SECONDS, SECONDS, STONES}},
    {"fischer", " MAIN INCREMENT", {SECONDS, SECONDS}},
    {"fischer-capped", " MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT", {SECONDS, SECONDS, LIMIT, LIMIT}},
};

_Static_assert(sizeof SYSTEMS / sizeof SYSTEMS[0] == TIME_SYSTEMS_OF_KATAGO,
               "TimeSystems must count the rows");

static void add_names(Text *text, TimeSystems known) {
    for (int i = 0; i < (int)known; i++) {
        text_add(text, "%s%s", i > 0 ? " " : "", SYSTEMS[i].name);
    }
}

static bool read_number(GtpCall *call, int i, NumberKind kind, double *number) {
    const char *what = kind == STONES ? "a number of stones" : "a number of periods";
    long count;
    if (kind == STONES || kind == PERIODS) {
        const bool ok = call_get_integer(call, i, what, 0, COUNT_MAX, &count);
        *number = ok ? (double)count : 0;
        return ok;
    }
    if (!call_get_real(call, i, "seconds", number)) {
        return false;
    }
    *number = kind == LIMIT && *number < 0 ? INFINITY : *number;
    return *number >= 0 || call_fail(call, "syntax error: expected times of 0 or more");
}

bool time_system_set(GtpCall *call, TimeSystems known) {
    GameClock *clock = &call->engine->clock;
    double v[NUMBERS_MAX] = {0, 0, INFINITY, INFINITY};
    int system = 0, count = 0;
    while (system < (int)known && strcasecmp(call->arguments[0], SYSTEMS[system].name) != 0) {
        system++;
    }
    if (system == (int)known) {
        Text names = {0};
        add_names(&names, known);
        call_fail(call, "syntax error: expected one of %s, got %.40s", text_get(&names),
                  call->arguments[0]);
        text_free(&names);
        return false;
    }
    const NumberKind *kinds = SYSTEMS[system].numbers;
    while (count < NUMBERS_MAX && kinds[count] != NO_NUMBER) {
        count++;
    }
    if (call->count != 1 + count) {
        return call_fail(call, "syntax error: expected %s%s", SYSTEMS[system].name,
                         SYSTEMS[system].arguments);
    }
    for (int i = 0; i < count; i++) {
        if (!read_number(call, i + 1, kinds[i], &v[i])) {
            return false;
        }
    }
    if (kinds[2] == LIMIT && v[2] < v[0]) {
        return call_fail(call,
                         "syntax error: expected a limit of at least the main time, got %.40s",
                         call->arguments[3]);
    }
    if (count == 0) {
        game_clock_set_no_limit(clock);
    } else if (kinds[2] == PERIODS) {
        game_clock_set_byo_yomi(clock, v[0], v[1], (int)v[2]);
    } else if (count == 1 || kinds[2] == STONES) {
        game_clock_set(clock, v[0], v[1], count == 1 ? 0 : (int)v[2]);
    } else {
        game_clock_set_fischer(clock, v[0], v[1], v[2], v[3]);
    }
    return true;
}

static bool run_kata_time_settings(GtpCall *call) {
    return time_system_set(call, TIME_SYSTEMS_OF_KATAGO);
}

static bool run_kata_list_time_settings(GtpCall *call) {
    add_names(call->answer, TIME_SYSTEMS_OF_KATAGO);
    return true;
}

const GtpCommand GTP_KATA_TIME_COMMANDS[] = {
    {"kata-time_settings", "SYSTEM [NUMBER...]", GTP_WORDS, 1, 5, run_kata_time_settings,
     "KGS's, or fischer MAIN INCREMENT, or fischer-capped MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT"},
    {"kata-list_time_settings", "", GTP_WORDS, 0, 0, run_kata_list_time_settings,
     "the systems that kata-time_settings knows"},
    {0},
};

static bool run_time_settings(GtpCall *call) {
    double main_time, byo_yomi_time;
    long stones;
    if (!call_get_real(call, 0, "a main time in seconds", &main_time) ||
        !call_get_real(call, 1, "a byo yomi time in seconds", &byo_yomi_time) ||
        !call_get_integer(call, 2, "a number of byo yomi stones", 0, COUNT_MAX, &stones)) {
        return false;
    }
    if (main_time < 0 || byo_yomi_time < 0) {
        return call_fail(call, "syntax error: expected times of 0 or more");
    }
    game_clock_set(&call->engine->clock, main_time, byo_yomi_time, (int)stones);
    return true;
}

static bool run_time_left(GtpCall *call) {
    double seconds;
    long stones;
    if (!call_get_real(call, 1, "seconds", &seconds) ||
        !call_get_integer(call, 2, "a number of stones", LONG_MIN, LONG_MAX, &stones)) {
        return false;
    }
    const int counted = (int)fmin(fmax((double)stones, 0), COUNT_MAX);
    game_clock_set_left(&call->engine->clock, call->color, seconds, counted);
    return true;
}

const GtpCommand GTP_TIME_COMMANDS[] = {
    {"time_settings", "MAIN BYO_YOMI STONES", GTP_WORDS, 3, 3, run_time_settings,
     "Canadian byo-yomi in seconds; BYO_YOMI 0 is absolute time, STONES 0 alone is no limit"},
    {"time_left", "COLOR SECONDS STONES", GTP_COLOR, 3, 3, run_time_left,
     "what is left on the clock; STONES 0 is main time; under byoyomi STONES counts periods"},
    {0},
};
