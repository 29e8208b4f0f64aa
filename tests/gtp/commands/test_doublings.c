/* Playout doublings over GTP, in analysis and play. */
#include "tests/support/session/session.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static Session *handicap_session(void) {
    Session *session = session_with_small_networks(false, -1);
    session_do(session, "kata-set-param visits 1;kata-set-param solve 0;"
                        "kata-set-param keep 0;boardsize 9;kata-set-rules chinese;"
                        "komi 0.5;place_free_handicap 2");
    return session;
}

/* What a command thinks of the position for White, under parameters. */
static char *think(Session *session, const char *command, const char *parameters) {
    session_do(session, "kata-set-params {\"playoutDoublingAdvantage\": 0, "
                        "\"playoutDoublingAdvantagePla\": \"E\"}");
    session_do(session, parameters);
    char *answer = session_ask(session, command);
    char *end = strstr(answer, "play"); /* the moves are drawn alike, the values differ */
    if (end != NULL) {
        *end = '\0';
    }
    return answer;
}

static void expect(const char *command, const char *a, const char *b, bool same) {
    Session *session = handicap_session();
    char *first = think(session, command, a), *second = think(session, command, b);
    cr_assert_eq(strcmp(first, second) == 0, same, "%s after %s and %s\n%s\n%s", command, a, b,
                 first, second);
}

static const char NONE[] = "kata-set-param playoutDoublingAdvantage 0",
                  FIXED[] = "kata-set-param playoutDoublingAdvantage 2.375",
                  BLACKS[] = "kata-set-params {\"playoutDoublingAdvantage\": -2.375, "
                             "\"playoutDoublingAdvantagePla\": \"BLACK\"}";

Test(gtp_doublings, fixed_ones_change_all_searches) {
    static const char *const COMMANDS[] = {"kata-raw-nn w 0", "kata-analyze w maxvisits 1",
                                           "kata-search_analyze w maxvisits 1"};
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        expect(COMMANDS[i], NONE, FIXED, false);
        expect(COMMANDS[i], FIXED, BLACKS, true);
        expect(COMMANDS[i], NONE, NONE, true);
    }
}

Test(gtp_doublings, sides_have_names) {
    Session *session = session_new(5, 5);
    session_expect(session, "kata-get-param playoutDoublingAdvantagePla", "E");
    session_do(session, "kata-set-param playoutDoublingAdvantagePla white");
    session_expect(session, "kata-get-param playoutDoublingAdvantagePla", "W");
    session_do(session, "kata-set-param playout_doubling_advantage_pla e");
    session_expect(session, "kata-get-param playout_doubling_advantage_pla", "E");
    session_expect_refusal(session, "kata-set-param playoutDoublingAdvantagePla red",
                           "syntax error: playoutDoublingAdvantagePla: expected black, white or "
                           "E (neither), got 'red'");
}
