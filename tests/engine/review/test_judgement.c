/* What a page is told of a game that it has searched itself. */
#include "engine/review/judgement.h"

#include "engine/base/json.h"
#include "tests/support/reader/json_at.h"

/* Black leaves the middle of a 5x5 board alone while both pass it by; White's second move was not
 * analysed. */
static const char REQUEST[] =
    "{\"sgf\": \"(;SZ[5];B[aa];W[ea];B[ae];W[cc])\", \"positions\": ["
    "{\"report\": \"info move C3 visits 300 winrate 0.6 scoreLead 4 pv C3 B2 rootInfo visits 300 "
    "winrate 0.6 scoreLead 4\", \"owner\": \"uuuuuuuuuuuuuuuuuuuuuuuuu\"},"
    "{\"report\": \"info move C3 visits 300 winrate 0.9 scoreLead 9 pv C3 B2 rootInfo visits 300 "
    "winrate 0.9 scoreLead 9\", \"owner\": \"aaaaaaaaaaaaaaaaaaaaaaaaa\"},"
    "{\"report\": \"info move C3 visits 300 winrate 0.8 scoreLead 8 pv C3 B2 rootInfo visits 300 "
    "winrate 0.8 scoreLead 8\", \"owner\": \"\"},"
    "null, {\"report\": \"nonsense\", \"owner\": \"\"}], \"reasons\": [%s]}";

static json_t *answer_to(const char *request) {
    Status status;
    char *text = judgement_answer(request, &status);
    cr_assert_not_null(text, "%s", status.text);
    json_t *answer = json_loads(text, 0, NULL);
    free(text);
    return answer;
}

Test(judgement, tells_losses_episodes_keys_and_what_to_ask) {
    char request[2048];
    snprintf(request, sizeof request, REQUEST, "");
    json_t *answer = answer_to(request);
    const json_t *moves = json_object_get(answer, "moves");
    const json_t *first = json_array_get(moves, 0), *last = json_array_get(moves, 3);
    cr_assert_eq(json_array_size(moves), 4);
    cr_assert_str_eq(json_string_value(json_object_get(first, "grade")), "blunder");
    cr_assert_float_eq(json_at(answer, "moves/0/loss_points"), 13, 1e-9);
    cr_assert_eq(json_at(answer, "moves/0/left/last"), 2);
    cr_assert_eq(json_at(answer, "moves/0/reason/points"), 8); /* four points, twice */
    cr_assert_str_eq(json_string_value(json_object_get(first, "ask")),
                     "dihedra-reason black A5 C3 C3 B2 B2");
    cr_assert(json_at(answer, "moves/0/difference") > 1);
    cr_assert(json_is_null(json_object_get(last, "loss_points"))); /* unknown, as is White's move */
    cr_assert_eq(json_at(answer, "white/key_moves/0"), 2);
    cr_assert_eq(json_at(answer, "white/moves"), 1);
    json_decref(answer);
}

Test(judgement, takes_reasons_that_were_proved) {
    char request[2048];
    snprintf(request, sizeof request, REQUEST,
             "\"{\\\"kind\\\": \\\"idle\\\", \\\"owner\\\": \\\"white\\\"}\", \"{}\"");
    json_t *answer = answer_to(request);
    const json_t *moves = json_object_get(answer, "moves");
    const json_t *reason = json_object_get(json_array_get(moves, 0), "reason");
    cr_assert_str_eq(json_string_value(json_object_get(reason, "kind")), "idle");
    cr_assert(json_is_true(json_object_get(reason, "proved")));
    for (size_t i = 0; i < 2; i++) {
        cr_assert(json_is_null(json_object_get(json_array_get(moves, i), "ask")));
    }
    json_decref(answer);
}

Test(judgement, refuses_what_is_no_game) {
    static const char *const REQUESTS[] = {"", "[]", "{\"sgf\": 3}", "{\"sgf\": \"nothing\"}",
                                           "{\"sgf\": \"(;SZ[99])\"}"};
    for (size_t i = 0; i < sizeof REQUESTS / sizeof REQUESTS[0]; i++) {
        Status status = {""};
        cr_assert_null(judgement_answer(REQUESTS[i], &status), "%s", REQUESTS[i]);
        cr_assert_str_neq(status.text, "");
    }
}
