/* The whole program as an analysis engine: what its clients send, every example of KataGo's
 * documentation, units and signs, errors, and that queries know nothing of each other. */
#include "tests/support/program/json_talk.h"
#include "tests/support/session/session.h"

static const char PLAYOUTS[] = "-model none -override-config maxVisits=20";

/* ---- Documented examples ---- */

Test(json_session, examples_of_the_documentation, .timeout = 120) {
    JsonTalk *talk = json_talk_start(PLAYOUTS);
    json_talk_say(
        talk,
        "{'id':'foo','initialStones':[['B','Q4'],['B','C4']],'moves':[['W','P5'],['B','P6']],'"
        "rules':'tromp-taylor','komi':7.5,'boardXSize':19,'boardYSize':19,'analyzeTurns':[0,1,2]}");
    int turns = 0;
    for (int i = 0; i < 3; i++) {
        json_t *answer = json_talk_hear(talk);
        cr_assert_str_eq(json_text_at(answer, "id"), "foo");
        cr_assert(json_is_false(json_object_get(answer, "isDuringSearch")));
        turns |= 1 << (int)json_at(answer, "turnNumber");
        cr_assert_eq(json_at(answer, "rootInfo/visits"), 20);
    }
    cr_assert_eq(turns, 7);
    static const char *const ACTIONS[][2] = {
        {"{'id':'foo','action':'query_version'}", "version"},
        {"{'id':'foo','action':'query_models'}", "models"},
        {"{'id':'foo','action':'clear_cache'}", "id"},
        {"{'id':'bar','action':'terminate','terminateId':'foo'}", "terminateId"},
        {"{'id':'bar','action':'terminate','terminateId':'foo','turnNumbers':[1,2]}",
         "turnNumbers"},
        {"{'id':'bar','action':'terminate_all'}", "action"},
        {"{'id':'bar','action':'terminate_all','turnNumbers':[1,2]}", "turnNumbers"},
    };
    for (size_t i = 0; i < sizeof ACTIONS / sizeof ACTIONS[0]; i++) {
        json_t *sent = json_loads(json_talk_quoted(ACTIONS[i][0]), 0, NULL), *value;
        const char *key;
        json_talk_say(talk, ACTIONS[i][0]);
        json_t *answer = json_talk_hear(talk);
        json_object_foreach(sent, key, value) {
            cr_assert(json_equal(json_object_get(answer, key), value), "%s", ACTIONS[i][0]);
        }
        cr_assert_not_null(json_object_get(answer, ACTIONS[i][1]));
        json_decref(sent);
    }
    cr_assert_eq(json_talk_end(talk), 0);
    cr_assert_not(json_talk_erred(talk, "exception"));
}

/* ---- Small boards ---- */

/* The network inside judges boards of a single row, too. */
Test(json_session, the_smallest_boards, .timeout = 120) {
    static const int SIZES[][2] = {{1, 1}, {1, 2}, {1, 5}, {1, 19}, {19, 1}, {2, 2}};
    JsonTalk *talk = json_talk_start("-override-config maxVisits=5");
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        char query[200];
        snprintf(query, sizeof query,
                 "{'id':'q','rules':'chinese','boardXSize':%d,'boardYSize':%d,'moves':[],"
                 "'includeOwnership':true}",
                 SIZES[i][0], SIZES[i][1]);
        json_talk_say(talk, query);
        json_t *answer = json_talk_hear(talk);
        cr_assert_geq(json_at(answer, "rootInfo/visits"), 1, "%s", query);
        cr_assert_eq(json_array_size(json_object_get(answer, "ownership")),
                     (size_t)(SIZES[i][0] * SIZES[i][1]));
    }
    cr_assert_eq(json_talk_end(talk), 0);
}

/* ---- Clients ---- */

/* A query as each of the clients words it. */
Test(json_session, queries_of_clients, .timeout = 120) {
    static const char *const QUERIES[] = {
        /* KaTrain: a whole history, terse and complete */
        "{'rules':'japanese','priority':1001,'analyzeTurns':[3],'maxVisits':25,'komi':6.5,'"
        "boardXSize':9,'boardYSize':9,'includeOwnership':true,'includeMovesOwnership':true,'"
        "includePolicy':true,'initialStones':[],'initialPlayer':'B','moves':[['B','E5'],['W','C3'],"
        "['B','G3']],'overrideSettings':{'reportAnalysisWinratesAs':'BLACK','wideRootNoise':0.04,'"
        "maxTime':8},'id':'QUERY:1'}",
        /* its region of interest, its rules, its pondering cut short by time */
        "{'rules':'stone_scoring','priority':0,'analyzeTurns':[0],'maxVisits':500,'komi':7,'"
        "boardXSize':9,'boardYSize':9,'includeOwnership':false,'includeMovesOwnership':false,'"
        "includePolicy':true,'initialStones':[['B','G7'],['B','C3']],'initialPlayer':'W','moves':[]"
        ",'overrideSettings':{'reportAnalysisWinratesAs':'BLACK','wideRootNoise':0.04,'maxTime':0."
        "2},'reportDuringSearchEvery':0.25,'avoidMoves':[{'moves':['A1','B1','pass'],'player':'B','"
        "untilDepth':1},{'moves':['A1','B1'],'player':'W','untilDepth':1}],'id':'QUERY:2'}",
        "{'rules':'new "
        "zealand','komi':7,'boardXSize':9,'boardYSize':9,'moves':[],'maxVisits':2,'id':'QUERY:3'}",
        /* Ogatak */
        "{'id':'node_12:1','rules':'Chinese','komi':7.5,'boardXSize':9,'boardYSize':9,'maxVisits':"
        "1000000,'reportDuringSearchEvery':0.1,'firstReportDuringSearchAfter':0.05,'"
        "overrideSettings':{'reportAnalysisWinratesAs':'BLACK','wideRootNoise':0.0,'"
        "rootSymmetryPruning':false,'maxTime':0.2},'includeOwnership':true,'includeMovesOwnership':"
        "false,'includePolicy':true,'includePVVisits':true,'moves':[['B','E5'],['W','pass']]}",
        /* LizzieYzy: a range of turns */
        "{'id':'7','moves':[['b','E5'],['w','C3'],['b','g7']],'rules':'tromp-taylor','komi':7.5,'"
        "boardXSize':9,'boardYSize':9,'analyzeTurns':[0,1,2,3],'maxVisits':3,'includeOwnership':"
        "true}",
        /* katawrap: rules as an object */
        "{'id':'{\\'source\\':1}','moves':[['B','(4,4)']],'rules':{'ko':'SIMPLE','scoring':'"
        "TERRITORY','tax':'SEKI','suicide':false,'hasButton':false,'whiteHandicapBonus':'0','"
        "friendlyPassOk':false},'boardXSize':9,'boardYSize':9,'maxVisits':2}",
        /* KataQuery: rules as an object in a text, a single report */
        "{'id':'kq','initialStones':[['W','E5']],'moves':[],'rules':'{\\'ko\\':\\'POSITIONAL\\',\\'"
        "score\\':\\'AREA\\'}','boardXSize':7,'boardYSize':9,'maxVisits':2,'"
        "firstReportDuringSearchAfter':10,'whiteHandicapBonus':'N-1','analysisPVLen':3,'"
        "rootPolicyTemperature':1.5,'rootFpuReductionMax':0,'allowMoves':[{'player':'B','moves':['"
        "A1','C3'],'untilDepth':1}]}",
    };
    for (size_t i = 0; i < sizeof QUERIES / sizeof QUERIES[0]; i++) {
        JsonTalk *talk = json_talk_start(
            "-model none -analysis-threads 2 -override-config numSearchThreadsPerAnalysisThread=8");
        json_t *query = json_loads(json_talk_quoted(QUERIES[i]), 0, NULL);
        const size_t turns = json_array_size(json_object_get(query, "analyzeTurns"));
        json_talk_say(talk, QUERIES[i]);
        for (size_t k = 0; k < (turns > 0 ? turns : 1); k++) {
            json_t *answer = json_talk_hear_final(talk);
            if (json_object_get(answer, "warning") != NULL) {
                cr_assert(json_talk_is(answer, "warning", "rules", "QUERY:2"));
                answer = json_talk_hear_final(talk);
            }
            cr_assert(json_equal(json_object_get(answer, "id"), json_object_get(query, "id")));
            cr_assert_gt(json_at(answer, "rootInfo/visits"), 1, "%s", QUERIES[i]);
            cr_assert(json_is_string(json_find(answer, "moveInfos/0/move")));
        }
        json_decref(query);
        cr_assert_eq(json_talk_end(talk), 0);
        cr_assert_not(json_talk_erred(talk, "unknown"));
    }
}

/* ---- Values ---- */

/* The fields that turn with the side whose values are reported: a rate, or a number with a sign. */
static const char *const RATES[] = {"winrate", "lcb", "rawWinrate", NULL};
static const char *const SIGNED[] = {"scoreLead",  "scoreMean", "scoreSelfplay",    "utility",
                                     "utilityLcb", "rawLead",   "rawScoreSelfplay", NULL};

/* Compares two values of the same field, one from the other side's view. */
static void expect_turned(const char *key, json_t *a, json_t *b, bool is_owner) {
    if (json_is_object(a)) {
        const char *inner;
        json_t *value;
        cr_assert_eq(json_object_size(a), json_object_size(b));
        json_object_foreach(a, inner, value) {
            expect_turned(inner, value, json_object_get(b, inner), false);
        }
    } else if (json_is_array(a)) {
        cr_assert_eq(json_array_size(a), json_array_size(b));
        for (size_t i = 0; i < json_array_size(a); i++) {
            expect_turned(key, json_array_get(a, i), json_array_get(b, i),
                          strcmp(key, "ownership") == 0);
        }
    } else if (text_find(key, RATES) >= 0) {
        cr_assert_float_eq(json_number_value(a) + json_number_value(b), 1, 1e-6, "%s", key);
    } else if (is_owner || text_find(key, SIGNED) >= 0) {
        cr_assert_float_eq(json_number_value(a) + json_number_value(b), 0, 1e-6, "%s", key);
    } else {
        cr_assert(json_equal(a, b), "%s", key);
    }
}

static const char VALUES[] =
    "{'id':'%s','moves':[['B','C3'],['W','E5'],['B','D5']],'rules':'japanese','boardXSize':7,'"
    "boardYSize':6,'analyzeTurns':[2,3],'maxVisits':30,'includeOwnership':true,'"
    "includeOwnershipStdev':true,'includeMovesOwnership':true,'includeMovesOwnershipStdev':true,'"
    "includePolicy':true,'includePVVisits':true,'includeNoResultValue':true,'overrideSettings':{'"
    "reportAnalysisWinratesAs':'%s'}}\n";

/* With turn 2 Black is to move, with turn 3 White. */
Test(json_session, values_turn_with_the_side, .timeout = 120) {
    char input[4096] = "";
    static const char *const VIEWS[] = {"BLACK", "WHITE", "SIDETOMOVE"};
    const char *network = session_network_file(14, false, 5);
    const char *options = formatted("-model %s -analysis-threads 1", network);
    for (int i = 0; i < 3; i++) {
        snprintf(input + strlen(input), sizeof input - strlen(input), VALUES, VIEWS[i], VIEWS[i]);
    }
    json_t *lines = json_talk_run(options, input);
    for (int turn = 2; turn <= 3; turn++) {
        json_t *black = json_talk_answer(lines, "BLACK", turn);
        json_t *white = json_talk_answer(lines, "WHITE", turn);
        json_t *mover = json_talk_answer(lines, "SIDETOMOVE", turn);
        json_object_del(black, "id");
        json_object_del(white, "id");
        json_object_del(mover, "id");
        expect_turned("", black, white, false);
        cr_assert(json_equal(mover, turn == 2 ? black : white));
        cr_assert_str_eq(json_string_value(json_find(mover, "rootInfo/currentPlayer")),
                         turn == 2 ? "B" : "W");
        const double rate = json_at(mover, "moveInfos/0/winrate");
        cr_assert_leq(json_at(mover, "moveInfos/0/lcb"), rate);
        json_t *theirs = turn == 2 ? white : black;
        cr_assert_geq(json_at(theirs, "moveInfos/0/lcb"), json_at(theirs, "moveInfos/0/winrate"));
    }
}

static void expect_list(json_t *answer, const char *key, size_t count, double least, double most) {
    json_t *list = json_object_get(answer, key);
    cr_assert_eq(json_array_size(list), count, "%s", key);
    for (size_t i = 0; i < count; i++) {
        const double value = json_number_value(json_array_get(list, i));
        cr_assert(value >= least && value <= most, "%s: %g", key, value);
    }
}

static void expect_move(json_t *move, size_t order) {
    static const char *const NUMBERS[] = {
        "winrate", "lcb",        "scoreLead", "scoreMean", "scoreStdev", "scoreSelfplay",
        "utility", "utilityLcb", "prior",     "weight",    "edgeWeight", "playSelectionValue"};
    cr_assert_eq(json_at(move, "order"), (double)order);
    cr_assert(json_is_integer(json_object_get(move, "visits")));
    cr_assert_geq(json_at(move, "visits"), json_at(move, "edgeVisits"));
    for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++) {
        cr_assert(json_is_real(json_object_get(move, NUMBERS[i])), "%s", NUMBERS[i]);
    }
    cr_assert(json_at(move, "winrate") >= 0 && json_at(move, "winrate") <= 1);
    cr_assert(json_equal(json_find(move, "pv/0"), json_object_get(move, "move")));
    const size_t length = json_array_size(json_object_get(move, "pv"));
    cr_assert_eq(json_array_size(json_object_get(move, "pvVisits")), length);
    cr_assert_eq(json_array_size(json_object_get(move, "pvEdgeVisits")), length);
    cr_assert_leq(length, 16);
    expect_list(move, "ownership", 42, -1, 1);
    expect_list(move, "ownershipStdev", 42, 0, 1);
}

/* Every field is there, of the right type and within its limits; visits and chances add up. */
Test(json_session, answers_are_whole, .timeout = 120) {
    static const char *const RAW[] = {"rawWinrate",      "rawLead",      "rawScoreSelfplay",
                                      "rawNoResultProb", "rawStWrError", "rawScoreSelfplayStdev",
                                      "rawVarTimeLeft",  "weight",       "rawStScoreError",
                                      "winrate",         "scoreLead",    "scoreSelfplay",
                                      "scoreStdev",      "utility"};
    const char *network = session_network_file(14, false, 5);
    for (int by_network = 0; by_network < 2; by_network++) {
        const char *options = formatted("-model %s", by_network ? network : "none");
        json_t *lines = json_talk_run(options, formatted(VALUES, "whole", "WHITE"));
        cr_assert_eq(json_array_size(lines), 2);
        json_t *answer = json_talk_answer(lines, "whole", 3), *move, *item;
        size_t i;
        double visits = 0, last = INFINITY, chances = 0;
        json_array_foreach(json_object_get(answer, "moveInfos"), i, move) {
            expect_move(move, i);
            cr_assert_leq(json_at(move, "playSelectionValue"), last);
            last = json_at(move, "playSelectionValue");
            visits +=
                json_object_get(move, "isSymmetryOf") == NULL ? json_at(move, "edgeVisits") : 0;
        }
        cr_assert_eq(json_at(answer, "rootInfo/visits"), 30);
        if (by_network) {
            cr_assert_eq(visits + 1, 30); /* without a network a root may be evaluated again */
        }
        for (i = 0; i < sizeof RAW / sizeof RAW[0]; i++) {
            cr_assert(json_is_real(json_object_get(json_object_get(answer, "rootInfo"), RAW[i])));
        }
        /* Ogatak would compare it with KataGo's. */
        cr_assert_null(json_find(answer, "rootInfo/thisHash"));
        expect_list(answer, "ownership", 42, -1, 1);
        expect_list(answer, "ownershipStdev", 42, 0, 1);
        expect_list(answer, "policy", 43, -1, 1);
        json_array_foreach(json_object_get(answer, "policy"), i, item) {
            chances += fmax(0, json_number_value(item));
        }
        cr_assert_float_eq(chances, 1, 1e-5);
        const int stones[] = {1 * 7 + 3, 1 * 7 + 4, 3 * 7 + 2}; /* D5, E5, C3 from the top left */
        for (i = 0; i < 3; i++) {
            item = json_array_get(json_object_get(answer, "policy"), (size_t)stones[i]);
            cr_assert_eq(json_number_value(item), -1);
        }
    }
}

/* Only moves that are allowed are listed and lead a line; a depth of 2 holds for the reply, too. */
Test(json_session, moves_can_be_avoided) {
    json_t *lines = json_talk_run(
        "-model none",
        "{'id':'avoid','moves':[],'rules':'aga','boardXSize':3,'boardYSize':3,'maxVisits':60,'"
        "avoidMoves':[{'player':'B','moves':['B2','pass'],'untilDepth':1}]}\n"
        "{'id':'allow','moves':[],'rules':'aga','boardXSize':3,'boardYSize':3,'maxVisits':60,'"
        "includePVVisits':true,'allowMoves':[{'player':'B','moves':['A1'],'untilDepth':1},{'player'"
        ":'W','moves':['C3'],'untilDepth':2}]}");
    json_t *move, *allowed = json_talk_answer(lines, "allow", 0);
    size_t i;
    json_array_foreach(json_object_get(json_talk_answer(lines, "avoid", 0), "moveInfos"), i, move) {
        const char *name = json_string_value(json_object_get(move, "move"));
        cr_assert(strcmp(name, "B2") != 0 && strcmp(name, "pass") != 0);
    }
    cr_assert_eq(json_array_size(json_object_get(allowed, "moveInfos")), 1);
    cr_assert_str_eq(json_string_value(json_find(allowed, "moveInfos/0/pv/0")), "A1");
    cr_assert_str_eq(json_string_value(json_find(allowed, "moveInfos/0/pv/1")), "C3");
}

/* A1 is an eye, which is filled if that is asked for; at A2 there is a stone. */
Test(json_session, only_allowed_moves_are_listed) {
    static const struct {
        const char *moves, *listed;
    } CASES[] = {{"'A1'", "A1"}, {"'A2'", ""}, {"'A2','pass'", "pass"}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char query[512];
        snprintf(query, sizeof query,
                 "{'id':'q','initialStones':[['B','A2'],['B','B2'],['B','B1']],'initialPlayer':'B',"
                 "'moves':[],'rules':'aga','boardXSize':4,'boardYSize':4,'maxVisits':30,'"
                 "allowMoves':[{'player':'B','moves':[%s],'untilDepth':1}]}",
                 CASES[i].moves);
        json_t *lines = json_talk_run("-model none", query);
        json_t *answer = json_array_get(lines, 0), *moves = json_object_get(answer, "moveInfos");
        const char *first = json_string_value(json_find(answer, "moveInfos/0/move"));
        cr_assert_eq(json_array_size(moves), *CASES[i].listed == '\0' ? 0 : 1, "%s", query);
        cr_assert_str_eq(first == NULL ? "" : first, CASES[i].listed);
        cr_assert_eq(json_at(answer, "rootInfo/visits"), 30);
    }
}

/* ---- Queries know nothing of each other ---- */

/* With one thread each answer is, to the last bit, that of the query asked of a fresh program:
 * after turns of the same game, after mirrored games, and after other sizes and rules. */
enum { TURNS = 3, ANSWERS = 3 * TURNS };

Test(json_session, answers_do_not_depend_on_other_queries, .timeout = 120) {
    static const char *const QUERIES[] = {
        "{'id':'a','moves':[['B','B3'],['W','D2'],['B','C4']],'rules':'chinese','boardXSize':5,'"
        "boardYSize':5,'maxVisits':40,'analyzeTurns':[%d],'includeOwnership':true}\n",
        "{'id':'b','moves':[['B','D3'],['W','B2'],['B','C4']],'rules':'chinese','boardXSize':5,'"
        "boardYSize':5,'maxVisits':40,'analyzeTurns':[%d],'includePolicy':true}\n",
        "{'id':'c','moves':[['B','D3'],['W','B2'],['B','C4']],'rules':'japanese','boardXSize':6,'"
        "boardYSize':5,'maxVisits':40,'analyzeTurns':[%d]}\n",
    };
    char all[8192] = "", one[1024];
    const char *network = session_network_file(14, false, 5);
    const char *options = formatted("-model %s -analysis-threads 1 --precision fp32", network);
    for (int i = 0; i < ANSWERS; i++) {
        snprintf(all + strlen(all), sizeof all - strlen(all), QUERIES[i / TURNS], i % TURNS);
    }
    json_t *together = json_talk_run(options, all);
    cr_assert_eq(json_array_size(together), ANSWERS);
    for (int i = 0; i < ANSWERS; i++) {
        snprintf(one, sizeof one, QUERIES[i / TURNS], i % TURNS);
        json_t *alone = json_talk_run(options, one);
        const char *id = json_string_value(json_find(alone, "0/id"));
        cr_assert(json_equal(json_array_get(alone, 0), json_talk_answer(together, id, i % TURNS)),
                  "%s", one);
    }
}

/* ---- Handicap ---- */

static double raw_lead(const char *moves, const char *stones, const char *bonus,
                       const char *options) {
    json_t *lines = json_talk_run(
        options,
        formatted("{'id':'q','moves':[%s],'initialStones':[%s],'rules':'chinese','boardXSize':9,'"
                  "boardYSize':9,'maxVisits':1,'whiteHandicapBonus':'%s'}\n",
                  moves, stones, bonus));
    return json_at(json_array_get(lines, 0), "rootInfo/rawLead");
}

/* The stones before the first move count, and Black's moves before White's first, also where both
 * play out of turn; but White's second move in a row tells that somebody sets up a position. */
Test(json_session, handicap_is_counted_as_katago_counts_it, .timeout = 120) {
    static const struct {
        const char *moves, *stones, *options;
        double bonus;
    } CASES[] = {
        {"['W','E5']", "['B','C3'],['B','G7']", "-model none", 2},
        {"['W','E5'],['B','E4'],['W','E6'],['W','A1']", "['B','C3'],['B','G7']", "-model none", 2},
        {"['B','C3'],['B','G7'],['W','E5']", "", "-model none", 2},
        {"['B','C3'],['B','G7'],['W','E5']", "",
         "-model none -override-config assumeMultipleStartingBlackMovesAreHandicap=false", 0},
        {"['B','C3'],['B','C4'],['W','pass'],['W','pass'],['B','E5']", "", "-model none", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const double without = raw_lead(CASES[i].moves, CASES[i].stones, "0", CASES[i].options);
        const double with = raw_lead(CASES[i].moves, CASES[i].stones, "N", CASES[i].options);
        cr_assert_float_eq(without - with, CASES[i].bonus, 0.01, "case %zu: %g less %g", i, without,
                           with);
    }
}
