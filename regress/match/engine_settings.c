#include "regress/match/engine_settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"

static const double DEFAULT_MARGIN = 0.1; /* seconds */

enum { TIME_NUMBER_MAX = 10000000 };
static const int64_t LIMIT_MAX = INT64_C(1) << 50; /* of visits */

/* ---- Time controls ---- */

/* Reads numbers with signs between them. All are whole but for the increment: GTP's time_settings
 * knows no others. */
static bool read_time(const char *name, const char *text, GameClock *clock, Status *status) {
    enum { ABSOLUTE, IN_TIME, INCREMENT, BYO_YOMI, CANADIAN };
    static const char *const FORMS[] = {"", "/", "+", "+x", "+/", NULL};
    double n[3] = {0};
    const char *start = text;
    char signs[4] = "", *end;
    bool ok = true;
    int count = 0;
    do {
        const size_t length = strspn(start, "0123456789.");
        n[count] = strtod(start, &end);
        signs[count] = *end;
        ok = length > 0 && end == start + length && n[count] <= TIME_NUMBER_MAX &&
             (n[count] > 0 || count == 0);
        start = end + 1;
        count++;
    } while (ok && *end != '\0' && count < 3);
    const int form = *end == '\0' ? text_find(signs, FORMS) : -1;
    const bool is_whole =
        n[0] == floor(n[0]) && (form == INCREMENT || n[1] == floor(n[1])) && n[2] == floor(n[2]);
    switch (form) {
    case IN_TIME:
        game_clock_set(clock, 0, n[1], (int)n[0]);
        break;
    case INCREMENT:
        game_clock_set_fischer(clock, n[0], n[1], INFINITY, INFINITY);
        break;
    case BYO_YOMI:
        game_clock_set_byo_yomi(clock, n[0], n[2], (int)n[1]);
        break;
    default:
        game_clock_set(clock, n[0], n[1], (int)n[2]);
    }
    return (ok && form >= 0 && is_whole && (n[0] > 0 || form >= BYO_YOMI)) ||
           status_fail(status,
                       "%s: expected " ENGINE_SETTINGS_TIMES
                       ", whole but for the increment, got '%.40s'",
                       name, text);
}

/* ---- Words ---- */

static const char *const KEYS[] = {"name",   "time", "margin", "visits",
                                   "folder", "env",  "gtp",    NULL};
enum { NAME, TIME, MARGIN, VISITS, FOLDER, ENV, GTP };

bool engine_settings_set(EngineSettings *options, const char *name, const char *value,
                         Status *status) {
    const int index = text_find(name + strspn(name, "-"), KEYS);
    if (*value == '\0' || strpbrk(value, "\r\n") != NULL) {
        return status_fail(status, "%s: the value is %s", name,
                           *value == '\0' ? "empty" : "more than one line");
    }
    switch (index) {
    case NAME:
        options->name = value;
        return strlen(value) < ENGINE_NAME_MAX ||
               status_fail(status, "name: expected 1 to %d letters, got '%.80s'",
                           ENGINE_NAME_MAX - 1, value);
    case TIME:
        options->time = value;
        return read_time(name, value, &options->clock, status);
    case MARGIN:
        return number_read_real(name, value, 0, 1000, &options->margin, status);
    case VISITS:
        return number_read_integer(name, value, 1, LIMIT_MAX, &options->visits, status);
    case FOLDER:
        options->folder = value;
        return true;
    case ENV:
        option_list_add(&options->environment, value);
        return strcspn(value, "=") % strlen(value) > 0 ||
               status_fail(status, "env: expected NAME=VALUE, got '%.60s'", value);
    case GTP:
        option_list_add(&options->start_commands, value);
        return true;
    default:
        break;
    }
    return status_fail(
        status,
        "unknown option '%.60s' of an engine; the options are name, time, margin, visits, "
        "folder, env and gtp",
        name);
}

bool engine_settings_read(EngineSettings *options, const char *word, Status *status) {
    const size_t length = strcspn(word, "=");
    char key[OPTION_NAME_MAX];
    snprintf(key, sizeof key, "%.*s", (int)length, word);
    return word[length] == '\0'
               ? status_fail(status, "expected KEY=VALUE of an engine, got '%.60s'", word)
               : engine_settings_set(options, key, word + length + 1, status);
}

/* ---- All engines ---- */

static void add_common(OptionList *list, const OptionList *common) {
    OptionList both = {0};
    for (int i = 0; i < common->count; i++) {
        option_list_add(&both, common->items[i]);
    }
    for (int i = 0; i < list->count; i++) {
        option_list_add(&both, list->items[i]);
    }
    option_list_free(list);
    *list = both;
}

void engine_settings_complete(EngineSettings *options, const EngineSettings *common) {
    if (options->time == NULL) {
        options->time = common->time;
        options->clock = common->clock;
    }
    options->margin = options->margin >= 0  ? options->margin
                      : common->margin >= 0 ? common->margin
                                            : DEFAULT_MARGIN;
    options->visits = options->visits > 0 ? options->visits : common->visits;
    options->folder = options->folder != NULL ? options->folder : common->folder;
    add_common(&options->environment, &common->environment);
    add_common(&options->start_commands, &common->start_commands);
}

static json_t *list_json(const OptionList *list) {
    json_t *json = json_new_array();
    for (int i = 0; i < list->count; i++) {
        json_add_value(json, json_new_text(list->items[i]));
    }
    return json;
}

void engine_settings_add_json(const EngineSettings *options, json_t *json) {
    json_set_packed(json, "{s:o, s:o, s:I, s:o, s:o, s:o}", "time", json_new_text(options->time),
                    "margin", json_new_figure(options->margin, 3), "visits",
                    (json_int_t)options->visits, "folder", json_new_text(options->folder), "env",
                    list_json(&options->environment), "gtp", list_json(&options->start_commands));
}

void engine_settings_free(EngineSettings *options) {
    option_list_free(&options->environment);
    option_list_free(&options->start_commands);
}
