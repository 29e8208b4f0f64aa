/* The commands of KGS. `dihedra comply` conducts whole games as the server does. */
#include "tests/support/session/session.h"

Test(kgs, kgs_rules_are_the_games_rules) {
    static const struct {
        const char *line, *name;
    } CASES[] = {{"kgs-rules japanese", "japanese"},
                 {"kgs-rules chinese", "chinese"},
                 {"kgs-rules aga", "aga"},
                 {"kgs-rules new_zealand", "new-zealand"},
                 {"kgs-rules japanese blah blah", "japanese"}};
    Session *session = session_new(5, 5);
    session_do(session, "play b C3");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        session_do(session, CASES[i].line);
        cr_assert_str_eq(session->engine.game->rules.name, CASES[i].name);
        session_expect(session, "list_stones b", "C3");
    }
}

/* genmove passes, cleanup takes the dead stone first; other moves are as before. */
Test(kgs, cleanup_takes_dead_stones_before_it_passes) {
    static const char *const RULES[] = {"chinese", "aga", "new_zealand"};
    for (int i = 0; i < 3; i++) {
        Session *session = session_new(7, 7);
        session->engine.options.visits = 200;
        session_set_up(session, SESSION_HALVES, BLACK);
        session_do(session, formatted("kgs-rules %s;komi 3.5;play b pass;play w pass", RULES[i]));
        session_expect(session, "final_status_list dead", "B4");
        session_expect(session, "reg_genmove b", "pass");
        int moves = 0;
        while (strcmp(session_ask(session, "kgs-genmove_cleanup b"), "pass") != 0) {
            session_do(session, "play w pass");
            cr_assert_lt(++moves, 10);
        }
        session_expect(session, "color B4", "empty");
        session_expect(session, "final_status_list dead", "");
        cr_assert(moves > 0 && !session->engine.options.play_out);
    }
}
