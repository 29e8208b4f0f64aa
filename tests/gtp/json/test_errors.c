/* Bad input: each line gets the documented error, with its id if it has one, and nothing else
 * stops. */
#include "tests/support/program/json_talk.h"

#include <unistd.h>

#define BASE         "'rules':'aga','boardXSize':5,'boardYSize':5"
#define QUERY(field) "{'id':'q','moves':[]," BASE "," field "}"

/* Each line, and the field that its error names; without one the error names no id either. */
static const struct {
    const char *line, *field;
} CASES[] = {
    /* no query at all */
    {"nonsense", ""},
    {"[1,2]", ""},
    {"17", ""},
    {"{}", ""},
    {"{'id':1}", ""},
    {"{'id':'\xFF\xFE'}", ""},
    {"{'id':'q','maxVisits':99999999999999999999}", ""},
    /* actions */
    {"{'id':'q','action':'dance'}", "action"},
    {"{'id':'q','action':'terminate'}", "terminateId"},
    {"{'id':'q','action':'terminate','terminateId':3}", "terminateId"},
    {"{'id':'q','action':'terminate_all','turnNumbers':['1']}", "turnNumbers"},
    /* the board */
    {"{'id':'q','moves':[],'rules':'aga','boardYSize':5}", "boardXSize"},
    {"{'id':'q','moves':[],'rules':'aga','boardXSize':29,'boardYSize':29}", "boardXSize"},
    {"{'id':'q','moves':[],'rules':'aga','boardXSize':9.0,'boardYSize':9}", "boardXSize"},
    /* moves */
    {"{'id':'q'," BASE "}", "moves"},
    {"{'id':'q','moves':['A1']," BASE "}", "moves"},
    {"{'id':'q','moves':[['B',3]]," BASE "}", "moves"},
    {"{'id':'q','moves':[['E','A1']]," BASE "}", "moves"},
    {"{'id':'q','moves':[['B','F1']]," BASE "}", "moves"},
    {"{'id':'q','moves':[['B','resign']]," BASE "}", "moves"},
    {"{'id':'q','moves':[['B','A1\\u0000']]," BASE "}", "moves"},
    {"{'id':'q','moves':[['B','(5,0)']]," BASE "}", "moves"},
    {"{'id':'q','moves':[['B','A1'],['W','A1']]," BASE "}", "moves"},
    {"{'id':'q','moves':[['B','A2'],['B','B1'],['W','A1']]," BASE "}", "moves"},
    {QUERY("'initialStones':[['B','pass']]"), "initialStones"},
    {QUERY("'initialStones':[['B','A2'],['B','B1'],['W','A1']]"), "initialStones"},
    {QUERY("'initialPlayer':'E'"), "initialPlayer"},
    /* turns */
    {QUERY("'analyzeTurns':[1]"), "analyzeTurns"},
    {QUERY("'analyzeTurns':[0.0]"), "analyzeTurns"},
    {QUERY("'priorities':[1]"), "priorities"},
    {QUERY("'analyzeTurns':[0],'priorities':[1,2]"), "priorities"},
    {QUERY("'analyzeTurns':[0],'priorities':[1],'priority':1"), "priority"},
    {QUERY("'priority':4611686018427387905"), "priority"},
    /* rules and komi */
    {"{'id':'q','moves':[],'boardXSize':5,'boardYSize':5}", "rules"},
    {"{'id':'q','moves':[],'rules':'martian','boardXSize':5,'boardYSize':5}", "rules"},
    {"{'id':'q','moves':[],'rules':{'ko':'NONE'},'boardXSize':5,'boardYSize':5}", "rules"},
    {"{'id':'q','moves':[],'rules':'{\\'ko\\':','boardXSize':5,'boardYSize':5}", "rules"},
    {QUERY("'komi':null"), "komi"},
    {QUERY("'komi':7.25"), "komi"},
    {QUERY("'komi':401"), "komi"},
    {QUERY("'whiteHandicapBonus':0"), "whiteHandicapBonus"},
    /* numbers and wishes */
    {QUERY("'maxVisits':0"), "maxVisits"},
    {QUERY("'analysisPVLen':0"), "analysisPVLen"},
    {QUERY("'rootFpuReductionMax':3"), "rootFpuReductionMax"},
    {QUERY("'includeOwnership':1"), "includeOwnership"},
    {QUERY("'reportDuringSearchEvery':0"), "reportDuringSearchEvery"},
    /* settings */
    {QUERY("'overrideSettings':[]"), "overrideSettings"},
    {QUERY("'overrideSettings':{'reportAnalysisWinratesAs':'RED'}"), "overrideSettings"},
    {QUERY("'overrideSettings':{'wideRootNoise':'much'}"), "overrideSettings"},
    {QUERY("'overrideSettings':{'maxVisits':0}"), "overrideSettings"},
    {QUERY("'overrideSettings':{'humanSLProfile':'rank_5k'}"), "overrideSettings"},
    /* moves to avoid */
    {QUERY("'avoidMoves':{}"), "avoidMoves"},
    {QUERY("'avoidMoves':[3]"), "avoidMoves"},
    {QUERY("'avoidMoves':[{'player':'B','moves':[],'untilDepth':0}]"), "avoidMoves"},
    {QUERY("'avoidMoves':[{'player':'B','moves':['Z9'],'untilDepth':1}]"), "avoidMoves"},
    {QUERY("'avoidMoves':[],'allowMoves':[]"), "allowMoves"},
    {QUERY("'allowMoves':[{'player':'B','moves':['A1'],'untilDepth':1},{'player':'b','moves':['A2']"
           ",'untilDepth':1}]"),
     "allowMoves"},
};

enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

/* All in one session; after each of them a query_version is still answered, and nothing else. */
Test(json_errors, each_is_told_and_nothing_stops, .timeout = 120) {
    JsonTalk *talk = json_talk_start("-model none");
    for (int i = 0; i < CASE_COUNT; i++) {
        json_talk_say(talk, CASES[i].line);
        json_talk_say(talk, "{'id':'next','action':'query_version'}");
        json_t *error = json_talk_hear(talk), *next = json_talk_hear(talk);
        cr_assert(
            json_talk_is(error, "error", CASES[i].field, *CASES[i].field == '\0' ? NULL : "q"),
            "%s", CASES[i].line);
        cr_assert_str_eq(json_text_at(next, "id"), "next");
    }
    cr_assert_eq(json_talk_end(talk), 0);
}

Test(json_errors, unknown_rules_are_named) {
    static const char *const RULES[][2] = {
        {"{'ko':'SIMPLE','foo':1}", "Could not parse rules: unknown key foo"},
        {"{'ko':'NONE'}", "Could not parse rules: ko: unknown value \"NONE\""},
        {"{'suicide':1}", "Could not parse rules: suicide: unknown value 1"},
        {"{'komi':7.3}", "Could not parse rules: komi: unknown value 7.3"},
        {"'martian'", "Could not parse rules: martian"},
    };
    for (size_t i = 0; i < sizeof RULES / sizeof RULES[0]; i++) {
        json_t *lines = json_talk_run(
            "-model none",
            formatted("{'id':'q','moves':[],'boardXSize':5,'boardYSize':5,'rules':%s}",
                      RULES[i][0]));
        cr_assert_str_eq(json_text_at(lines, "0/error"), RULES[i][1]);
    }
}

/* A warning comes first, then the answer. */
Test(json_errors, warnings_come_with_an_answer) {
    static const struct {
        const char *query, *field;
    } WARNED[] = {
        {QUERY("'maxVisits':1,'maxvisits':2"), "maxvisits"},
        {QUERY("'maxVisits':1,'overrideSettings':{'noSuchKey':2}"), "overrideSettings"},
        {QUERY("'maxVisits':1,'overrideSettings':{'rootNoiseEnabled':true}"), "overrideSettings"},
        {"\xEF\xBB\xBF" QUERY("'maxVisits':1,'overrideSettings':{'numAnalysisThreads':3}"),
         "overrideSettings"},
        {"{'id':'q','moves':[],'rules':'koSIMPLEscoreTERRITORYtaxALLsui0button1','boardXSize':5,"
         "'boardYSize':5,'maxVisits':1}",
         "rules"},
    };
    for (size_t i = 0; i < sizeof WARNED / sizeof WARNED[0]; i++) {
        json_t *lines = json_talk_run("-model none", WARNED[i].query);
        cr_assert_eq(json_array_size(lines), 2, "%s", WARNED[i].query);
        cr_assert(json_talk_is(json_array_get(lines, 0), "warning", WARNED[i].field, "q"));
        json_talk_answer(lines, "q", 0);
    }
    json_t *silent = json_talk_run("-model none -override-config warnUnusedFields=false",
                                   QUERY("'maxVisits':1,'maxvisits':2"));
    cr_assert_eq(json_array_size(silent), 1);
}

/* Deep nesting, a line of megabytes, one that is not ended, blank ones. */
Test(json_errors, strange_lines_are_survived, .timeout = 120) {
    enum { DEEP = 100000, LONG = 8 << 20 };
    char *text = malloc(LONG + 64);
    JsonTalk *talk = json_talk_start("-model none");
    memset(text, '[', DEEP);
    json_talk_send(talk, text, DEEP);
    json_talk_say(talk, "");
    json_t *error = json_talk_hear(talk);
    cr_assert(json_talk_is(error, "error", "", NULL));
    memset(text, 'x', LONG);
    memcpy(text, json_talk_quoted("{'id':'long','action':'query_version','x':'"), 43);
    json_talk_send(talk, text, LONG);
    json_talk_say(talk, "'}");
    json_t *echo = json_talk_hear(talk);
    cr_assert_str_eq(json_text_at(echo, "id"), "long");
    json_talk_say(talk, "");
    json_talk_say(talk, "  \t\r");
    const char *last = json_talk_quoted("{'id':'\\u0000\\'\\u00e9','action':'clear_cache'}");
    json_talk_send(talk, last, strlen(last)); /* without an end */
    close(talk->input);
    talk->input = -1;
    echo = json_talk_hear(talk);
    cr_assert_eq(json_string_length(json_object_get(echo, "id")), 4);
    cr_assert_eq(json_talk_end(talk), 0);
    free(text);
}
