/* The dialect of KGS, as its client kgsGtp speaks it. */
#include "gtp/commands/families.h"
#include "gtp/commands/genmove.h"

/* KGS reserves the right to add arguments and asks engines to ignore them. */
static bool run_kgs_rules(GtpCall *call) {
    const Rules *rules = rules_find(call->arguments[0]);
    if (rules == NULL) {
        return call_fail(call,
                         "syntax error: expected japanese, chinese, aga or new_zealand, got %.40s",
                         call->arguments[0]);
    }
    game_set_rules(call->engine->game, rules);
    return true;
}

static bool run_kgs_time_settings(GtpCall *call) {
    return time_system_set(call, TIME_SYSTEMS_OF_KGS);
}

/* Dead stones are taken at full strength, whatever the rank. */
static bool run_kgs_genmove_cleanup(GtpCall *call) {
    PlayerOptions *options = &call->engine->options;
    const bool play_out = options->play_out;
    const int strength = options->strength;
    options->play_out = true;
    options->strength = STRENGTH_NONE;
    const bool ok = genmove_run(call, MOVE_PLAYED);
    options->play_out = play_out;
    options->strength = strength;
    return ok;
}

const GtpCommand GTP_KGS_COMMANDS[] = {
    {"kgs-rules", "RULES", GTP_WORDS, 1, GTP_ARGUMENTS_MAX, run_kgs_rules,
     "sets the rules: japanese, chinese, aga or new_zealand; ignores further arguments"},
    {"kgs-time_settings", "SYSTEM [NUMBER...]", GTP_WORDS, 1, 4, run_kgs_time_settings,
     "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN PERIOD STONES"},
    {"kgs-genmove_cleanup", "COLOR", GTP_COLOR, 1, 1, run_kgs_genmove_cleanup,
     "genmove that passes only when dead stones are taken and dame filled"},
    {"kgs-game_over", "", GTP_WORDS, 0, 0, play_stop, "ends pondering"},
    {0},
};
