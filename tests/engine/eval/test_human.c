/* Human-play networks in a session: as the main network and beside another one. */
#include "tests/support/oracle/net_reference.h"
#include "tests/support/session/session.h"

/* As session_with_small_networks. */
static Session *start(bool main_imitates, int human_imitates) {
    Session *s = session_with_small_networks(main_imitates, human_imitates);
    s->engine.options.visits = 20;
    return s;
}

static void expect_error(Session *session, const char *line, const char *part) {
    const char *body = session_body(session, line, '?');
    cr_assert(strstr(body, part) != NULL, "%s: %s", line, body);
}

Test(human, main_network_needs_a_profile) {
    Session *session = start(true, -1);
    static const char *const LINES[] = {"genmove b", "kata-raw-nn 0", "kata-search b",
                                        "reg_genmove b", "restricted_genmove b A1"};
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
            expect_error(session, LINES[i], "is a human-play network: set humanSLProfile");
        }
        session_do(session, "kata-set-param humanSLProfile rank_5k;genmove b;undo;"
                            "kata-raw-nn 0;kata-set-params {\"humanSLProfile\": \"preaz_9d\"}");
        session_expect(session, "kata-get-param humanSLProfile", "preaz_9d");
        expect_error(session, "kata-set-param humanSLProfile preaz_10d", "got '10d'");
        session_expect(session, "kata-get-param human_sl_profile", "preaz_9d");
        session_do(session, "kata-set-param humanSLProfile");
        session_expect(session, "kata-get-param humanSLProfile", "");
    }
    expect_error(session, "kata-raw-human-nn 0", "there is no human-play network (--human-model)");
    cr_assert_not_null(
        strstr(session_ask(session, "kata-get-models"), "\"usesHumanSLProfile\":true"));
}

/* Ranks of either side change the answer, by who is to move; optimism does not. */
Test(human, profile_changes_the_answer) {
    Session *session = start(true, -1);
    session_do(session, "kata-set-param humanSLProfile rank_9k_1d");
    char *black_weak = session_ask(session, "kata-raw-nn b 3"),
         *white_strong = session_ask(session, "kata-raw-nn w 3");
    session_do(session, "kata-set-param humanSLProfile rank_1d_9k");
    char *black_strong = session_ask(session, "kata-raw-nn b 3"),
         *white_weak = session_ask(session, "kata-raw-nn w 3");
    cr_assert_str_neq(black_weak, black_strong);
    cr_assert_str_neq(white_weak, white_strong);
    session_expect(session, "kata-raw-nn b 3 1", black_strong);
    session_expect(session, "kata-raw-nn b 3 0", black_strong);
    session_do(session, "kata-set-param humanSLProfile rank_9k_1d");
    session_expect(session, "kata-raw-nn b 3", black_weak);
}

/* What was searched for one profile is not kept for another. */
Test(human, another_profile_is_another_search) {
    Session *session = start(true, -1);
    session_do(session, "kata-set-param humanSLProfile rank_5k;kata-search b");
    cr_assert_gt(session_known_visits(session), 10);
    session_do(session, "kata-set-param humanSLProfile rank_4k");
    const int64_t known = session_known_visits(session);
    cr_assert_leq(known, 1, "%ld", (long)known);
}

/* The policy of kata-raw-nn or kata-raw-human-nn, averaged over the symmetries: [cell], the pass
 * last. */
static void mean_policy(Session *session, const char *command, double policy[26]) {
    memset(policy, 0, 26 * sizeof *policy);
    for (int g = 0; g < 8; g++) {
        char *text = session_ask(session, formatted("%s %d", command, g)),
             *at = strstr(text, "policy\n") + strlen("policy\n");
        for (int cell = 0; cell < 26; cell++) {
            at += cell == 25 ? strcspn(at, "P") + strlen("Pass") : 0;
            policy[cell] += strtod(at, &at) / 8;
        }
    }
}

/* Draws 2,000 moves with one seed each, none of which is a pass on the empty board; Pearson's
 * chi-square for 24 degrees of freedom exceeds 70 less than once in 100,000 times. */
static void expect_draws(Session *session, const double policy[26]) {
    enum { DRAWS = 2000 };
    const Geometry *geometry = session->engine.game->geometry;
    int counts[26] = {0};
    double chi_square = 0;
    for (int i = 0; i < DRAWS; i++) {
        Point p;
        session->engine.options.seed = (uint64_t)i;
        cr_assert(point_from_text(session_ask(session, "kata-search b"), 5, 5, &p));
        counts[p == POINT_PASS ? 25 : geometry->cell_of[p]]++;
    }
    cr_assert_eq(counts[25], 0);
    for (int cell = 0; cell < 25; cell++) {
        const double expected = DRAWS * policy[cell] / (1 - policy[25]);
        chi_square += pow(counts[cell] - expected, 2) / expected;
    }
    cr_assert_lt(chi_square, 70);
}

Test(human, one_visit_plays_like_the_rank) {
    Session *session = start(true, -1);
    double policy[26];
    session_do(session, "kata-set-param humanSLProfile rank_5k;kata-set-params {\"maxVisits\": 1, "
                        "\"chosenMoveTemperature\": 1, \"chosenMoveTemperatureEarly\": 1, "
                        "\"chosenMovePrune\": 0, \"rootNumSymmetriesToSample\": 8}");
    mean_policy(session, "kata-raw-nn", policy);
    expect_draws(session, policy);
}

Test(human, second_network_chooses_like_the_rank) {
    Session *session = start(false, 1);
    double policy[26];
    expect_error(session, "kata-raw-human-nn 0", "is a human-play network: set humanSLProfile");
    session_do(session, "genmove b;undo;kata-set-param humanSLChosenMoveProp 1;genmove b;undo");
    session_do(session,
               "kata-set-param humanSLProfile preaz_3d;kata-set-params {\"maxVisits\": 10, "
               "\"chosenMoveTemperature\": 1, \"chosenMoveTemperatureEarly\": 1, "
               "\"chosenMovePrune\": 0, \"rootNumSymmetriesToSample\": 8}");
    const char *human = session_ask(session, "kata-raw-human-nn b 0");
    cr_assert(strstr(human, "whiteScore ") != NULL && strstr(human, "whiteScoreSq ") != NULL);
    cr_assert(strstr(human, "whiteLead") == NULL && strstr(human, "varTimeLeft") == NULL);
    mean_policy(session, "kata-raw-human-nn", policy);
    expect_draws(session, policy);
}

/* Writes 20 moves of a rank, one seed each, with a profile or "". */
static void rank_moves(Session *session, const char *rank, const char *profile, char moves[100]) {
    *moves = '\0';
    session_do(session, formatted("dihedra-rank %s", rank));
    session_do(session, formatted("kata-set-param humanSLProfile %s", profile));
    for (int i = 0; i < 20; i++) {
        session->engine.options.seed = (uint64_t)i;
        strcat(strcat(moves, session_ask(session, "genmove b")), " ");
        session_do(session, "undo");
    }
}

Test(human, a_rank_keeps_a_profile_that_is_set) {
    EngineOptions options = session_options(5, 5);
    char path[256], own[100], same[100], profile[100], other[100];
    net_reference_find(path, "random-human-v15.bin.gz");
    options.human_model = path;
    Session *session = session_with_networks(&options);
    rank_moves(session, "5k", "", own);
    rank_moves(session, "5k", "rank_5k", same);
    rank_moves(session, "5k", "proyear_1850", profile);
    rank_moves(session, "9d", "proyear_1850", other);
    cr_assert_str_eq(own, same);
    cr_assert_str_eq(profile, other);
    cr_assert_str_neq(profile, own);
}

Test(human, other_networks_imitate_nobody) {
    Session *session = start(false, 0);
    expect_error(session, "kata-set-param humanSLProfile rank_5k", "is not a human-play network");
    expect_error(session, "kata-raw-human-nn 0", "is not a human-play network");
    session_do(session, "kata-set-param humanSLChosenMoveProp 0.5");
    expect_error(session, "genmove b", "is not a human-play network");
    session_do(session, "kata-set-param humanSLChosenMoveProp 0;genmove b");
    expect_error(session, "dihedra-rank 5k", "is not a human-play network");
    session->engine.options.strength =
        STRENGTH_LEAST; /* as if it had been set before they were read */
    expect_error(session, "genmove b", "is not a human-play network");
    session = start(false, -1);
    session_do(session, "kata-set-param humanSLChosenMoveProp 0.5");
    expect_error(session, "genmove b", "there is no human-play network (--human-model)");
    session_do(session, "kata-set-param humanSLChosenMoveProp 0;genmove b");
    Status status;
    cr_assert(human_profile_read("rank_5k", &session->engine.options.profile, &status));
    expect_error(session, "genmove b", "there is no human-play network to imitate people");
}
