/* Handicap and the end of the game over GTP: what stones cost, who has won and which stones are
 * dead. Where fixed handicaps stand: regress/suites/handicap.tst. */
#include "tests/support/position/positions.h"
#include "tests/support/program/arena.h"
#include "tests/support/session/session.h"

/* ---- Ended positions ---- */

/* Sorts the words of each line, because the stones of a chain may come in any order. */
static int compare_words(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void expect_sorted(Session *session, const char *line, const char *body) {
    char *rest = session_ask(session, line);
    Text *sorted = text_kept();
    for (char *chain; (chain = strtok_r(rest, "\n", &rest)) != NULL;) {
        char *words[CELL_COUNT_MAX];
        int count = 0;
        for (char *word; (word = strtok_r(chain, " ", &chain)) != NULL;) {
            words[count++] = word;
        }
        qsort(words, (size_t)count, sizeof words[0], compare_words);
        for (int i = 0; i < count; i++) {
            text_add(sorted, "%s%s", words[i], i + 1 < count ? " " : "\n");
        }
    }
    cr_assert_str_eq(text_get(sorted), body, "%s\ngives\n%s", line, text_get(sorted));
}

Test(gtp_setup, final_status_of_living_and_dead_stones) {
    Session *session = session_on(ENDED_GAME, BLACK);
    expect_sorted(session, "final_status_list dead", "B2 C2 C3\n");
    expect_sorted(session, "final_status_list alive",
                  "A1 A2 A3 A4 A6 B1 B4 B5 B6 B7 C1 C4 C5 C6 D1 D2 D3 D4 D5 D6 D7\n"
                  "E1 E2 E3 E4 E5 E6 E7 F2 F3 F5 G1 G2 G4 G5\n");
    session_expect(session, "final_status_list seki", "");
    session_expect(session, "final_status_list black_territory", "A7 C7 A5 B3 C3 B2 C2");
    session_expect(session, "final_status_list white_territory", "F7 G7 F6 G6 F4 G3 F1");
    session_expect(session, "final_status_list dame", "");
}

Test(gtp_setup, komi_is_never_minus_zero) {
    Session *session = session_new(5, 5);
    session_do(session, "komi -0");
    session_expect(session, "get_komi", "0");
}

/* After two passes all stones are alive under area rules without agreement; White's last is dead
 * under the others, and while the game goes on. */
Test(gtp_setup, dead_stones_count_where_no_agreement_takes_them) {
    static const char DIAGRAM[] = ". . X O .\n"
                                  ". . X O .\n"
                                  "O . X O .\n"
                                  ". . X O .\n"
                                  ". . X O .\n";
    static const char *const CASES[][3] = {{"tromp-taylor", "W+6", ""},
                                           {"aga", "B+5", "A3"},
                                           {"chinese", "B+5", "A3"},
                                           {"japanese", "B+6", "A3"}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session *session = session_on(DIAGRAM, BLACK);
        session->engine.game->rules = *rules_find(CASES[i][0]);
        session->engine.game->komi = 0;
        session_do(session, "play b pass");
        session_expect(session, "final_status_list dead", "A3");
        session_do(session, "play w pass");
        session_expect(session, "final_score", CASES[i][1]);
        session_expect(session, "final_status_list dead", CASES[i][2]);
    }
}

/* The handicap that counts is what the commands placed. */
Test(gtp_setup, handicap_commands_set_the_compensation) {
    static const char *const LINES[] = {"fixed_handicap 3", "place_free_handicap 3",
                                        "set_free_handicap C3 G7 C7"};
    for (int i = 0; i < 3; i++) {
        Session *session = session_new(9, 9);
        session->engine.game->rules = *rules_find("chinese");
        session_do(session, "komi 0.5");
        session_ask(session, LINES[i]);
        session_expect(session, "final_score", "B+77.5"); /* all 81, less komi and 3 */
        session_do(session, "clear_board;play b C3");
        session_expect(session, "final_score", "B+80.5");
    }
}

/* So do moves of Black in a row, as servers and people give a free handicap. */
Test(gtp_setup, black_moves_in_a_row_are_a_handicap) {
    static const struct {
        const char *lines;
        int handicap;
    } CASES[] = {
        {"play b C3;play b G7;play b C7;play w E5", 3},
        {"play b C3;play w pass;play b G7;play w pass;play b C7;play w E5;play b E4", 3},
        {"play b C3;play b G7;undo;play w E5", 0},
        {"play b C3;play b G7;play w E5;play w E4;play b C7", 0},
        {"set_free_handicap C3 G7;play b E5;play w E4", 3},
        {"set_free_handicap C3 G7;play w E5;play w E4", 2},
        {"set_position b C3 b G7;play w E5", 2},
        {"set_position b C3 b G7 w E5", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session *session = session_new(9, 9);
        Game *game = session->engine.game;
        game->rules = *rules_find("chinese");
        session_do(session, CASES[i].lines);
        cr_assert_eq(game_handicap(game), CASES[i].handicap, "%s: %d", CASES[i].lines,
                     game_handicap(game));
        const double white = game_white_komi(game);
        game->rules.bonus = HANDICAP_BONUS_NONE;
        cr_assert_eq(white - game_white_komi(game), CASES[i].handicap);
    }
}

/* ---- Records ---- */

Test(gtp_setup, printsgf_tells_the_result) {
    static const char *const CASES[][2] = {
        {"play b B2", NULL},
        {"play b B2;play w pass;play b pass", "RE[B+1.5]"},
        {"play b B2;play w resign", "RE[B+R]"},
        {"play b B2;play b resign", "RE[W+R]"},
        {"play b B2;play w resign;play w A1", NULL},
        {"play b B2;play w resign;clear_board", NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session *session = session_new(3, 3);
        session_do(session, "komi 7.5");
        session_do(session, CASES[i][0]);
        const char *record = session_ask(session, "printsgf");
        const char *result = strstr(record, "RE[");
        cr_assert(CASES[i][1] == NULL
                      ? result == NULL
                      : result != NULL && strncmp(result, CASES[i][1], strlen(CASES[i][1])) == 0,
                  "%s: %s", CASES[i][0], record);
    }
}

/* Paths may stand in quotes, and a byte order mark before the first line. */
Test(gtp_setup, paths_with_blanks_stand_in_quotes) {
    Arena *arena = arena_new();
    arena_expect_shell(arena,
                       "mkdir 'a b'; printf '\\357\\273\\277boardsize 5\nplay b C3\n"
                       "printsgf \"a b/c d.sgf\"\nclear_board\nloadsgf '\"'a b/c d.sgf'\"'\n"
                       "move_history\nloadsgf \"a b\n' | \"$D\" -model none",
                       "= \n\n= \n\n= \n\n= \n\n= white\n\n= black C3\n\n"
                       "? syntax error: expected a file in double quotes, got \"a\n\n");
}
