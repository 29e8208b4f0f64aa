#include "gtp/json/config/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "engine/base/number.h"
#include "engine/player/parameter.h"
#include "gtp/json/config/katago_key.h"

enum { LINE_MOVES = 15, CACHE_POWER = 23, CACHE_MB = 1024, VISITS = 500, POSITIONS_MAX = 16384 };

static const double WIDE_ROOT_NOISE = 0.04; /* KataGo's default for analysis */

Settings settings_default(void) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    Settings settings = {
        .query = {.player = player_default_options(),
                  .view = VIEW_MOVER,
                  .line_moves = LINE_MOVES,
                  .root_noise = WIDE_ROOT_NOISE,
                  .ignores_pre_root_history = true,
                  .conservative_pass = true,
                  .by_bounds = true,
                  .counts_first_moves = true},
        .session = {.positions = processors > 0 ? processors : 1,
                    .cache_power = CACHE_POWER,
                    .cache_mb = CACHE_MB,
                    .batch_max = FAST_BATCH_MAX,
                    .warns = true},
    };
    settings.query.player.visits = VISITS;
    return settings;
}

/* ---- Settings that are obeyed ---- */

typedef enum { KEY_REAL, KEY_WHOLE, KEY_SWITCH, KEY_VIEW } KeyKind;

/* A key that is no parameter of the search (engine/player/parameter.h), and the member that it
 * sets. */
typedef struct {
    const char *name;
    KeyKind kind;
    size_t offset;
    double least, most;
    bool is_fixed; /* a query cannot change it */
} Key;

#define QUERY(member)   offsetof(Settings, query.member)
#define SESSION(member) offsetof(Settings, session.member)

// clang-format off
static const Key KEYS[] = {
    {"rootPolicyTemperatureEarly", KEY_REAL, QUERY(player.root_policy_temperature), 0.01, 100, false},
    {"wideRootNoise", KEY_REAL, QUERY(root_noise), 0, 5, false},
    {"rootSymmetryPruning", KEY_SWITCH, QUERY(player.symmetric), 0, 1, false},
    {"useLcbForSelection", KEY_SWITCH, QUERY(by_bounds), 0, 1, false},
    {"ignorePreRootHistory", KEY_SWITCH, QUERY(ignores_pre_root_history), 0, 1, false},
    {"conservativePass", KEY_SWITCH, QUERY(conservative_pass), 0, 1, false},
    {"assumeMultipleStartingBlackMovesAreHandicap", KEY_SWITCH, QUERY(counts_first_moves), 0, 1, true},
    {"reportAnalysisWinratesAs", KEY_VIEW, QUERY(view), 0, 0, false},
    {"analysisPVLen", KEY_WHOLE, QUERY(line_moves), 1, 100, true},
    {"numAnalysisThreads", KEY_WHOLE, SESSION(positions), 1, POSITIONS_MAX, true},
    {"nnCacheSizePowerOfTwo", KEY_WHOLE, SESSION(cache_power), -1, 48, true},
    {"evalCacheMemory", KEY_WHOLE, SESSION(cache_mb), 0, 1 << 20, true},
    {"nnMaxBatchSize", KEY_WHOLE, SESSION(batch_max), 1, 65536, true},
    {"warnUnusedFields", KEY_SWITCH, SESSION(warns), 0, 1, true},
};
// clang-format on

/* Values that KataGo takes and a parameter does not, or the other way round. What is beyond the
 * parameter becomes the nearest that it can be: more threads or more time than there is. */
typedef struct {
    const char *name;
    double least, most;
} Range;

static const Range RANGES[] = {
    {"maxVisits", 1, 0x1p50},      {"maxPlayouts", 1, 0x1p50},    {"maxTime", 0, 1e20},
    {"numSearchThreads", 1, 4096}, {"cpuctExploration", 0, 10},   {"nnPolicyTemperature", 0.01, 5},
    {"fpuReductionMax", 0, 2},     {"rootFpuReductionMax", 0, 2}, {"lcbStdevs", 1, 12},
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* ---- Setting ---- */

static bool read_view(const char *text, int64_t *view, Status *status) {
    static const char *const NAMES[] = {
        [VIEW_BLACK] = "BLACK", [VIEW_WHITE] = "WHITE", [VIEW_MOVER] = "SIDETOMOVE"};
    for (int64_t i = 0; i < 3; i++) {
        if (strcasecmp(text, NAMES[i]) == 0) {
            *view = i;
            return true;
        }
    }
    return status_fail(status,
                       "reportAnalysisWinratesAs: expected BLACK, WHITE or SIDETOMOVE, got "
                       "'%.40s'",
                       text);
}

static const Range *find_range(const char *key) {
    for (size_t i = 0; i < COUNT(RANGES); i++) {
        if (strcmp(RANGES[i].name, key) == 0) {
            return &RANGES[i];
        }
    }
    return NULL;
}

static bool read_in_range(const Range *range, bool is_whole, const char *text, double *value,
                          Status *status) {
    int64_t whole;
    if (!is_whole) {
        return number_read_real(range->name, text, range->least, range->most, value, status);
    }
    if (!number_read_integer(range->name, text, (int64_t)range->least, (int64_t)range->most, &whole,
                             status)) {
        return false;
    }
    *value = (double)whole;
    return true;
}

/* Sets a parameter of the search. By KataGo's name its value is in the range that KataGo has. */
static bool set_parameter(const Parameter *parameter, const char *key, const char *text,
                          PlayerOptions *options, Status *status) {
    const Range *range = find_range(key);
    double value;
    char most[32];
    if (range != NULL) {
        if (!read_in_range(range, parameter->type == PARAMETER_WHOLE, text, &value, status)) {
            return false;
        }
        snprintf(most, sizeof most, "%.0f", parameter->most);
        text = value > parameter->most ? most : text;
    }
    return parameter_set(parameter, options, text, status);
}

static bool read_key(const Key *key, const char *text, Settings *settings, Status *status) {
    void *member = (char *)settings + key->offset;
    switch (key->kind) {
    case KEY_REAL:
        return number_read_real(key->name, text, key->least, key->most, member, status);
    case KEY_WHOLE:
        return number_read_integer(key->name, text, (int64_t)key->least, (int64_t)key->most, member,
                                   status);
    case KEY_SWITCH:
        return number_read_switch(key->name, text, member, status);
    case KEY_VIEW:
        return read_view(text, member, status);
    }
    return false;
}

static const Key *find_key(const char *name) {
    for (size_t i = 0; i < COUNT(KEYS); i++) {
        if (strcmp(KEYS[i].name, name) == 0) {
            return &KEYS[i];
        }
    }
    return NULL;
}

/* Each thread of KataGo's analysis searches with that many; no other key is named after its use. */
static const Parameter *find_parameter(const char *key) {
    return parameter_find(strcmp(key, "numSearchThreadsPerAnalysisThread") == 0 ? "numSearchThreads"
                                                                                : key);
}

void settings_tell(const char *program, const char *key, SettingResult result) {
    if (result == SETTING_UNKNOWN || result == SETTING_REFUSED) {
        fprintf(stderr, "dihedra %s: config key %.80s is %s and has no effect\n", program, key,
                result == SETTING_UNKNOWN ? "unknown" : "not supported");
    }
}

SettingResult settings_set(Settings *settings, const char *key, const char *value, Status *status) {
    const Key *found = find_key(key);
    const Parameter *parameter = find_parameter(key);
    if (found == NULL && parameter == NULL && parameter_find_renamed(key) != NULL) {
        char text[PARAMETER_MESSAGE_MAX];
        status_fail(status, "%s", parameter_why_unknown(key, text));
        return SETTING_WRONG;
    }
    if (found == NULL && parameter == NULL) {
        return katago_key_judge(key, value);
    }
    const bool ok = found != NULL
                        ? read_key(found, value, settings, status)
                        : set_parameter(parameter, key, value, &settings->query.player, status);
    return ok ? SETTING_TAKEN : SETTING_WRONG;
}

static bool is_fixed(const char *key) {
    const Key *found = find_key(key);
    return found != NULL ? found->is_fixed : find_parameter(key) == parameter_find("threads");
}

SettingResult settings_override(QuerySettings *settings, const char *key, const char *value,
                                Status *status) {
    if (is_fixed(key)) {
        return SETTING_FIXED;
    }
    Settings whole = {.query = *settings};
    const SettingResult result = settings_set(&whole, key, value, status);
    if (result == SETTING_TAKEN) {
        *settings = whole.query;
    }
    return result;
}
