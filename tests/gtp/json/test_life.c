/* The field "life": a problem of life and death beside the search. */
#include "tests/support/program/json_talk.h"

#include <string.h>

/* Black's corner has three points in a row, B5 decides; after move 1 it is settled. */
#define CORNER                                                                                     \
    "'initialStones':[['B','A4'],['B','B4'],['B','C4'],['B','D4'],['B','D5'],['W','A3'],['W','B3'" \
    "],"                                                                                           \
    "['W','C3'],['W','D3'],['W','E3'],['W','E4'],['W','E5']],'moves':[['W','B5']],"                \
    "'rules':'chinese','boardXSize':5,'boardYSize':5,'maxVisits':2"

static const char *status_of(json_t *lines, int turn) {
    json_t *life = json_object_get(json_talk_answer(lines, "q", turn), "life");
    return json_string_value(json_object_get(life, "status"));
}

Test(json_life, every_turn_is_solved) {
    json_t *lines = json_talk_run("-model none", "{'id':'q'," CORNER ",'analyzeTurns':[0,1],'life':"
                                                 "{'targets':['A4'],'nodes':100000}}\n");
    cr_assert_str_eq(status_of(lines, 0), "unsettled");
    cr_assert_str_eq(status_of(lines, 1), "dead");
    cr_assert_null(
        json_object_get(json_object_get(json_talk_answer(lines, "q", 0), "life"), "withThreats"));
}

Test(json_life, limits_and_threats) {
    json_t *lines = json_talk_run(
        "-model none", "{'id':'q'," CORNER ",'analyzeTurns':[0],'life':{'targets':['A4'],'region':"
                       "['A5','B5','C5'],'nodes':1,'threats':{'W':2}}}\n");
    json_t *life = json_object_get(json_talk_answer(lines, "q", 0), "life");
    cr_assert_str_eq(json_string_value(json_object_get(life, "status")), "unknown");
    json_t *threats = json_object_get(life, "withThreats");
    cr_assert_eq(json_integer_value(json_object_get(threats, "white")), 2);
    cr_assert_str_eq(json_string_value(json_object_get(threats, "kill")), "unknown");
}
