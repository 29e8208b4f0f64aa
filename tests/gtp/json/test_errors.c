/* Bad input: each line gets the documented error, with its id if it has one, and nothing else
 * stops.
 */
#include "tests/support/program/json_talk.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BASE         "\"rules\":\"aga\",\"boardXSize\":5,\"boardYSize\":5"
#define QUERY(field) "{\"id\":\"q\",\"moves\":[]," BASE "," field "}"

typedef struct {
    const char *line, *kind, *field, *id; /* field "": none is named; id NULL: none */
} Case;

static const Case CASES[] = {
    /* no query at all */
    {"nonsense", "error", "", NULL},
    {"{\"id\":\"q\"", "error", "", NULL},
    {"[1,2]", "error", "", NULL},
    {"\"id\"", "error", "", NULL},
    {"17", "error", "", NULL},
    {"{}", "error", "", NULL},
    {"{\"id\":1}", "error", "", NULL},
    {"{\"id\":null,\"action\":\"query_version\"}", "error", "", NULL},
    {"{\"id\":\"\xFF\xFE\"}", "error", "", NULL},
    {"{\"id\":\"q\",\"maxVisits\":99999999999999999999}", "error", "", NULL},
    /* actions */
    {"{\"id\":\"q\",\"action\":\"dance\"}", "error", "action", "q"},
    {"{\"id\":\"q\",\"action\":1}", "error", "action", "q"},
    {"{\"id\":\"q\",\"action\":\"terminate\"}", "error", "terminateId", "q"},
    {"{\"id\":\"q\",\"action\":\"terminate\",\"terminateId\":3}", "error", "terminateId", "q"},
    {"{\"id\":\"q\",\"action\":\"terminate_all\",\"turnNumbers\":[\"1\"]}", "error", "turnNumbers",
     "q"},
    {"{\"id\":\"q\",\"action\":\"terminate_all\",\"turnNumbers\":1}", "error", "turnNumbers", "q"},
    /* the board */
    {"{\"id\":\"q\",\"moves\":[],\"rules\":\"aga\",\"boardYSize\":5}", "error", "boardXSize", "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":\"aga\",\"boardXSize\":5}", "error", "boardYSize", "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":\"aga\",\"boardXSize\":29,\"boardYSize\":29}", "error",
     "boardXSize", "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":\"aga\",\"boardXSize\":1,\"boardYSize\":5}", "error",
     "boardXSize", "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":\"aga\",\"boardXSize\":9.0,\"boardYSize\":9}", "error",
     "boardXSize", "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":\"aga\",\"boardXSize\":9,\"boardYSize\":\"9\"}", "error",
     "boardYSize", "q"},
    /* moves */
    {"{\"id\":\"q\"," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":null," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[\"A1\"]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\"]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\",3]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"E\",\"A1\"]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\",\"F1\"]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\",\"I1\"]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\",\"resign\"]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\",\"A1\\u0000\"]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\",\"(5,0)\"]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\",\"(-1,0)\"]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\",\"A1\"],[\"W\",\"A1\"]]," BASE "}", "error", "moves", "q"},
    {"{\"id\":\"q\",\"moves\":[[\"B\",\"A2\"],[\"B\",\"B1\"],[\"W\",\"A1\"]]," BASE "}", "error",
     "moves", "q"},
    {QUERY("\"initialStones\":[[\"B\",\"pass\"]]"), "error", "initialStones", "q"},
    {QUERY("\"initialStones\":[[\"B\",\"A2\"],[\"B\",\"B1\"],[\"W\",\"A1\"]]"), "error",
     "initialStones", "q"},
    {QUERY("\"initialPlayer\":\"E\""), "error", "initialPlayer", "q"},
    {QUERY("\"initialPlayer\":1"), "error", "initialPlayer", "q"},
    /* turns */
    {QUERY("\"analyzeTurns\":[1]"), "error", "analyzeTurns", "q"},
    {QUERY("\"analyzeTurns\":[-1]"), "error", "analyzeTurns", "q"},
    {QUERY("\"analyzeTurns\":0"), "error", "analyzeTurns", "q"},
    {QUERY("\"analyzeTurns\":[0.0]"), "error", "analyzeTurns", "q"},
    {QUERY("\"priorities\":[1]"), "error", "priorities", "q"},
    {QUERY("\"analyzeTurns\":[0],\"priorities\":[1,2]"), "error", "priorities", "q"},
    {QUERY("\"analyzeTurns\":[0],\"priorities\":[1],\"priority\":1"), "error", "priority", "q"},
    {QUERY("\"priority\":4611686018427387905"), "error", "priority", "q"},
    {QUERY("\"priority\":1.5"), "error", "priority", "q"},
    /* rules and komi */
    {"{\"id\":\"q\",\"moves\":[],\"boardXSize\":5,\"boardYSize\":5}", "error", "rules", "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":3,\"boardXSize\":5,\"boardYSize\":5}", "error", "rules",
     "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":\"martian\",\"boardXSize\":5,\"boardYSize\":5}", "error",
     "rules", "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":{\"ko\":\"NONE\"},\"boardXSize\":5,\"boardYSize\":5}",
     "error", "rules", "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":{\"size\":5},\"boardXSize\":5,\"boardYSize\":5}",
     "error", "rules", "q"},
    {"{\"id\":\"q\",\"moves\":[],\"rules\":\"{\\\"ko\\\":\",\"boardXSize\":5,\"boardYSize\":5}",
     "error", "rules", "q"},
    {QUERY("\"komi\":null"), "error", "komi", "q"},
    {QUERY("\"komi\":\"7\""), "error", "komi", "q"},
    {QUERY("\"komi\":7.25"), "error", "komi", "q"},
    {QUERY("\"komi\":401"), "error", "komi", "q"},
    {QUERY("\"whiteHandicapBonus\":\"2\""), "error", "whiteHandicapBonus", "q"},
    {QUERY("\"whiteHandicapBonus\":0"), "error", "whiteHandicapBonus", "q"},
    /* numbers and wishes */
    {QUERY("\"maxVisits\":0"), "error", "maxVisits", "q"},
    {QUERY("\"maxVisits\":2.0"), "error", "maxVisits", "q"},
    {QUERY("\"maxVisits\":\"2\""), "error", "maxVisits", "q"},
    {QUERY("\"analysisPVLen\":0"), "error", "analysisPVLen", "q"},
    {QUERY("\"rootFpuReductionMax\":3"), "error", "rootFpuReductionMax", "q"},
    {QUERY("\"rootPolicyTemperature\":0"), "error", "rootPolicyTemperature", "q"},
    {QUERY("\"includeOwnership\":1"), "error", "includeOwnership", "q"},
    {QUERY("\"includeMovesOwnershipStdev\":\"true\""), "error", "includeMovesOwnershipStdev", "q"},
    {QUERY("\"includePolicy\":null"), "error", "includePolicy", "q"},
    {QUERY("\"reportDuringSearchEvery\":0"), "error", "reportDuringSearchEvery", "q"},
    {QUERY("\"firstReportDuringSearchAfter\":\"1\""), "error", "firstReportDuringSearchAfter", "q"},
    /* settings */
    {QUERY("\"overrideSettings\":[]"), "error", "overrideSettings", "q"},
    {QUERY("\"overrideSettings\":{\"reportAnalysisWinratesAs\":\"RED\"}"), "error",
     "overrideSettings", "q"},
    {QUERY("\"overrideSettings\":{\"wideRootNoise\":\"much\"}"), "error", "overrideSettings", "q"},
    {QUERY("\"overrideSettings\":{\"maxVisits\":0}"), "error", "overrideSettings", "q"},
    {QUERY("\"overrideSettings\":{\"maxTime\":null}"), "error", "overrideSettings", "q"},
    {QUERY("\"overrideSettings\":{\"rootNoiseEnabled\":true}"), "error", "overrideSettings", "q"},
    {QUERY("\"overrideSettings\":{\"staticScoreUtilityFactor\":0.2}"), "error", "overrideSettings",
     "q"},
    {QUERY("\"overrideSettings\":{\"numAnalysisThreads\":3}"), "error", "overrideSettings", "q"},
    {QUERY("\"overrideSettings\":{\"humanSLProfile\":\"rank_5k\"}"), "error", "overrideSettings",
     "q"},
    {QUERY("\"overrideSettings\":{\"humanSLProfile\":\"rank_0k\"}"), "error", "overrideSettings",
     "q"},
    /* moves to avoid */
    {QUERY("\"avoidMoves\":{}"), "error", "avoidMoves", "q"},
    {QUERY("\"avoidMoves\":[3]"), "error", "avoidMoves", "q"},
    {QUERY("\"avoidMoves\":[{\"player\":\"B\",\"moves\":[]}]"), "error", "avoidMoves", "q"},
    {QUERY("\"avoidMoves\":[{\"player\":\"B\",\"moves\":[],\"untilDepth\":0}]"), "error",
     "avoidMoves", "q"},
    {QUERY("\"avoidMoves\":[{\"player\":\"B\",\"moves\":\"A1\",\"untilDepth\":1}]"), "error",
     "avoidMoves", "q"},
    {QUERY("\"avoidMoves\":[{\"player\":\"E\",\"moves\":[\"A1\"],\"untilDepth\":1}]"), "error",
     "avoidMoves", "q"},
    {QUERY("\"avoidMoves\":[{\"player\":\"B\",\"moves\":[\"Z9\"],\"untilDepth\":1}]"), "error",
     "avoidMoves", "q"},
    {QUERY("\"avoidMoves\":[],\"allowMoves\":[]"), "error", "allowMoves", "q"},
    {QUERY(
         "\"allowMoves\":[{\"player\":\"B\",\"moves\":[\"A1\"],\"untilDepth\":1},{\"player\":\"b\","
         "\"moves\":[\"A2\"],\"untilDepth\":1}]"),
     "error", "allowMoves", "q"},
};

enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

/* All in one session; after each of them a query_version is still answered, and nothing else. */
Test(json_errors, each_is_told_and_nothing_stops, .timeout = 120) {
    JsonTalk talk = json_talk_start("-model none");
    for (int i = 0; i < CASE_COUNT; i++) {
        json_talk_say(&talk, CASES[i].line);
        json_talk_say(&talk, "{\"id\":\"next\",\"action\":\"query_version\"}");
        json_t *error = json_talk_hear(&talk), *next = json_talk_hear(&talk);
        cr_assert(json_talk_is(error, CASES[i].kind, CASES[i].field, CASES[i].id), "%s",
                  CASES[i].line);
        cr_assert_str_eq(json_string_value(json_object_get(next, "id")), "next");
        json_decref(error);
        json_decref(next);
    }
    cr_assert_eq(json_talk_end(&talk), 0);
    unlink(talk.err);
}

/* KaTrain tries every point and knows illegal ones by these words. */
Test(json_errors, illegal_moves_are_called_so) {
    json_t *lines =
        json_talk_run("-model none", "{\"id\":\"q\",\"moves\":[[\"B\",\"A1\"],[\"W\",\"A1\"]]," BASE
                                     ",\"maxVisits\":1}");
    cr_assert_not_null(
        strstr(json_string_value(json_talk_find(lines, "0/error")), "Illegal move 1: A1"));
    json_decref(lines);
}

/* What is odd but legal: retaken kos, repeated positions, moves out of turn and after two passes,
 * suicides of several stones under any rules. */
Test(json_errors, lenient_moves_are_none) {
    static const char *const MOVES[] = {
        ("[\"B\",\"B1\"],[\"W\",\"C1\"],[\"B\",\"A2\"],[\"W\",\"D2\"],[\"B\",\"B3\"],"
         "[\"W\",\"C3\"],[\"B\",\"C2\"],[\"W\",\"B2\"],[\"B\",\"C2\"]"),
        "[\"B\",\"A1\"],[\"B\",\"A2\"],[\"W\",\"E5\"],[\"W\",\"E4\"],[\"B\",\"pass\"]",
        "[\"B\",\"pass\"],[\"W\",\"PASS\"],[\"B\",\"c3\"],[\"white\",\"pass\"]",
        "[\"W\",\"A3\"],[\"W\",\"B2\"],[\"W\",\"B1\"],[\"B\",\"A1\"],[\"B\",\"A2\"]",
    };
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++) {
        char input[1024];
        snprintf(input, sizeof input, "{\"id\":\"q\",\"moves\":[%s]," BASE ",\"maxVisits\":3}",
                 MOVES[i]);
        json_t *lines = json_talk_run("-model none", input);
        cr_assert_eq(json_array_size(lines), 1);
        cr_assert_eq(json_talk_number(lines, "0/rootInfo/visits"), 3, "%s", MOVES[i]);
        json_decref(lines);
    }
}

/* A warning comes first, then the answer. */
Test(json_errors, warnings_come_with_an_answer) {
    static const struct {
        const char *query, *field;
    } WARNED[] = {
        {QUERY("\"maxVisits\":1,\"maxvisits\":2"), "maxvisits"},
        {QUERY("\"maxVisits\":1,\"overrideSettings\":{\"noSuchKey\":2}"), "overrideSettings"},
        {"{\"id\":\"q\",\"moves\":[],\"rules\":\"aga-button\",\"boardXSize\":5,\"boardYSize\":5,"
         "\"maxVisits\":1}",
         "rules"},
        {"{\"id\":\"q\",\"moves\":[],\"rules\":{\"tax\":\"ALL\"},\"boardXSize\":5,\"boardYSize\":5,"
         "\"maxVisits\":1}",
         "rules"},
    };
    for (size_t i = 0; i < sizeof WARNED / sizeof WARNED[0]; i++) {
        json_t *lines = json_talk_run("-model none", WARNED[i].query);
        cr_assert_eq(json_array_size(lines), 2, "%s", WARNED[i].query);
        cr_assert(json_talk_is(json_array_get(lines, 0), "warning", WARNED[i].field, "q"));
        json_talk_answer(lines, "q", 0);
        json_decref(lines);
    }
    json_t *silent = json_talk_run("-model none -override-config warnUnusedFields=false",
                                   QUERY("\"maxVisits\":1,\"maxvisits\":2"));
    cr_assert_eq(json_array_size(silent), 1);
    json_decref(silent);
}

/* Deep nesting, a line of megabytes, one that is not ended, blank ones. */
Test(json_errors, strange_lines_are_survived, .timeout = 120) {
    enum { DEEP = 100000, LONG = 8 << 20 };
    char *text = malloc(LONG + 64);
    JsonTalk talk = json_talk_start("-model none");
    memset(text, '[', DEEP);
    json_talk_send(&talk, text, DEEP);
    json_talk_say(&talk, "");
    json_t *error = json_talk_hear(&talk);
    cr_assert(json_talk_is(error, "error", "", NULL));
    json_decref(error);
    memset(text, 'x', LONG);
    memcpy(text, "{\"id\":\"long\",\"action\":\"query_version\",\"x\":\"", 43);
    json_talk_send(&talk, text, LONG);
    json_talk_say(&talk, "\"}");
    json_t *echo = json_talk_hear(&talk);
    cr_assert_str_eq(json_string_value(json_object_get(echo, "id")), "long");
    json_decref(echo);
    json_talk_say(&talk, "");
    json_talk_say(&talk, "  \t\r");
    static const char LAST[] = "{\"id\":\"\\u0000\\\"\\u00e9\",\"action\":\"clear_cache\"}";
    json_talk_send(&talk, LAST, sizeof LAST - 1);
    close(talk.input);
    talk.input = -1;
    echo = json_talk_hear(&talk);
    cr_assert_eq(json_string_length(json_object_get(echo, "id")), 4);
    json_decref(echo);
    cr_assert_eq(json_talk_end(&talk), 0);
    unlink(talk.err);
    free(text);
}
