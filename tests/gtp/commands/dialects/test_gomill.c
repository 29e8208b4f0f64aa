/* gomill's commands: what the engine says of its moves and of itself, claims, and records. */
#include "engine/base/version.h"
#include "tests/support/session/session.h"

/* Black has all but won, ten moves into the game; White cannot live. */
static const char WON[] = "boardsize 5;komi 0.5;play b B2;play w D4;play b B3;play w pass;"
                          "play b B4;play w pass;play b C4;play w pass;play b C2";

/* Returns a session that searches enough to be sure and may resign. */
static Session *session_that_thinks(void) {
    Session *session = session_new(5, 5);
    session->engine.options.visits = 600;
    session->engine.options.memory_mb = 8;
    session->engine.options.resign_below = 0.05;
    return session;
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* ---- The last move ---- */

Test(gomill, explains_the_move_chosen_last) {
    static const char *const COMMANDS[] = {"genmove b", "reg_genmove b",
                                           "restricted_genmove b C3 C4", "gomill-genmove_ex b"};
    for (int i = 0; i < 4; i++) {
        Session *session = session_new(5, 5);
        session_expect(session, "gomill-explain_last_move", "");
        const char *start = formatted("%s, win rate ", session_ask(session, COMMANDS[i]));
        const char *answer = session_ask(session, "gomill-explain_last_move");
        cr_assert(starts_with(answer, start), "%s: %s", COMMANDS[i], answer);
        cr_assert_not_null(strstr(answer, " playout"), "%s", answer);
        session_do(session, "clear_board");
        session_expect(session, "gomill-explain_last_move", "");
    }
}

/* ---- The engine ---- */

Test(gomill, describes_the_engine_with_its_parameters) {
    Session *session = session_new(5, 5);
    session_do(session, "dihedra_param_search visits 77");
    session->engine.options.seed = 1234;
    char *rest = session_ask(session, "gomill-describe_engine");
    cr_assert_str_eq(strsep(&rest, "\n"), "Dihedra " DIHEDRA_VERSION);
    cr_assert_str_eq(strsep(&rest, "\n"), "seed 1234");
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        const char *line = strsep(&rest, "\n");
        cr_assert(line != NULL && starts_with(line, parameter->name), "%s", parameter->name);
        cr_assert(strcmp(parameter->name, "visits") != 0 || strcmp(line, "visits 77") == 0);
    }
    cr_assert_null(rest);
}

/* ---- Claims ---- */

Test(gomill, claims_only_when_asked_and_won) {
    static const struct {
        const char *line;
        bool claims;
    } CASES[] = {{"gomill-genmove_ex b claim", true},
                 {"gomill-genmove_ex b hurry claim", true},
                 {"gomill-genmove_ex b Claim hurry", false},
                 {"gomill-genmove_ex w claim", false}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session *session = session_that_thinks();
        session_do(session, WON);
        const int moves = session->engine.game->move_count;
        const char *answer = session_ask(session, CASES[i].line);
        const bool ends = strcmp(answer, "claim") == 0 || strcmp(answer, "resign") == 0;
        cr_assert_eq(strcmp(answer, "claim") == 0, CASES[i].claims, "%s: %s", CASES[i].line,
                     answer);
        cr_assert_eq(session->engine.game->move_count, moves + !ends, "a claim is no move");
    }
}

/* ---- Records ---- */

static char *saved(Session *session, const char *properties) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    session_expect(session, formatted("gomill-savesgf %s %s", path, properties), "");
    char *text = cleanup_free(calloc(1, 1 << 14));
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL && fread(text, 1, (1 << 14) - 1, file) > 0);
    fclose(file);
    return text;
}

/* The engine's own properties and the given ones, which replace them: escaped in both ways, and
 * given twice. */
Test(gomill, records_have_their_properties) {
    static const char *const PARTS[] = {
        "AP[Dihedra:",      "SZ[9]",           "KM[5.5]",        "HA[2]",     "DT[2",
        "RU[tromp-taylor]", "PB[Me \\\\ too]", "PW[GNU Go:3.8]", "RE[W+3.5]", "EV[a\\]b]"};
    Session *session = session_new(9, 9);
    session_do(session, "komi 5.5;fixed_handicap 2");
    char *text = saved(session, "RE=0 pb=Me\\_\\\\\\_too PW=GNU\\_Go:3.8 RE=W+3.5 EV=a]b");
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++) {
        cr_assert_eq(count_in(text, PARTS[i]), 1, "%s in\n%s", PARTS[i], text);
    }
    cr_assert_eq(count_in(text, "RE["), 1);
    text = saved(session, "KM=6 HA=0 AP=Other:1 DT=2001-02-03 RU=Chinese PB=");
    static const char *const OTHERS[] = {"KM[6]",          "HA[0]",       "AP[Other:1]",
                                         "DT[2001-02-03]", "RU[Chinese]", "PB[]"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        char name[4] = {OTHERS[i][0], OTHERS[i][1], '[', '\0'};
        cr_assert(count_in(text, OTHERS[i]) == 1 && count_in(text, name) == 1, "%s in\n%s",
                  OTHERS[i], text);
    }
}

/* Comments stand on those of the engine's moves that are still part of the game. */
Test(gomill, records_have_the_engines_comments) {
    Session *session = session_new(5, 5);
    session_do(session, "genmove b;play w pass;genmove b;undo;genmove b;reg_genmove w;undo;"
                        "play b A1;genmove w");
    char *text = saved(session, "");
    cr_assert_eq(count_in(text, "\n;"), 4);
    cr_assert_eq(count_in(text, "C["), 2, "%s", text);
    cr_assert_not_null(strstr(text, "W[]\n;B[ae]\n;W["), "%s", text);
    session_do(session, "gg-undo 4;play w C3;play b pass");
    text = saved(session, "");
    cr_assert_eq(count_in(text, "C["), 0, "%s", text);
}
