/* Order and load: priorities, reports, ends of queries, of the input and of the output. */
#include "tests/support/program/json_talk.h"

#include "engine/base/clock.h"

#include <sys/wait.h>
#include <unistd.h>

/* A query that ends by itself no time soon. */
#define ENDLESS "'moves':[],'rules':'aga','boardXSize':9,'boardYSize':9,'maxVisits':100000000"
#define SHORT   "'moves':[],'rules':'aga','boardXSize':5,'boardYSize':5,'maxVisits':2"

static void expect_id(json_t *object, const char *id) {
    const char *own = json_string_value(json_object_get(object, "id"));
    cr_assert(own != NULL && strcmp(own, id) == 0, "expected %s, got %s", id,
              own == NULL ? "nothing" : own);
}

static void hear_id(JsonTalk *talk, const char *id) {
    expect_id(json_talk_hear_final(talk), id);
}

/* Waits until a search is under way. */
static void hear_report(JsonTalk *talk, const char *id) {
    json_t *report = json_talk_hear(talk);
    expect_id(report, id);
    cr_assert(json_is_true(json_object_get(report, "isDuringSearch")));
}

/* The highest priority first, then arrival, then turn. */
Test(json_flow, priorities_order_the_queue, .timeout = 60) {
    JsonTalk *talk = json_talk_start("-model none -analysis-threads 1");
    json_talk_say(talk, "{'id':'now'," ENDLESS ",'reportDuringSearchEvery':0.01}");
    hear_report(talk, "now");
    json_talk_say(talk, "{'id':'low'," SHORT ",'priority':-5}");
    json_talk_say(talk, "{'id':'first'," SHORT "}");
    json_talk_say(talk, "{'id':'second'," SHORT "}");
    json_talk_say(talk, "{'id':'turns','moves':[['B','A1']],'rules':'aga','boardXSize':5,'"
                        "boardYSize':5,'maxVisits':2,'analyzeTurns':[1,0,1],'priorities':[7,9,8]}");
    json_talk_say(talk, "{'id':'high'," SHORT ",'priority':4611686018427387904}");
    json_talk_say(talk, "{'id':'stop','action':'terminate','terminateId':'now'}");
    static const char *const ORDER[] = {"stop",  "now",   "high",   "turns",
                                        "turns", "first", "second", "low"};
    bool stopped = false, answered = false;
    for (int i = 0; i < 2; i++) { /* the echo may come before or after the answer */
        json_t *object = json_talk_hear_final(talk);
        const bool is_echo = json_object_get(object, "action") != NULL;
        stopped = stopped || is_echo;
        answered = answered || !is_echo;
    }
    cr_assert(stopped && answered);
    for (size_t i = 2; i < sizeof ORDER / sizeof ORDER[0]; i++) {
        json_t *object = json_talk_hear_final(talk);
        expect_id(object, ORDER[i]);
        if (i == 3 || i == 4) {
            cr_assert_eq(json_at(object, "turnNumber"), (double)(i - 3));
        }
    }
    cr_assert_eq(json_talk_end(talk), 0);
}

/* Visits never fall, and the final answer is the last. */
Test(json_flow, reports_come_during_the_search, .timeout = 60) {
    JsonTalk *talk = json_talk_start("-model none -analysis-threads 1");
    json_talk_say(talk,
                  "{'id':'q'," ENDLESS ",'reportDuringSearchEvery':0.02,'includeOwnership':true}");
    double visits = 0;
    for (int i = 0; i < 5; i++) {
        json_t *report = json_talk_hear(talk);
        expect_id(report, "q");
        cr_assert_geq(json_at(report, "rootInfo/visits"), visits);
        visits = json_at(report, "rootInfo/visits");
        cr_assert_eq(json_array_size(json_object_get(report, "ownership")), 81);
    }
    json_talk_say(talk, "{'id':'t','action':'terminate','terminateId':'q'}");
    for (int finals = 0; finals < 2;) {
        json_t *object = json_talk_hear(talk);
        if (json_object_get(object, "action") == NULL) {
            cr_assert_geq(json_at(object, "rootInfo/visits"), visits);
            visits = json_at(object, "rootInfo/visits");
        }
        finals += !json_is_true(json_object_get(object, "isDuringSearch"));
    }
    cr_assert_eq(json_talk_end(talk), 0);
}

/* Running ones give a result, waiting ones say that they have none, others are not touched. */
Test(json_flow, termination_chooses, .timeout = 60) {
    JsonTalk *talk = json_talk_start("-model none -analysis-threads 1");
    json_talk_say(talk, "{'id':'run'," ENDLESS ",'reportDuringSearchEvery':0.01}");
    hear_report(talk, "run");
    json_talk_say(talk, "{'id':'wait','moves':[['B','A1']],'rules':'aga','boardXSize':5,'"
                        "boardYSize':5,'maxVisits':2,'analyzeTurns':[0,1]}");
    json_talk_say(talk, "{'id':'t1','action':'terminate','terminateId':'wait','turnNumbers':[1]}");
    hear_id(talk, "t1");
    json_t *none = json_talk_hear_final(talk);
    expect_id(none, "wait");
    cr_assert_eq(json_at(none, "turnNumber"), 1);
    cr_assert(json_is_true(json_object_get(none, "noResults")));
    cr_assert(json_is_false(json_object_get(none, "isDuringSearch")));
    cr_assert_eq(json_object_size(none), 4);
    json_talk_say(talk, "{'id':'t2','action':'terminate','terminateId':'nobody'}");
    hear_id(talk, "t2");
    json_talk_say(talk, "{'id':'t3','action':'terminate_all','turnNumbers':[5]}");
    hear_id(talk, "t3");
    json_talk_say(talk, "{'id':'t4','action':'terminate','terminateId':'run'}");
    int results = 0;
    for (int i = 0; i < 3; i++) { /* the echo, the rest of "run", the first turn of "wait" */
        json_t *object = json_talk_hear_final(talk);
        results += json_object_get(object, "rootInfo") != NULL;
    }
    cr_assert_eq(results, 2);
    cr_assert_eq(json_talk_end(talk), 0);
}

/* ---- Ends ---- */

/* At the end of the input all is finished, or, if asked for, all is dropped. */
Test(json_flow, the_end_of_the_input, .timeout = 60) {
    char input[4096] = "";
    for (int i = 0; i < 20; i++) {
        snprintf(input + strlen(input), sizeof input - strlen(input), "{'id':'%d'," SHORT "}\n", i);
    }
    json_t *lines = json_talk_run("-model none -analysis-threads 2", input);
    cr_assert_eq(json_array_size(lines), 20);
    lines =
        json_talk_run("-quit-without-waiting -model none",
                      "{'id':'1'," ENDLESS "}\n{'id':'2'," ENDLESS "}\n{'id':'3'," ENDLESS "}\n");
    cr_assert_leq(json_array_size(lines), 3);
}

/* Nobody can read the answers any more: it ends, in the midst of a search, or while it waits. */
Test(json_flow, the_end_of_the_output, .timeout = 60) {
    for (int busy = 0; busy < 2; busy++) {
        JsonTalk *talk = json_talk_start("-model none");
        json_talk_say(talk, "{'id':'q'," ENDLESS ",'reportDuringSearchEvery':0.01}");
        hear_report(talk, "q");
        if (!busy) {
            json_talk_say(talk, "{'id':'t','action':'terminate_all'}");
            hear_id(talk, "t");
        }
        const int input = talk->input;
        talk->input = -1; /* it stays open */
        const double start = clock_seconds();
        close(talk->output);
        talk->output = dup(input); /* something that json_talk_end can close */
        int status;
        cr_assert_eq(waitpid(talk->process, &status, 0), talk->process);
        cr_assert_lt(clock_seconds() - start, 20);
        close(input);
        close(talk->output);
    }
}
