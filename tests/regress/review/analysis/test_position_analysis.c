/* regress/review/analysis: reports of several engines, and malformed ones. */
#include "hash/random.h"
#include "regress/review/analysis/position_analysis.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* A report for White by an engine that tells all there is to tell. */
Test(position_analysis, reads_what_counts_and_passes_over_the_rest) {
    static const char LINE[] =
        "info move B1 visits 20 edgeVisits 18 utility 0.1 winrate 0.25 scoreMean 1.5 scoreStdev 9 "
        "scoreLead 2.5 scoreSelfplay 3 prior 0.1 lcb 0.2 utilityLcb 0 weight 20 order 1 pv B1 "
        "pvVisits "
        "20 movesOwnership 1 1 1 1 info move A2 visits 30 winrate 0.75 scoreMean 1 scoreLead -0.5 "
        "order 0 pv A2 pass B2 pvVisits 30 20 10 future 7 info move B2 visits 30 winrate 0.75 "
        "order 2 "
        "isSymmetryOf A2 pv B2 rootInfo visits 81 winrate 0.5 scoreMean 7 scoreLead 1 symHash "
        "0123456789ABCDEF0123456789ABCDEF0123456789 ownership 1 -1 0.5 -0.25 ownershipStdev 0 0 0 "
        "0";
    PositionAnalysis analysis;
    Status status;
    cr_assert(position_analysis_read(LINE, 2, 2, WHITE, &analysis, &status), "%s", status.text);
    cr_assert_eq(analysis.candidates[0].move, point_at(0, 0));
    cr_assert_eq(analysis.candidates[0].visits, 30);
    cr_assert_eq(analysis.visits, 81);
    cr_assert(analysis.candidates[0].win_rate == 0.25 && analysis.candidates[0].score == 0.5);
    cr_assert(analysis.win_rate == 0.5 && analysis.score == -1);
    cr_assert_eq(analysis.candidates[0].pv_length, 3);
    cr_assert(analysis.candidates[0].pv[1] == POINT_PASS &&
              analysis.candidates[0].pv[2] == point_at(1, 0));
    cr_assert(position_analysis_agrees(&analysis, point_at(1, 0)));
    cr_assert_not(position_analysis_agrees(&analysis, point_at(1, 1)));
    cr_assert(analysis.has_owner && analysis.owner[0] == -10 && analysis.owner[3] == 3);
}

Test(position_analysis, a_root_alone_is_an_opinion_and_nothing_is_none) {
    PositionAnalysis analysis;
    Status status;
    cr_assert(
        position_analysis_read(" rootInfo visits 7 winrate 0.25", 9, 9, BLACK, &analysis, &status));
    cr_assert(analysis.candidates[0].move == POINT_NONE &&
              analysis.candidates[0].win_rate == 0.25 && analysis.visits == 7);
    cr_assert(isnan(analysis.score) && !analysis.has_owner &&
              analysis.candidates[0].pv_length == 0);
    static const char *const NONE[] = {
        "",
        " ",
        "info",
        "hello",
        "play D4",
        "info move",
        "info move D4",
        "info move D4 winrate x",
        "info move resign winrate 0.5",
        "info move K1 winrate 0.5",
        "info move D4 winrate nan",
        "info move D4 winrate -0.1",
        "ownership 1",
        "rootInfo visits 5",
        "=",
        "info move D4 visits 3",
    };
    for (size_t i = 0; i < sizeof NONE / sizeof NONE[0]; i++) {
        cr_assert_not(position_analysis_read(NONE[i], 9, 9, BLACK, &analysis, &status), "%s",
                      NONE[i]);
    }
}

/* Words of reports in any order and of any length: what is taken for an analysis is one. */
Test(position_analysis, random_words_are_refused_or_make_sense) {
    static const char *const WORDS[] = {"info",      "move",
                                        "B2",        "C3",
                                        "pass",      "Z99",
                                        "visits",    "1e300",
                                        "-5",        "winrate",
                                        "0.5",       "1",
                                        "scoreLead", "nan",
                                        "order",     "0",
                                        "pv",        "rootInfo",
                                        "ownership", "isSymmetryOf",
                                        "inf",       "0.25000000000000000000000000000000000001",
                                        "\377\001",  "resign"};
    SplitMix random = {3};
    int accepted = 0;
    for (int i = 0; i < 100000; i++) {
        char line[1024] = "info move B2 winrate 0.5";
        const size_t known = splitmix_next(&random) % 2 == 0 ? strlen(line) : 0;
        line[known] = '\0';
        for (uint64_t words = splitmix_next(&random) % 20; words > 0; words--) {
            strcat(line, " ");
            strcat(line, WORDS[splitmix_next(&random) % (sizeof WORDS / sizeof WORDS[0])]);
        }
        PositionAnalysis analysis;
        Status status = {""};
        if (position_analysis_read(line, 3, 3, splitmix_next(&random) % 2 ? BLACK : WHITE,
                                   &analysis, &status)) {
            accepted++;
            cr_assert(analysis.win_rate >= 0 && analysis.win_rate <= 1, "%s", line);
            cr_assert(analysis.candidates[0].win_rate >= 0 && analysis.candidates[0].win_rate <= 1,
                      "%s", line);
            cr_assert(analysis.visits >= 0 && analysis.candidates[0].visits >= 0, "%s", line);
            cr_assert(analysis.candidates[0].move == POINT_NONE
                          ? analysis.candidates[0].pv_length == 0
                          : analysis.candidates[0].pv_length > 0 &&
                                analysis.candidates[0].pv[0] == analysis.candidates[0].move,
                      "%s", line);
        } else {
            cr_assert_str_not_empty(status.text);
        }
    }
    cr_assert_gt(accepted, 1000);
}
