/* Parameters of the search under KataGo's commands: by our names and by KataGo's, alone and as
 * JSON. */
#include "tests/support/session/session.h"

/* Each listed name has a value, the same in the JSON object, and can be set to it. */
Test(kata_param, parameters_have_values_that_they_take) {
    Session *session = session_new(5, 5);
    char *list = session_ask(session, "kata-list-params"), *rest = list;
    char *all = session_ask(session, "kata-get-params");
    json_t *object = json_loads(all, 0, NULL);
    cr_assert(json_is_object(object), "%s", all);
    int count = 0;
    for (char *name; (name = strtok_r(rest, " ", &rest)) != NULL; count++) {
        const char *value = session_ask(session, formatted("kata-get-param %s", name));
        const json_t *json = json_object_get(object, name);
        char *dump = json_is_string(json)
                         ? strdup(json_string_value(json)) /* a name, without quotation marks */
                         : json_dumps(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
        cr_assert_str_eq(dump, value, "%s", name);
        session_expect(session, formatted("kata-set-param %s %s", name, value), "");
        free(dump);
    }
    cr_assert_eq((int)json_object_size(object), count);
    session_expect(session, formatted("kata-set-params %s", all), "");
    session_expect(session, "kata-get-params", all);
    json_decref(object);
}

/* Names are the same in any case and with words joined by '_', '-' or nothing. */
Test(kata_param, names_may_be_written_otherwise) {
    cr_assert_eq(parameter_find("CPUCT-exploration"), parameter_find("cpuctExploration"));
    cr_assert_null(parameter_find(""));
    cr_assert_null(parameter_find("max-visit"));
}

Test(kata_param, katagos_names_are_ours_by_another_name) {
    Session *session = session_new(5, 5);
    session_do(session, "kata-set-param numSearchThreads 3;kata-set-param maxVisits 77;"
                        "kata-set-param lagBuffer 1.5;kata-set-param ponderingEnabled true");
    const PlayerOptions *options = &session->engine.options;
    cr_assert(options->threads == 3 && options->visits == 77 && options->lag == 1.5 &&
              options->ponder);
    session_do(session, "kata-set-params {\"threads\": 2, \"ponder\": false, \"keep\": \"off\"}");
    cr_assert(options->threads == 2 && !options->ponder && !options->keep);
    session_expect(session, "kata-get-param ponderingEnabled", "false");
    session_expect(session, "kata-get-param lagBuffer", "1.5");
}

/* KataGo's words: visits are the position's, playouts the search's own. */
Test(kata_param, limits_visits_and_playouts) {
    Session *session = session_new(5, 5);
    session_do(session, "kata-set-param early_stop 0;kata-set-param maxVisits 0;"
                        "kata-set-param maxPlayouts 40");
    session_expect(session, "kata-get-param playouts", "40");
    const PlayerOptions *options = &session->engine.options;
    cr_assert(options->playouts == 40 && options->visits == 0);
    const char *const search = "kata-search_analyze b rootInfo true";
    cr_assert_not_null(strstr(session_ask(session, search), "rootInfo visits 40 "));
    cr_assert_not_null(strstr(session_ask(session, search), "rootInfo visits 80 "));
    session_do(session, "kata-set-params {\"maxVisits\": 100}");
    cr_assert_not_null(strstr(session_ask(session, search), "rootInfo visits 100 "));
}

/* Without a network no profile can be set; the name is read first, so a wrong one is reported. */
Test(kata_param, profiles_need_a_network) {
    Session *session = session_new(5, 5);
    static const char *const NAMES[] = {"humanSLProfile", "human_sl_profile"};
    for (int i = 0; i < 2; i++) {
        session_expect_refusal(session, formatted("kata-set-param %s rank_5k", NAMES[i]),
                               "humanSLProfile: there is no human-play network to imitate people "
                               "(--model or --human-model); for --rank any network (--model) will "
                               "do");
        session_expect_refusal(session, formatted("kata-set-param %s rank_5K", NAMES[i]),
                               "syntax error: profile rank_5K: expected a rank from 20k to 9d, or "
                               "Black's and White's with '_' between them, got '5K'");
        session_expect(session, formatted("kata-get-param %s", NAMES[i]), "");
    }
    session_expect_refusal(session, "dihedra_param_search human_sl_profile rank_5k",
                           "humanSLProfile: there is no human-play network to imitate people "
                           "(--model or --human-model); for --rank any network (--model) will "
                           "do");
    session_do(session,
               "kata-set-param humanSLProfile;kata-set-param humanSLProfile _;"
               "kata-set-param humanSLProfile \"\";kata-set-params {\"humanSLProfile\": \"\"};"
               "dihedra_param_search human_sl_profile _");
    session_expect_refusal(session, "kata-raw-human-nn 0",
                           "there is no human-play network (--human-model)");
}
