/* The dialect of Leela Zero: searches that report, as Lizzie and older front ends ask for them. */
#include "gtp/commands/families.h"
#include "gtp/commands/watched_search.h"

static bool run_lz_analyze(GtpCall *call) {
    return watched_search_until_line(call, REPORT_LZ);
}

static bool run_lz_genmove_analyze(GtpCall *call) {
    return watched_search_choose(call, REPORT_LZ, MOVE_PLAYED);
}

const GtpCommand GTP_LZ_COMMANDS[] = {
    {"lz-analyze", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0, GTP_ARGUMENTS_MAX, run_lz_analyze,
     "searches and reports until the next line comes; INTERVAL in hundredths of a second"},
    {"lz-genmove_analyze", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0, GTP_ARGUMENTS_MAX,
     run_lz_genmove_analyze, "genmove that reports, then answers \"play VERTEX\""},
    {NULL, NULL, 0, 0, NULL, NULL},
};
