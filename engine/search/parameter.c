#include "engine/search/parameter.h"

#include <stddef.h>
#include <string.h>

#include "engine/base/number.h"

#define FIELD(field) offsetof(PlayerOptions, field)

const Parameter PARAMETERS[] = {
    {"move_time", PARAMETER_REAL, FIELD(move_seconds), 0, 1e6,
     "seconds a move where no clock rules; 0: 5, or without limit where visits has one"},
    {"visits", PARAMETER_WHOLE, FIELD(visits), 0, 1e15, "searches a move; 0: as time allows"},
    {"threads", PARAMETER_WHOLE, FIELD(threads), 1, UCT_THREADS_MAX, "of the search"},
    {"memory", PARAMETER_WHOLE, FIELD(memory_mb), 1, 1 << 20, "MiB for the search graph"},
    {"lag", PARAMETER_REAL, FIELD(lag), 0, 60,
     "seconds of each move kept back for the way to the clock"},
    {"resign", PARAMETER_REAL, FIELD(resign_below), 0, 1,
     "the win rate below which it resigns; 0: never"},
    {"symmetry", PARAMETER_BOOL, FIELD(symmetric), 0, 1,
     "rotations and reflections of a position are searched as one"},
    {"play_out", PARAMETER_BOOL, FIELD(play_out), 0, 1,
     "passes only when dead stones are taken and dame filled"},
    {NULL, PARAMETER_BOOL, 0, 0, 0, NULL},
};

static bool is_same_name(const char *a, const char *b) {
    while (*a != '\0' && (*a == *b || (*a == '_' && *b == '-'))) {
        a++;
        b++;
    }
    return *a == *b;
}

const Parameter *parameter_find(const char *name) {
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        if (is_same_name(parameter->name, name)) {
            return parameter;
        }
    }
    return NULL;
}

static bool set_bool(const Parameter *parameter, bool *value, const char *text, Status *status) {
    const bool on = strcmp(text, "1") == 0 || strcmp(text, "on") == 0;
    if (!on && strcmp(text, "0") != 0 && strcmp(text, "off") != 0) {
        return status_fail(status, "%s: expected 0 or 1, on or off, got %.40s", parameter->name,
                           text);
    }
    *value = on;
    return true;
}

bool parameter_set(const Parameter *parameter, PlayerOptions *options, const char *text,
                   Status *status) {
    void *field = (char *)options + parameter->offset;
    switch (parameter->type) {
    case PARAMETER_BOOL:
        return set_bool(parameter, field, text, status);
    case PARAMETER_WHOLE:
        return number_read_integer(parameter->name, text, (int64_t)parameter->least,
                                   (int64_t)parameter->most, field, status);
    case PARAMETER_REAL:
        return number_read_real(parameter->name, text, parameter->least, parameter->most, field,
                                status);
    }
    return false;
}

void parameter_add_value(const Parameter *parameter, const PlayerOptions *options, Text *text) {
    const void *field = (const char *)options + parameter->offset;
    switch (parameter->type) {
    case PARAMETER_BOOL:
        text_add(text, "%d", *(const bool *)field);
        break;
    case PARAMETER_WHOLE:
        text_add(text, "%lld", (long long)*(const int64_t *)field);
        break;
    case PARAMETER_REAL:
        text_add(text, "%g", *(const double *)field);
        break;
    }
}
