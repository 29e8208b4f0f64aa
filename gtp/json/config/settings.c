#include "gtp/json/config/settings.h"

#include <string.h>
#include <strings.h>

#include "engine/base/member.h"
#include "engine/base/options.h"
#include "engine/base/os/system.h"
#include "engine/player/parameter.h"

enum { PV_LENGTH = 15, CACHE_POWER = 23, CACHE_MB = 1024, VISITS = 500, POSITIONS_MAX = 16384 };

enum { BATCH = 8 }; /* positions, as in the measurements of engine/eval/MEASUREMENTS.md */

static const double WIDE_ROOT_NOISE = 0.04; /* KataGo's default for analysis */

Settings settings_default(void) {
    Settings settings = {
        .query = {.player = player_default_options(),
                  .view = VIEW_MOVER,
                  .pv_length = PV_LENGTH,
                  .root_noise = WIDE_ROOT_NOISE,
                  .ignores_pre_root_history = true,
                  .conservative_pass = true,
                  .use_lcb = true,
                  .counts_first_moves = true},
        .session = {.positions = os_processors(),
                    .cache_power = CACHE_POWER,
                    .cache_mb = CACHE_MB,
                    .batch_max = BATCH,
                    .warns = true},
    };
    settings.query.player.visits = VISITS;
    return settings;
}

/* ---- Settings that are obeyed ---- */

typedef enum { KEY_REAL, KEY_INTEGER, KEY_SWITCH, KEY_VIEW } SettingKind;

/* A key that is not a parameter of the search (engine/player/parameter.h), and the member that it
 * sets. */
typedef struct {
    const char *name;
    SettingKind kind;
    size_t offset;
    double least, most;
    bool is_fixed; /* a query cannot change it */
} Key;

#define REAL(member)    KEY_REAL, MEMBER_OFFSET(Settings, member, double)
#define INTEGER(member) KEY_INTEGER, MEMBER_OFFSET(Settings, member, int64_t)
#define SWITCH(member)  KEY_SWITCH, MEMBER_OFFSET(Settings, member, bool)
#define VIEW(member)    KEY_VIEW, MEMBER_OFFSET(Settings, member, int64_t)

// clang-format off
static const Key KEYS[] = {
    {"rootPolicyTemperatureEarly", REAL(query.player.root_policy_temperature), 0.01, 100, false},
    {"wideRootNoise", REAL(query.root_noise), 0, 5, false},
    {"rootSymmetryPruning", SWITCH(query.player.symmetric), 0, 1, false},
    {"useLcbForSelection", SWITCH(query.use_lcb), 0, 1, false},
    {"ignorePreRootHistory", SWITCH(query.ignores_pre_root_history), 0, 1, false},
    {"conservativePass", SWITCH(query.conservative_pass), 0, 1, false},
    {"assumeMultipleStartingBlackMovesAreHandicap", SWITCH(query.counts_first_moves), 0, 1, true},
    {"reportAnalysisWinratesAs", VIEW(query.view), 0, 0, false},
    {"analysisPVLen", INTEGER(query.pv_length), 1, 100, true},
    {"numAnalysisThreads", INTEGER(session.positions), 1, POSITIONS_MAX, true},
    {"nnCacheSizePowerOfTwo", INTEGER(session.cache_power), -1, 48, true},
    {"evalCacheMemory", INTEGER(session.cache_mb), 0, 1 << 20, true},
    {"nnMaxBatchSize", INTEGER(session.batch_max), 1, 65536, true},
    {"warnUnusedFields", SWITCH(session.warns), 0, 1, true},
};
// clang-format on

/* Values that KataGo takes and a parameter does not, or the other way round. Values beyond the
 * parameter's become its most: more threads or more time than there is. */
static const struct {
    const char *name;
    double least, most;
} RANGES[] = {
    {"maxVisits", 1, 0x1p50},      {"maxPlayouts", 1, 0x1p50},    {"maxTime", 0, 1e20},
    {"numSearchThreads", 1, 4096}, {"cpuctExploration", 0, 10},   {"nnPolicyTemperature", 0.01, 5},
    {"fpuReductionMax", 0, 2},     {"rootFpuReductionMax", 0, 2}, {"lcbStdevs", 1, 12},
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* ---- Keys of KataGo without an effect here, taken in silence ---- */

// clang-format off
static const char *const IGNORED[] = {
    "allowResignation", "alwaysComputePassAliveUnderSuicideRules", "analysisIgnorePreRootHistory",
    "analysisWideRootNoise", "avoidMYTDaggerHack", "avoidMYTDaggerHackPla", "avoidRepeatedPatternUtility",
    "cleanupBeforePass", "cpuctExplorationBase", "cpuctExplorationLog", "cpuctUtilityStdevPrior",
    "cpuctUtilityStdevPriorWeight", "cpuctUtilityStdevScale", "debugSkipNeuralNet", "defaultBoardSize",
    "defaultBoardXSize", "defaultBoardYSize", "delayMoveMax", "delayMoveScale", "drawEquivalentWinsForWhite",
    "dynamicPlayoutDoublingAdvantageCapPerOppLead", "dynamicScoreCenterScale", "dynamicScoreCenterZeroWeight",
    "dynamicScoreUtilityFactor", "enableMorePassingHacks", "enablePassingHacks", "endgameTurnTimeDecay",
    "evalCacheMinVisits", "fillDameBeforePass", "forDeterministicTesting", "fpuLossProp", "fpuParentWeight",
    "fpuParentWeightByVisitedPolicy", "fpuParentWeightByVisitedPolicyPow", "friendlyPassOk",
    "futileVisitsThreshold", "graphSearchCatchUpLeakProb", "graphSearchCatchUpProp", "graphSearchRepBound",
    "gtpForceMaxNNSize", "hasButton", "homeDataDir", "humanSLCpuctExploration", "humanSLCpuctPermanent",
    "inputsUseNHWC", "koRule", "maxBoardSizeForNNBuffer", "maxBoardXSizeForNNBuffer",
    "maxBoardYSizeForNNBuffer", "maxPlayoutsPondering", "maxTimePondering", "maxVisitsPondering",
    "midgameTimeFactor", "midgameTurnPeakTime", "minPlayoutsPerThread", "minVisitPropForLCB",
    "multiStoneSuicideLegal", "nnForcedSymmetry", "nnMutexPoolSizePowerOfTwo", "nnRandomize", "nnRandSeed",
    "nodeTableShardsPowerOfTwo", "noisePruneUtilityScale", "noisePruningCap", "noResultUtilityForWhite",
    "numEigenThreadsPerModel", "numNNServerThreadsPerModel", "numVirtualLossesPerThread",
    "obviousMovesPolicyEntropyTolerance", "obviousMovesPolicySurpriseTolerance", "obviousMovesTimeFactor",
    "ogsChatToStderr", "overallocateTimeFactor", "preventCleanupPhase", "requireMaxBoardSize",
    "resignConsecTurns", "resignMinMovesPerBoardArea", "resignMinScoreDifference", "resignThreshold",
    "rootDesiredPerChildVisitsCoeff", "rootDirichletNoiseTotalConcentration", "rootDirichletNoiseWeight",
    "rootEndingBonusPoints", "rootFpuLossProp", "rootPruneUselessMoves", "rules", "scoringRule",
    "searchFactorAfterOnePass", "searchFactorAfterTwoPass", "searchFactorWhenWinning",
    "searchFactorWhenWinningThreshold", "searchRandSeed", "startupPrintMessageToStderr",
    "staticScoreUtilityFactor", "subtreeValueBiasFactor", "subtreeValueBiasFreeProp",
    "subtreeValueBiasWeightExponent", "taxRule", "treeReuseCarryOverTimeFactor", "uncertaintyCoeff",
    "uncertaintyExponent", "uncertaintyMaxWeight", "useEvalCache", "useFP16", "useGraphSearch",
    "useNoisePruning", "useNonBuggyLcb", "useUncertainty", "valueWeightExponent",
    "whiteBonusPerHandicapStone", "whiteHandicapBonus", "winLossUtilityFactor", NULL,
};

/* Those of a backend or of one of several devices, and of the log, begin like this. */
static const char *const IGNORED_PREFIXES[] = {
    "autoAvoid", "avoidSgf", "coreml", "cuda", "deviceToUse", "eigen", "gpuToUse", "log", "metal", "onnx",
    "opencl", "switchNetPositionRemaining", "trt", NULL,
};
// clang-format on

static bool is_ignored(const char *key) {
    const char *const *prefix = IGNORED_PREFIXES;
    while (*prefix != NULL && strncmp(key, *prefix, strlen(*prefix)) != 0) {
        prefix++;
    }
    return *prefix != NULL || text_find(key, IGNORED) >= 0;
}

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

/* Sets a parameter of the search. By KataGo's name its value is in the range that KataGo has. */
static bool set_parameter(const Parameter *parameter, const char *key, const char *text,
                          PlayerOptions *options, Status *status) {
    char most[32];
    snprintf(most, sizeof most, "%.0f", parameter->most);
    for (size_t i = 0; i < COUNT(RANGES); i++) {
        const double low = RANGES[i].least, high = RANGES[i].most;
        double value = 0;
        int64_t whole = 0;
        if (strcmp(RANGES[i].name, key) != 0) {
            continue;
        }
        if (!(parameter->type == PARAMETER_INTEGER
                  ? number_read_integer(key, text, (int64_t)low, (int64_t)high, &whole, status)
                  : number_read_real(key, text, low, high, &value, status))) {
            return false;
        }
        text = fmax(value, (double)whole) > parameter->most ? most : text;
    }
    return parameter_set(parameter, options, text, status);
}

static bool read_key(const Key *key, const char *text, Settings *settings, Status *status) {
    void *member = (char *)settings + key->offset;
    switch (key->kind) {
    case KEY_REAL:
        return number_read_real(key->name, text, key->least, key->most, member, status);
    case KEY_INTEGER:
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

/* numSearchThreadsPerAnalysisThread is the only key with a second name. */
static const Parameter *find_parameter(const char *key) {
    return parameter_find(strcmp(key, "numSearchThreadsPerAnalysisThread") == 0 ? "numSearchThreads"
                                                                                : key);
}

void settings_warn(const char *program, const char *key) {
    status_warn(program, "config key %.80s has no effect", key);
}

SettingResult settings_set(Settings *settings, const char *key, const char *value, Status *status) {
    const Key *found = find_key(key);
    const Parameter *parameter = find_parameter(key);
    if (found == NULL && parameter == NULL) {
        return is_ignored(key) ? SETTING_IGNORED : SETTING_UNKNOWN;
    }
    SessionSettings *session = &settings->session;
    const bool ok = found != NULL
                        ? read_key(found, value, settings, status)
                        : set_parameter(parameter, key, value, &settings->query.player, status);
    session->batch_max = session->batch_max < FAST_BATCH_MAX ? session->batch_max : FAST_BATCH_MAX;
    return ok ? SETTING_APPLIED : SETTING_WRONG;
}

bool settings_read(Settings *settings, const OptionList *configs, const OptionList *overrides,
                   Status *status) {
    Pairs pairs = {0};
    bool ok = pairs_read(&pairs, configs, overrides, status);
    for (int i = 0; ok && i < pairs.count; i++) {
        const Pair *pair = &pairs.items[i];
        const SettingResult result = settings_set(settings, pair->key, pair->value, status);
        ok = result != SETTING_WRONG;
        if (result == SETTING_UNKNOWN) {
            settings_warn("analysis", pair->key);
        }
    }
    pairs_free(&pairs);
    return ok;
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
    if (result == SETTING_APPLIED) {
        *settings = whole.query;
    }
    return result;
}
