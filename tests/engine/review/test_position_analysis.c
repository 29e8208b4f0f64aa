/* What is read from reports of kata-analyze. */
#include "engine/review/position_analysis.h"
#include "tests/support/position/diagram.h"

#include <math.h>

static bool read_report(const char *report, int side, Color to_move, PositionAnalysis *analysis) {
    GameLinePosition position = {.to_move = to_move};
    const GameLine line = {.width = side,
                           .height = side,
                           .geometry = geometry_kept(side, side),
                           .positions = &position};
    Status status;
    memset(position.cells, EMPTY, sizeof position.cells);
    return position_analysis_read(report, &line, 0, analysis, &status);
}

/* A report for White by an engine that tells all there is to tell. */
Test(position_analysis, reads_what_counts_and_passes_over_the_rest) {
    static const char LINE[] =
        "info move A2 visits 30 edgeVisits 18 utility 0.1 winrate 0.75 scoreMean 1 scoreLead -0.5 "
        "order 0 pv A2 pass B2 pvVisits 30 20 10 future 7 info move B1 visits 20 winrate 0.25 "
        "scoreLead 2.5 prior 0.1 order 1 pv B1 pvVisits 20 movesOwnership 1 1 1 1 info move B2 "
        "visits 30 winrate 0.75 order 2 isSymmetryOf A2 pv B2 rootInfo visits 81 winrate 0.5 "
        "scoreLead 1 symHash 0123456789ABCDEF0123456789ABCDEF0123456789 ownership 1 -1 0.5 -0.25 "
        "ownershipStdev 0 0 0 0";
    PositionAnalysis analysis;
    cr_assert(read_report(LINE, 2, WHITE, &analysis));
    const Candidate *best = &analysis.candidates[0];
    cr_assert(best->move == point_at(0, 0) && best->visits == 30 && isnan(best->prior));
    cr_assert(best->win_rate == 0.25 && best->score == 0.5 && analysis.candidate_count == 2);
    cr_assert(analysis.visits == 81 && analysis.win_rate == 0.5 && analysis.score == -1);
    cr_assert(best->pv_length == 3 && best->pv[1] == POINT_PASS && best->pv[2] == point_at(1, 0));
    cr_assert(position_analysis_agrees(&analysis, point_at(1, 0)));
    cr_assert_not(position_analysis_agrees(&analysis, point_at(1, 1)));
    cr_assert(analysis.has_owner && analysis.owner[0] == -10 && analysis.owner[3] == 3);
}

Test(position_analysis, a_root_alone_is_an_opinion_and_nothing_is_none) {
    PositionAnalysis analysis;
    cr_assert(read_report(" rootInfo visits 7 winrate 0.25", 9, BLACK, &analysis));
    cr_assert(analysis.candidates[0].move == POINT_NONE &&
              analysis.candidates[0].win_rate == 0.25 && analysis.visits == 7);
    cr_assert(isnan(analysis.score) && !analysis.has_owner &&
              analysis.candidates[0].pv_length == 0);
    static const char *const NONE[] = {
        "",
        "hello",
        "info move D4",
        "info move D4 winrate x",
        "info move resign winrate 0.5",
        "info move K1 winrate 0.5",
        "info move D4 winrate nan",
        "info move D4 winrate -0.1",
        "info move D4 winrate 0.5 visits -3",
        "info move D4 winrate 0.5 ownership 1",
    };
    for (size_t i = 0; i < sizeof NONE / sizeof NONE[0]; i++) {
        cr_assert_not(read_report(NONE[i], 9, BLACK, &analysis), "%s", NONE[i]);
    }
}
