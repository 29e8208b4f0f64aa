#include "gtp/json/config/katago_key.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

// clang-format off
/* Wishes that are not granted, each with the values that ask for nothing. */
static const struct {
    const char *name, *neutral, *also;
} WISHES[] = {
    {"avoidMYTDaggerHack", "false", "0"},
    {"avoidRepeatedPatternUtility", "0", "0.0"},
    {"drawEquivalentWinsForWhite", "0.5", NULL},
    {"fillDameBeforePass", "false", "0"},
    {"fpuLossProp", "0", "0.0"},
    {"fpuParentWeightByVisitedPolicy", "true", "1"},
    {"futileVisitsThreshold", "0", "0.0"},
    {"humanSLOppExploreProbWeightful", "0", "0.0"},
    {"humanSLOppExploreProbWeightless", "0", "0.0"},
    {"humanSLPlaExploreProbWeightful", "0", "0.0"},
    {"humanSLPlaExploreProbWeightless", "0", "0.0"},
    {"humanSLRootExploreProbWeightful", "0", "0.0"},
    {"humanSLRootExploreProbWeightless", "0", "0.0"},
    {"ignoreAllHistory", "false", "0"},
    {"ignoreGTPAndForceKomi", "", NULL},
    {"noResultUtilityForWhite", "0", "0.0"},
    {"obviousMovesTimeFactor", "1", "1.0"},
    {"rootDesiredPerChildVisitsCoeff", "0", "0.0"},
    {"rootFpuLossProp", "0", "0.0"},
    {"rootNoiseEnabled", "false", "0"},
    {"useEvalCache", "false", "0"},
    {"useGraphSearch", "true", "1"},
    {"winLossUtilityFactor", "1", "1.0"},
};

/* Numbers of KataGo's search that this one does not have. */
static const char *const INNER[] = {
    "cpuctExplorationBase", "cpuctExplorationLog", "cpuctUtilityStdevPrior", "cpuctUtilityStdevPriorWeight",
    "cpuctUtilityStdevScale", "dynamicScoreCenterScale", "dynamicScoreCenterZeroWeight",
    "dynamicScoreUtilityFactor", "enableMorePassingHacks", "enablePassingHacks", "evalCacheMinVisits",
    "fpuParentWeight", "fpuParentWeightByVisitedPolicyPow", "humanSLCpuctExploration",
    "humanSLCpuctPermanent", "minPlayoutsPerThread", "minVisitPropForLCB", "nnForcedSymmetry",
    "noisePruneUtilityScale", "noisePruningCap", "obviousMovesPolicyEntropyTolerance",
    "obviousMovesPolicySurpriseTolerance", "rootDirichletNoiseTotalConcentration", "rootDirichletNoiseWeight",
    "rootEndingBonusPoints", "rootPruneUselessMoves", "staticScoreUtilityFactor", "subtreeValueBiasFactor",
    "subtreeValueBiasFreeProp", "subtreeValueBiasWeightExponent", "uncertaintyCoeff", "uncertaintyExponent",
    "uncertaintyMaxWeight", "useNoisePruning", "useNonBuggyLcb", "useUncertainty", "valueWeightExponent",
};

/* What cannot matter here: how fast KataGo computes, where it logs, how it plays. */
static const char *const IDLE[] = {
    "allowResignation", "alwaysComputePassAliveUnderSuicideRules", "analysisIgnorePreRootHistory",
    "analysisWideRootNoise", "avoidMYTDaggerHackPla",

    "cleanupBeforePass", "debugSkipNeuralNet", "defaultBoardSize",
    "defaultBoardXSize", "defaultBoardYSize", "delayMoveMax", "delayMoveScale", "deviceToUse",
    "endgameTurnTimeDecay", "forDeterministicTesting",
    "friendlyPassOk", "gpuToUse", "graphSearchCatchUpLeakProb", "graphSearchCatchUpProp",
    "graphSearchRepBound", "gtpForceMaxNNSize", "hasButton", "homeDataDir",
    "inputsUseNHWC", "koRule",
    "logAllGTPCommunication", "logAllRequests", "logAllResponses", "logConfigContents", "logDir",
    "logDirDated", "logErrorsAndWarnings", "logFile", "logSearchInfo", "logSearchInfoForChosenMove",
    "logTimeStamp", "logToStderr", "logToStdout", "maxBoardSizeForNNBuffer", "maxBoardXSizeForNNBuffer",
    "maxBoardYSizeForNNBuffer", "maxPlayoutsPondering", "maxTimePondering", "maxVisitsPondering",
    "midgameTimeFactor", "midgameTurnPeakTime", "multiStoneSuicideLegal", "nnMutexPoolSizePowerOfTwo",
    "nnRandSeed", "nnRandomize", "nodeTableShardsPowerOfTwo", "numEigenThreadsPerModel",
    "numNNServerThreadsPerModel", "numVirtualLossesPerThread", "ogsChatToStderr", "overallocateTimeFactor",
    "preventCleanupPhase", "requireMaxBoardSize",
    "resignConsecTurns", "resignMinMovesPerBoardArea", "resignMinScoreDifference", "resignThreshold", "rules",
    "scoringRule", "searchFactorAfterOnePass", "searchFactorAfterTwoPass", "searchFactorWhenWinning",
    "searchFactorWhenWinningThreshold", "searchRandSeed", "startupPrintMessageToStderr", "taxRule",
    "treeReuseCarryOverTimeFactor", "useFP16", "whiteBonusPerHandicapStone", "whiteHandicapBonus",
};

/* Keys of a backend of KataGo, or of one of several devices, all begin like this. */
static const char *const IDLE_BEGINNINGS[] = {
    "avoidSgf", "autoAvoid", "coreml", "cuda", "deviceToUse", "eigen", "gpuToUse", "metal", "onnx", "opencl",
    "switchNetPositionRemaining", "trt",
};
// clang-format on

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static bool is_among(const char *key, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], key) == 0) {
            return true;
        }
    }
    return false;
}

static bool begins_idly(const char *key) {
    for (size_t i = 0; i < COUNT(IDLE_BEGINNINGS); i++) {
        if (strncmp(key, IDLE_BEGINNINGS[i], strlen(IDLE_BEGINNINGS[i])) == 0) {
            return true;
        }
    }
    return false;
}

SettingResult katago_key_judge(const char *key, const char *value) {
    for (size_t i = 0; i < COUNT(WISHES); i++) {
        if (strcmp(WISHES[i].name, key) == 0) {
            const bool is_neutral = strcasecmp(value, WISHES[i].neutral) == 0 ||
                                    (WISHES[i].also != NULL && strcmp(value, WISHES[i].also) == 0);
            return is_neutral ? SETTING_IDLE : SETTING_REFUSED;
        }
    }
    if (is_among(key, INNER, COUNT(INNER))) {
        return SETTING_INNER;
    }
    return is_among(key, IDLE, COUNT(IDLE)) || begins_idly(key) ? SETTING_IDLE : SETTING_UNKNOWN;
}
