/* What clients override for their strategies, such as KaTrain's for handicap games. */
#include "tests/support/program/json_talk.h"
#include "tests/support/session/session.h"

/* The network's view of a position with White to move, with settings. */
static const char QUERY[] =
    "{'id':'%s','moves':[['B','E5'],['W','C3'],['B','C7']],'rules':'chinese','komi':6.5,'"
    "boardXSize':9,'boardYSize':9,'maxVisits':20,'overrideSettings':{%s}}\n";

/* The advantage is that of the side to move unless a side is named. Answers are remembered with
 * it. */
Test(json_strategies, playout_doubling_advantage, .timeout = 60) {
    char input[4096] = "";
    static const struct {
        const char *id, *settings, *same;
    } CASES[] = {
        {"plain", "'maxTime':1e3", "plain"},
        {"mover", "'playoutDoublingAdvantage':2.5", "mover"},
        {"less", "'playoutDoublingAdvantage':-2.5", "less"},
        {"black less", "'playoutDoublingAdvantage':-2.5,'playoutDoublingAdvantagePla':'BLACK'",
         "mover"},
        {"white less", "'playoutDoublingAdvantage':'-2.5','playoutDoublingAdvantagePla':'w'",
         "less"},
        {"again", "'maxTime':1e3", "plain"},
    };
    enum { COUNT = sizeof CASES / sizeof CASES[0] };
    const char *network = session_network_file(14, false, 5);
    const char *options = formatted("-model %s -analysis-threads 1 --precision fp32", network);
    for (int i = 0; i < COUNT; i++) {
        sprintf(input + strlen(input), QUERY, CASES[i].id, CASES[i].settings);
    }
    json_t *lines = json_talk_run(options, input);
    for (int i = 0; i < COUNT; i++) {
        json_t *answer = json_talk_answer(lines, CASES[i].id, 3);
        json_object_del(answer, "id");
    }
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < i; k++) {
            const bool same = strcmp(CASES[i].same, CASES[k].same) == 0;
            json_t *a = json_array_get(lines, (size_t)i), *b = json_array_get(lines, (size_t)k);
            cr_assert_eq(json_equal(a, b), same, "%s and %s", CASES[i].id, CASES[k].id);
            cr_assert_eq(json_at(a, "rootInfo/rawWinrate") == json_at(b, "rootInfo/rawWinrate"),
                         same);
        }
    }
}

/* White's stone at E3 is in atari, and Black can only pass, which ends the game. */
static const char PASS_QUERY[] =
    "{'id':'%s','rules':{'scoring':'TERRITORY','tax':'NONE','ko':'SIMPLE','friendlyPassOk':true},"
    "'komi':0,'boardXSize':9,'boardYSize':3,'initialStones':["
    "['W','A3'],['W','C3'],['W','E3'],['B','F3'],['B','H3'],['W','A2'],['W','B2'],['W','C2'],"
    "['W','D2'],['B','E2'],['B','F2'],['B','G2'],['B','H2'],['B','J2'],['W','A1'],['W','C1'],"
    "['W','D1'],['B','E1'],['B','F1'],['B','G1'],['B','H1'],['B','J1']"
    "],'moves':[['W','pass']],"
    "'maxVisits':3,'allowMoves':[{'player':'B','moves':['pass'],'untilDepth':1}],"
    "'overrideSettings':{%s}}\n";

Test(json_strategies, points_beside_atari, .timeout = 60) {
    static const struct {
        const char *id, *settings;
        double lead;
    } CASES[] = {{"auto", "", -1},
                 {"on", "'excludeTerritoryAdjacentToAtari':true", 0},
                 {"off", "'excludeTerritoryAdjacentToAtari':'false'", -1}};
    char input[8192] = "";
    for (size_t i = 0; i < 3; i++) {
        sprintf(input + strlen(input), PASS_QUERY, CASES[i].id, CASES[i].settings);
    }
    json_t *lines = json_talk_run("-model none -analysis-threads 1", input);
    for (size_t i = 0; i < 3; i++) {
        json_t *answer = json_talk_answer(lines, CASES[i].id, 1);
        cr_assert_eq(json_at(answer, "moveInfos/0/scoreLead"), CASES[i].lead, "%s", CASES[i].id);
    }
    json_t *config = json_talk_run("-model none -analysis-threads 1 -override-config "
                                   "excludeTerritoryAdjacentToAtari=true",
                                   formatted(PASS_QUERY, "a", ""));
    cr_assert_eq(json_at(json_talk_answer(config, "a", 1), "moveInfos/0/scoreLead"), 0);
}
