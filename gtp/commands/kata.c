/* The dialect of KataGo: searches that play no move, searches that report, and the clock. Its other
 * commands are in kata_param.c, kata_raw.c and kata_rules.c. */
#include "gtp/commands/families.h"
#include "gtp/commands/genmove.h"
#include "gtp/commands/time_system.h"
#include "gtp/commands/watched_search.h"

/* ---- Searches ---- */

static bool run_kata_search(GtpCall *call) {
    Color color;
    PlayerMove move;
    if (!call_get_color(call, 0, &color) || !genmove_choose(call, color, true, &move)) {
        return false;
    }
    genmove_answer(call, &move);
    return true;
}

static bool run_kata_search_cancellable(GtpCall *call) {
    Color color;
    PlayerMove move;
    if (!call_get_color(call, 0, &color) || !genmove_choose_until_line(call, color, &move)) {
        return false;
    }
    genmove_answer(call, &move);
    return true;
}

static bool run_kata_analyze(GtpCall *call) {
    return watched_search_until_line(call, REPORT_KATA);
}

static bool run_kata_genmove_analyze(GtpCall *call) {
    return watched_search_choose(call, REPORT_KATA, MOVE_PLAYED);
}

static bool run_kata_search_analyze(GtpCall *call) {
    return watched_search_choose(call, REPORT_KATA, MOVE_TOLD);
}

static bool run_kata_search_analyze_cancellable(GtpCall *call) {
    return watched_search_choose(call, REPORT_KATA, MOVE_TOLD_UNLESS_LINE);
}

/* ---- The clock ---- */

static bool run_kata_time_settings(GtpCall *call) {
    return time_system_set(call, TIME_SYSTEMS_OF_KATAGO);
}

static bool run_kata_list_time_settings(GtpCall *call) {
    time_system_add_names(call->answer, TIME_SYSTEMS_OF_KATAGO);
    return true;
}

static const char ANALYSIS_ARGUMENTS[] = "[COLOR] [INTERVAL] [KEYWORD VALUE...]";

const GtpCommand GTP_KATA_COMMANDS[] = {
    {"kata-search", "COLOR", 1, 1, run_kata_search, "genmove that does not play the move"},
    {"kata-search_cancellable", "COLOR", 1, 1, run_kata_search_cancellable,
     "kata-search that answers \"cancelled\" if another line comes first"},
    {"kata-analyze", ANALYSIS_ARGUMENTS, 0, GTP_ARGUMENTS_MAX, run_kata_analyze,
     "searches and reports until the next line comes; INTERVAL in hundredths of a second"},
    {"kata-genmove_analyze", ANALYSIS_ARGUMENTS, 0, GTP_ARGUMENTS_MAX, run_kata_genmove_analyze,
     "genmove that reports, then answers \"play VERTEX\""},
    {"kata-search_analyze", ANALYSIS_ARGUMENTS, 0, GTP_ARGUMENTS_MAX, run_kata_search_analyze,
     "kata-genmove_analyze that does not play the move"},
    {"kata-search_analyze_cancellable", ANALYSIS_ARGUMENTS, 0, GTP_ARGUMENTS_MAX,
     run_kata_search_analyze_cancellable,
     "kata-search_analyze that answers \"play cancelled\" if another line comes first"},
    {"kata-time_settings", "SYSTEM [NUMBER...]", 1, 5, run_kata_time_settings,
     "KGS's, or fischer MAIN INCREMENT, or fischer-capped MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT"},
    {"kata-list_time_settings", "", 0, 0, run_kata_list_time_settings,
     "the systems that kata-time_settings knows"},

    /* Not listed: other programs use these names for other things. */
    {"analyze", ANALYSIS_ARGUMENTS, 0, GTP_ARGUMENTS_MAX, run_kata_analyze, NULL},
    {"genmove_analyze", ANALYSIS_ARGUMENTS, 0, GTP_ARGUMENTS_MAX, run_kata_genmove_analyze, NULL},
    {NULL, NULL, 0, 0, NULL, NULL},
};
