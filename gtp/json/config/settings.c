#include "gtp/json/config/settings.h"

#include <math.h>
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

/* KataGo measures a worth from -1 to 1, this program from 0 to 1. */
static const double WORTH = 0.5;

Settings settings_default(void) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    Settings settings = {
        .query = {.player = player_default_options(),
                  .view = VIEW_MOVER,
                  .line_moves = LINE_MOVES,
                  .root_noise = WIDE_ROOT_NOISE,
                  .root_unvisited_loss = NAN,
                  .root_temperature = 1,
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

typedef enum { KEY_PARAMETER, KEY_REAL, KEY_WHOLE, KEY_SWITCH, KEY_VIEW } KeyKind;

/* A key and what it sets: a parameter of the search, or a member of the settings. */
typedef struct {
    const char *name;
    KeyKind kind;
    const char *parameter;
    size_t offset;
    double least, most, scale;
    bool is_fixed; /* a query cannot change it */
} Key;

#define QUERY(member)   offsetof(Settings, query.member)
#define SESSION(member) offsetof(Settings, session.member)

// clang-format off
static const Key KEYS[] = {
    {"maxVisits", KEY_PARAMETER, "visits", 0, 1, 0x1p50, 1, false},
    {"maxPlayouts", KEY_PARAMETER, "playouts", 0, 1, 0x1p50, 1, false},
    {"maxTime", KEY_PARAMETER, "move_time", 0, 0, 1e20, 1, false},
    {"numSearchThreadsPerAnalysisThread", KEY_PARAMETER, "threads", 0, 1, 4096, 1, true},
    {"numSearchThreads", KEY_PARAMETER, "threads", 0, 1, 4096, 1, true},
    {"cpuctExploration", KEY_PARAMETER, "net_prior_weight", 0, 0, 10, WORTH, false},
    {"nnPolicyTemperature", KEY_PARAMETER, "net_prior_temperature", 0, 0.01, 5, 1, false},
    {"lcbStdevs", KEY_PARAMETER, "net_lcb", 0, 1, 12, 1, false},
    {"fpuReductionMax", KEY_PARAMETER, "net_unvisited_loss", 0, 0, 2, WORTH, false},
    {"rootFpuReductionMax", KEY_REAL, NULL, QUERY(root_unvisited_loss), 0, 2, WORTH, false},
    {"rootPolicyTemperature", KEY_REAL, NULL, QUERY(root_temperature), 0.01, 100, 1, false},
    {"rootPolicyTemperatureEarly", KEY_REAL, NULL, QUERY(root_temperature), 0.01, 100, 1, false},
    {"wideRootNoise", KEY_REAL, NULL, QUERY(root_noise), 0, 5, 1, false},
    {"policyOptimism", KEY_PARAMETER, "policy_optimism", 0, 0, 1, 1, false},
    {"rootPolicyOptimism", KEY_PARAMETER, "root_policy_optimism", 0, 0, 1, 1, false},
    {"rootNumSymmetriesToSample", KEY_PARAMETER, "net_root_images", 0, 1, 8, 1, false},
    {"rootSymmetryPruning", KEY_PARAMETER, "symmetry", 0, 0, 1, 1, false},
    {"playoutDoublingAdvantage", KEY_PARAMETER, "playout_doubling_advantage", 0, -3, 3, 1, false},
    {"playoutDoublingAdvantagePla", KEY_PARAMETER, "playout_doubling_advantage_pla", 0, 0, 0, 1, false},
    {"antiMirror", KEY_PARAMETER, "anti_mirror", 0, 0, 1, 1, false},
    {"humanSLProfile", KEY_PARAMETER, "human_sl_profile", 0, 0, 0, 1, false},
    {"useLcbForSelection", KEY_SWITCH, NULL, QUERY(by_bounds), 0, 1, 1, false},
    {"ignorePreRootHistory", KEY_SWITCH, NULL, QUERY(ignores_pre_root_history), 0, 1, 1, false},
    {"conservativePass", KEY_SWITCH, NULL, QUERY(conservative_pass), 0, 1, 1, false},
    {"assumeMultipleStartingBlackMovesAreHandicap", KEY_SWITCH, NULL, QUERY(counts_first_moves), 0, 1, 1, true},
    {"reportAnalysisWinratesAs", KEY_VIEW, NULL, QUERY(view), 0, 0, 1, false},
    {"analysisPVLen", KEY_WHOLE, NULL, QUERY(line_moves), 1, 100, 1, true},
    {"numAnalysisThreads", KEY_WHOLE, NULL, SESSION(positions), 1, POSITIONS_MAX, 1, true},
    {"nnCacheSizePowerOfTwo", KEY_WHOLE, NULL, SESSION(cache_power), -1, 48, 1, true},
    {"evalCacheMemory", KEY_WHOLE, NULL, SESSION(cache_mb), 0, 1 << 20, 1, true},
    {"nnMaxBatchSize", KEY_WHOLE, NULL, SESSION(batch_max), 1, 65536, 1, true},
    {"warnUnusedFields", KEY_SWITCH, NULL, SESSION(warns), 0, 1, 1, true},
};
// clang-format on

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

/* Reads a parameter of the search in KataGo's units. Numbers beyond what a parameter can be, which
 * are legal in KataGo, become the nearest that it can: more threads or more time than there is. */
static bool read_parameter(const Key *key, const char *text, PlayerOptions *options,
                           Status *status) {
    const Parameter *parameter = parameter_find(key->parameter);
    void *field = (char *)options + parameter->offset;
    double real;
    int64_t whole;
    switch (parameter->type) {
    case PARAMETER_WHOLE:
        if (!number_read_integer(key->name, text, (int64_t)key->least, (int64_t)key->most, &whole,
                                 status)) {
            return false;
        }
        *(int64_t *)field = whole < (int64_t)parameter->most ? whole : (int64_t)parameter->most;
        return true;
    case PARAMETER_REAL:
        if (!number_read_real(key->name, text, key->least, key->most, &real, status)) {
            return false;
        }
        real *= key->scale;
        *(double *)field = real < parameter->most ? real : parameter->most;
        return true;
    case PARAMETER_BOOL:
        return number_read_switch(key->name, text, field, status);
    case PARAMETER_PROFILE:
    case PARAMETER_STRENGTH:
    case PARAMETER_COLOR:
        break;
    }
    return parameter_set(parameter, options, text, status);
}

static bool read_key(const Key *key, const char *text, Settings *settings, Status *status) {
    void *member = (char *)settings + key->offset;
    double real;
    switch (key->kind) {
    case KEY_PARAMETER:
        return read_parameter(key, text, &settings->query.player, status);
    case KEY_REAL:
        if (!number_read_real(key->name, text, key->least, key->most, &real, status)) {
            return false;
        }
        *(double *)member = real * key->scale;
        return true;
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

bool settings_obey(const char *key) {
    return find_key(key) != NULL;
}

/* Our own parameters may be set by their names, too. */
static SettingResult set_own(Settings *settings, const char *key, const char *value,
                             Status *status) {
    const Parameter *parameter = parameter_find(key);
    if (parameter == NULL) {
        return katago_key_judge(key, value);
    }
    return parameter_set(parameter, &settings->query.player, value, status) ? SETTING_TAKEN
                                                                            : SETTING_WRONG;
}

void settings_tell(const char *program, const char *key, SettingResult result) {
    if (result == SETTING_UNKNOWN || result == SETTING_REFUSED) {
        fprintf(stderr, "dihedra %s: config key %.80s is %s and has no effect\n", program, key,
                result == SETTING_UNKNOWN ? "unknown" : "not supported");
    }
}

SettingResult settings_set(Settings *settings, const char *key, const char *value, Status *status) {
    const Key *found = find_key(key);
    if (found == NULL) {
        return set_own(settings, key, value, status);
    }
    return read_key(found, value, settings, status) ? SETTING_TAKEN : SETTING_WRONG;
}

/* Is the key fixed for the session, by KataGo's name or by that of the parameter? */
static bool is_fixed(const char *key) {
    for (size_t i = 0; i < COUNT(KEYS); i++) {
        const char *parameter = KEYS[i].parameter;
        if (KEYS[i].is_fixed && (strcmp(KEYS[i].name, key) == 0 ||
                                 (parameter != NULL && strcmp(parameter, key) == 0))) {
            return true;
        }
    }
    return false;
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
