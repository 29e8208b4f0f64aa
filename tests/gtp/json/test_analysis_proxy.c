/* gtp/json/analysis_proxy: `dihedra analysis --engine`, with this program and with scripts as the
 * other engine. Options are separated by blanks, words of the engine's command line by tabs. */
#include "tests/support/program/arena.h"
#include "tests/support/program/json_talk.h"

#define BOARD "'rules':'japanese','boardXSize':9,'boardYSize':9"

/* A dead square four at A9, as stones of queries. */
#define FOUR                                                                                       \
    "'initialStones':[['B','C9'],['B','C8'],['B','C7'],['B','B7'],['B','A7'],['W','D9'],"          \
    "['W','D8'],['W','D7'],['W','D6'],['W','C6'],['W','B6'],['W','A6']],'initialPlayer':'B'"

/* A rectangular six in the corner, which dies if White moves first. */
#define SIX                                                                                        \
    "'initialStones':[['B','D9'],['B','D8'],['B','D7'],['B','C7'],['B','B7'],['B','A7'],['W','E9'" \
    "],"                                                                                           \
    "['W','E8'],['W','E7'],['W','E6'],['W','D6'],['W','C6'],['W','B6'],['W','A6']]"

static const char *own_engine(const char *options) {
    cr_assert_not_null(getenv("DIHEDRA"));
    return formatted("--engine %s\tanalysis -model none -analysis-threads 1 %s", getenv("DIHEDRA"),
                     options);
}

/* Whatever the client sends, it gets what the engine alone would answer, and "proved". */
Test(analysis_proxy, changes_nothing_else, .timeout = 120) {
    static const char INPUT[] =
        "{'id':'turns'," BOARD ",'moves':[['B','E5'],['W','C3']],'maxVisits':9,'analyzeTurns':[0,"
        "2]}\n"
        "{'id':'\\\"owner'," BOARD "," SIX ",'moves':[],'maxVisits':9,'includeOwnership':true,"
        "'includeMovesOwnership':true}\n"
        "{'id':'ownership'," BOARD "," SIX ",'moves':[],'maxVisits':9,"
        "'includeMovesOwnership':true,'includeOwnershipStdev':true}\n"
        "{'id':'none'," BOARD ",'moves':[],'maxVisits':9,'includeOwnership':false,"
        "'includePolicy':true,'unknown':1}\n"
        "{'id':'twin'," BOARD ",'moves':[],'maxVisits':9}\n"
        "{'id':'twin'," BOARD ",'moves':[['B','E5']],'maxVisits':9}\n"
        "{'id':'wrong'," BOARD ",'moves':[['B','E5'],['W','E5']],'maxVisits':9}\n"
        "{'id':'nothing'," BOARD ",'moves':[],'maxVisits':9,'analyzeTurns':[]}\n"
        "{'id':'version','action':'query_version'}\n"
        "{'id':'stop','action':'terminate','terminateId':'nobody'}\n"
        "no JSON\n\n[1]\n{'id':5}";
    json_t *alone = json_talk_run("-model none -analysis-threads 1", INPUT);
    json_t *lines = json_talk_run(own_engine(""), INPUT);
    cr_assert_eq(json_array_size(lines), json_array_size(alone));
    int proved = 0;
    for (size_t i = 0; i < json_array_size(alone); i++) {
        bool is_there = false;
        for (size_t k = 0; k < json_array_size(lines) && !is_there; k++) {
            json_t *line = json_copy(json_array_get(lines, k));
            proved += json_array_size(json_object_get(line, "proved")) > 0;
            json_object_del(line, "proved");
            is_there = json_equal(line, json_array_get(alone, i));
            if (is_there) {
                json_array_remove(lines, k);
            }
            json_decref(line);
        }
        char *text = json_dumps(json_array_get(alone, i), 0);
        cr_assert(is_there, "%s", cleanup_free(text));
    }
    cr_assert_gt(proved, 0);
}

Test(analysis_proxy, reports_pass_at_once, .timeout = 60) {
    JsonTalk *talk = json_talk_start(own_engine(""));
    json_talk_say(talk, "{'id':'q'," BOARD "," FOUR ",'moves':[],'maxVisits':100000000,"
                        "'reportDuringSearchEvery':0.02}");
    for (int i = 0; i < 3; i++) {
        json_t *report = json_talk_hear(talk);
        cr_assert(json_is_true(json_object_get(report, "isDuringSearch")));
        cr_assert_null(json_object_get(report, "ownership"));
        cr_assert_null(json_object_get(report, "proved"));
    }
    json_talk_say(talk, "{'id':'t','action':'terminate','terminateId':'q'}");
    for (int finals = 0; finals < 2;) {
        json_t *line = json_talk_hear_final(talk);
        const bool is_answer = json_object_get(line, "action") == NULL;
        finals++;
        cr_assert_eq(json_is_array(json_object_get(line, "proved")), is_answer);
    }
    cr_assert_eq(json_talk_end(talk), 0);
    talk = json_talk_start(own_engine("-quit-without-waiting"));
    json_talk_say(talk, "{'id':'q'," BOARD ",'moves':[],'maxVisits':100000000}");
    cr_assert_eq(json_talk_end(talk), 0);
}

/* Every query is answered, also those that come later. */
Test(analysis_proxy, an_engine_that_dies_is_named, .timeout = 60) {
    static const char *const ENDS[][2] = {
        {"read\ta;read\tb;exit\t3", "The engine sh ended with exit status 3"},
        {"read\ta;read\tb;kill\t-9\t$$", "The engine sh died of signal 9"},
        {"read\ta;read\tb;exec\t>&-;exit\t0", "The engine sh ended with exit status 0"},
    };
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        JsonTalk *talk = json_talk_start(formatted("--engine sh\t-c\t'%s'", ENDS[i][0]));
        json_talk_say(talk, "{'id':'0'," BOARD ",'moves':[]}");
        json_talk_say(talk, "{'id':'1','moves':'wrong'}");
        bool heard[4] = {false};
        for (int k = 0; k < 4; k++) {
            if (k == 2) {
                json_talk_say(talk, "{'id':'2'," BOARD ",'moves':[]}");
                json_talk_say(talk, "{'id':'3','action':'query_version'}");
            }
            json_t *line = json_talk_hear(talk);
            const char *id = json_text_at(line, "id");
            cr_assert(json_talk_is(line, "error", "", id));
            cr_assert_str_eq(json_text_at(line, "error"), ENDS[i][1]);
            heard[*id - '0'] = true;
        }
        cr_assert(heard[0] && heard[1] && heard[2] && heard[3]);
        cr_assert_eq(json_talk_end(talk), 2);
        cr_assert(json_talk_erred(talk, formatted("dihedra analysis: %s", ENDS[i][1])));
    }
}

Test(analysis_proxy, refuses_what_cannot_be) {
    static const char *const CASES[][2] = {
        {"--engine ./nonesuch", "cannot start ./nonesuch: No such file or directory"},
        {"--engine \"a 'b\"", "a closing ' is missing in the command line"},
        {"--engine ' '", "the command line is empty"},
        {"--engine cat --proved", "--proved is about answers of this program"},
        {"--sandbox --proofs x", "--sandbox goes with neither --engine nor --proofs"},
        {"--prove-seconds 0", "--prove-seconds"},
        {"--proofs x", "--proofs needs --proved or --engine"},
        {"--proved --proofs none/here", "none/here: No such file or directory"},
    };
    arena_expect_refusals(arena_new(), "analysis", 2, CASES, sizeof CASES / sizeof CASES[0]);
}

/* Writes an engine that answers each line: with `first` if it has "hard", else with `second`. */
static const char *script(const Arena *arena, const char *first, const char *second) {
    arena_write(arena, "engine.sh",
                formatted("while read -r line; do case $line in *hard*) echo '%s';; *) echo '%s';; "
                          "esac; done\n",
                          first, second));
    return formatted("--engine sh\t%s/engine.sh --proofs %s/proofs", arena->folder, arena->folder);
}

/* An answer with the same ownership everywhere; view: B's or W's to an eye on lcb. */
static const char *answer(const char *id, const char *number, const char *lcb) {
    char list[1024] = "";
    for (int i = 0; i < 81; i++) {
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i > 0 ? ", " : "",
                 number);
    }
    return json_talk_quoted(formatted("{'ownership' : [%s], 'id': '%s','turnNumber': 0, "
                                      "'isDuringSearch': false,'moveInfos':[{'winrate':0.5,'lcb':"
                                      "%s,'ownership':[1]}],'rootInfo':{'currentPlayer':'B'}}\r",
                                      list, id, lcb));
}

/* The view of an answer is told by its lcb; the proof lies where the claim says. */
Test(analysis_proxy, claims_against_the_engine, .timeout = 60) {
    for (int is_white = 0; is_white < 2; is_white++) {
        Arena *arena = arena_new();
        JsonTalk *talk =
            json_talk_start(script(arena, "", answer("q", "0.95", is_white ? "0.6" : "0.4")));
        json_talk_say(talk, "{'id':'q'," BOARD "," FOUR ",'moves':[]}");
        json_t *line = json_talk_hear(talk);
        const json_t *claims = json_object_get(line, "proved");
        cr_assert_null(json_object_get(line, "ownership"));
        cr_assert_not_null(json_find(line, "moveInfos/0/ownership"));
        cr_assert_eq(json_array_size(claims), !is_white);
        if (!is_white) {
            arena_must_run(arena, "verify %s",
                           json_text_at(json_array_get(claims, 0), "save/proof"));
            cr_assert_not_null(strstr(arena->out, "black first, to save: no"));
        }
        cr_assert_eq(json_talk_end(talk), 0);
    }
}

/* An answer that waits for its proofs holds nothing up. */
Test(analysis_proxy, nothing_waits_for_proofs, .timeout = 60) {
    Arena *arena = arena_new();
    JsonTalk *talk = json_talk_start(formatted(
        "%s --prove-seconds 3", script(arena, answer("hard", "0", "0.4"), "{\"id\":\"next\"}")));
    json_talk_say(talk, "{'id':'hard'," BOARD ",'moves':[],'initialStones':[['B','C8'],['B','B7'],"
                        "['W','C7'],['B','D7'],['B','B6'],['W','C6'],['B','B5'],['B','C5']]}");
    json_talk_say(talk, "{'id':'next'," BOARD ",'moves':[]}");
    cr_assert_str_eq(json_text_at(json_talk_hear(talk), "id"), "next");
    cr_assert_str_eq(json_text_at(json_talk_hear(talk), "id"), "hard");
    cr_assert_eq(json_talk_end(talk), 0);
}
