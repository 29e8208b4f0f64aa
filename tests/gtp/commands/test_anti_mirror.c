/* Against mirror Go over GTP: in all searches, or in those for a move alone. */
#include "tests/support/session/session.h"

/* White mirrors 14 moves on 19x19. */
static Session *mirrored_session(void) {
    Session *session = session_new(19, 19);
    session_do(session, "kata-set-rules chinese;komi 7.5;kata-set-param visits 1000;"
                        "kata-set-param keep 0");
    for (int i = 0; i < 14; i++) {
        const char *letters = "ABCDEFGHJKLMNOPQRST";
        const int column = 2 * (i % 10), row = i / 10;
        session_do(session, formatted("play b %c%d;play w %c%d", letters[column], 19 - row,
                                      letters[18 - column], 1 + row));
    }
    return session;
}

/* Visits of the center, in the last report. */
static int center_visits(Session *session, const char *command) {
    const char *answer = session_ask(session, command), *last = NULL;
    int visits = 0;
    for (const char *at = answer; (at = strstr(at, "info move K10 visits ")) != NULL; at++) {
        last = at;
    }
    return last != NULL && sscanf(last, "info move K10 visits %d", &visits) == 1 ? visits : 0;
}

static const char SEARCH[] = "kata-search_analyze b", ANALYZE[] = "kata-analyze b maxvisits 1000";

Test(anti_mirror, is_off_unless_wanted) {
    Session *session = mirrored_session();
    cr_assert_lt(center_visits(session, SEARCH), 50);
    cr_assert_lt(center_visits(session, ANALYZE), 50);
}

Test(anti_mirror, of_moves_leaves_analysis_alone) {
    Session *session = mirrored_session();
    session_do(session, "kata-set-param genmoveAntiMirror true");
    cr_assert_geq(center_visits(session, SEARCH), 50);
    cr_assert_lt(center_visits(session, ANALYZE), 50);
}

Test(anti_mirror, of_all_searches) {
    Session *session = mirrored_session();
    session_do(session, "kata-set-param antiMirror true");
    cr_assert_geq(center_visits(session, SEARCH), 50);
    cr_assert_geq(center_visits(session, ANALYZE), 50);
}
