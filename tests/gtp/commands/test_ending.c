/* The end of a game: what the engine leaves standing, when it passes, what it gives up. */
#include "tests/support/position/positions.h"
#include "tests/support/session/session.h"

static Session *session_at(const char *rules, const char *komi, const char *diagram,
                           Color to_move) {
    Session *session = session_new(5, 5);
    session->engine.options.visits = 600;
    session->engine.options.memory_mb = 8;
    session->engine.options.resign_below = 0.05;
    session_set_up(session, diagram, to_move);
    session->engine.game->rules = *rules_find(rules);
    session->engine.game->komi = strtod(komi, NULL);
    return session;
}

static bool answers(Session *session, const char *line, const char *wanted) {
    return strcmp(session_ask(session, line), wanted) == 0;
}

/* Also where it is to pass only at the very end. Passing wins by half a point, since Black has a
 * stone more, or nobody a point of territory; filling the liberty loses. */
Test(ending, a_seki_is_left_alone) {
    for (int play_out = 0; play_out < 2; play_out++) {
        for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
            const Rules *rules = &set->rules;
            const char *komi = rules->scoring == SCORING_TERRITORY ? "-0.5" : "0.5";
            Session *session = session_at(rules->name, komi, SEKI, WHITE);
            session->engine.options.play_out = play_out == 1;
            session_do(session, "play w pass");
            cr_assert(answers(session, "reg_genmove b", "pass"), "%s %d", rules->name, play_out);
            cr_assert(answers(session, "genmove b", "pass"), "%s %d", rules->name, play_out);
        }
    }
}

/* White's three stones at the bottom left are dead, and without them the game is lost: where they
 * will be taken off White plays for what is left, where they count it may pass. */
static const char HALF_POINT[] = ". . . . . . . . .\n"
                                 ". X X X . O O . .\n"
                                 ". X . X . O . O .\n"
                                 "X X X X O O O O .\n"
                                 ". X . X O . O . O\n"
                                 "X X X X O O O O O\n"
                                 "X . O X O . O . O\n"
                                 "X O O X O O O O .\n"
                                 "X X X X O . . . O\n";

Test(ending, dead_stones_win_nothing_where_they_go) {
    static const char *const RULES[] = {"chinese", "aga", "new-zealand"};
    for (int i = 0; i < 3; i++) {
        Session *session = session_at(RULES[i], "-4.5", HALF_POINT, BLACK);
        session_do(session, "play b pass");
        cr_assert_not(answers(session, "genmove w", "pass"), "%s", RULES[i]);
    }
    Session *session = session_at("tromp-taylor", "-4.5", HALF_POINT, BLACK);
    session_do(session, "play b pass");
    cr_assert(answers(session, "genmove w", "pass"));
}

/* By agreement nothing is left to do; else the stone must go. */
Test(ending, passes_when_all_is_settled) {
    for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
        const Rules *rules = &set->rules;
        Session *session = session_at(rules->name, "3.5", SESSION_HALVES, BLACK);
        cr_assert_eq(answers(session, "reg_genmove b", "pass"), rules->friendly_pass_ok, "%s",
                     rules->name);
        session->engine.options.play_out = true;
        cr_assert_not(answers(session, "reg_genmove b", "pass"), "%s", rules->name);
    }
}

/* What a test asks for is a move, however bad the position. */
Test(ending, a_test_gets_a_move_and_no_resignation) {
    Session *session = session_at("chinese", "100.5", ". . . . .\n. . . . .\n. . . . .\n", BLACK);
    session_do(session, "boardsize 5;play b B2;play w D4;play b B3;play w D3;play b B4;play w D2;"
                        "play b C2;play w C4");
    cr_assert_not(answers(session, "reg_genmove b", "resign"));
    cr_assert(answers(session, "genmove b", "resign"));
}

/* Two black stones at the lower left are dead; to random games it is a seki. */
Test(ending, the_network_decides_what_is_in_doubt) {
    Session *session = session_with_inside(9, 9);
    session_set_up(session, TAKEN_FOR_SEKI, WHITE);
    session_expect(session, "final_status_list seki", "");
    session_expect(session, "final_status A2", "dead");
    session_expect(session, "final_status A4", "alive");
}

/* It has no eyes, and random games find one side stronger. */
Test(ending, a_proved_seki_is_listed) {
    Session *session = session_at("japanese", "0.5",
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  ". . . . . . . . .\n"
                                  "X X X X X X X . .\n"
                                  "O O O O O O X . .\n"
                                  ". X X X . O X . .\n",
                                  BLACK);
    cr_assert(answers(session, "final_status_list seki", "A2 F1 F2 E2 D2 C2 B2\nB1 D1 C1"));
}
