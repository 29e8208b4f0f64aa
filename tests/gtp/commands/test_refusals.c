/* What GTP refuses: the exact texts, and that a refusal changes nothing. Those of the draft are
 * regress/suites/refusals.tst's, random nonsense is tests/fuzz/fuzz_gtp.c's. */
#include "tests/support/session/session.h"

static const Refusal REFUSALS[] = {
    {"", "no_such_command", "unknown command"},

    {"", "boardsize big", "syntax error: expected a size, got big"},

    {"komi 5", "komi six", "syntax error: expected a komi, got six"},
    {"komi 5", "komi -1000000.5",
     "syntax error: expected a komi of at most 1000000 points, got -1000000.5"},

    {"", "play green C3", "syntax error: expected a color, got green"},
    {"", "play b I3", "syntax error: expected a vertex, got I3"},
    {"", "play b F1", "illegal move"}, /* on a larger board */

    {"", "genmove x", "syntax error: expected a color, got x"},

    {"", "restricted_genmove b C3 Z9", "syntax error: expected a vertex of the 5x5 board, got Z9"},

    {"", "final_status A6", "syntax error: expected a vertex of the 5x5 board, got A6"},

    {"", "defend Z9", "syntax error: expected a vertex of the 5x5 board, got Z9"},
    {"play b C3", "trymove w C3", "illegal move"},

    {"play b C3", "gg-undo 2", "cannot undo"},
    {"play b C3", "gg-undo -1", "syntax error: expected a number of moves, got -1"},

    {"", "dihedra_param_search symmetry",
     "syntax error: expected dihedra_param_search [NAME VALUE]"},
    {"", "dihedra_param_search symmetry 2",
     "syntax error: symmetry: expected on or off (1 or 0, true or false), got '2'"},
    {"", "dihedra_param_search memory x",
     "syntax error: memory: expected a whole number from 1 to 1048576, got 'x'"},

    {"time_settings 60 0 0", "time_settings -1 2 3", "syntax error: expected times of 0 or more"},
    {"time_settings 60 0 0", "time_settings 1 x 3",
     "syntax error: expected a byo yomi time in seconds, got x"},
    {"time_settings 60 0 0", "time_left b now 0", "syntax error: expected seconds, got now"},

    {"time_settings 60 0 0", "kgs-time_settings fischer 60 10",
     "syntax error: expected one of none absolute byoyomi canadian, got fischer"},
    {"time_settings 60 0 0", "kata-time_settings hourglass 60",
     "syntax error: expected one of none absolute byoyomi canadian fischer fischer-capped, got "
     "hourglass"},
    {"time_settings 60 0 0", "kgs-time_settings byoyomi 60 30",
     "syntax error: expected byoyomi MAIN PERIOD PERIODS"},
    {"time_settings 60 0 0", "kata-time_settings absolute -1",
     "syntax error: expected times of 0 or more"},
    {"time_settings 60 0 0", "kata-time_settings fischer-capped 60 10 59 -1",
     "syntax error: expected a limit of at least the main time, got 59"},

    {"boardsize 9 13", "fixed_handicap 2", "invalid number of stones"},
    {"boardsize 9", "fixed_handicap two", "syntax error: expected a number of stones, got two"},
    {"", "place_free_handicap 25", "invalid number of stones"},

    {"play b C3", "loadsgf /no/such/file.sgf",
     "cannot load file: /no/such/file.sgf: No such file or directory"},
    {"play b C3", "loadsgf -", "cannot load file: standard input has the commands"},
    {"play b C3", "loadsgf /no/such/file.sgf 0",
     "syntax error: expected a move number or a vertex, got 0"},

    {"", "kgs-rules stones",
     "syntax error: expected japanese, chinese, aga or new_zealand, got stones"},

    {"", "is_legal b F1", "syntax error: expected a vertex of the 5x5 board, got F1"},
    {"", "countlib A1", "syntax error: expected a vertex with a stone, got A1"},
    {"", "last_move", "no previous move known"},

    {"", "final_status_list Alive",
     "syntax error: expected alive, dead, seki, black_territory, white_territory or dame, got "
     "Alive"},
};

Test(gtp_errors, have_exact_texts_and_change_nothing) {
    session_expect_refusals(REFUSALS, sizeof REFUSALS / sizeof REFUSALS[0]);
}

/* Each command with every number of arguments that is too small, and with one too many. */
Test(gtp_errors, numbers_of_arguments) {
    Session *session = session_new(5, 5);
    session_do(session, "play b C3;time_settings 60 10 5");
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            char error[256];
            snprintf(error, sizeof error, "syntax error: expected %s %s", command->name,
                     command->arguments);
            error[strlen(error) - (command->arguments[0] == '\0')] = '\0'; /* no blank at the end */
            Text line = text_new("%s", command->name);
            for (int j = 0; j <= command->most; j++) {
                if (j < command->least) {
                    session_expect_refusal(session, line.bytes, error);
                }
                text_add(&line, " b");
            }
            session_expect_refusal(session, line.bytes, error);
            text_free(&line);
        }
    }
}

/* ---- Moves that the rules forbid ---- */

static const char KO[] = ". X O .\n"
                         "X . X O\n"
                         ". X O .\n"
                         ". . . .\n";

/* Retaking after two passes repeats a position, which only superko forbids. */
Test(gtp_errors, superko_is_refused_only_when_strict) {
    for (int strict = 0; strict <= 1; strict++) {
        Session *session = session_new(4, 4);
        session_do(session, formatted("dihedra_param_rules strict %d", strict));
        session_set_up(session, KO, WHITE);
        session_do(session, "play w B3;play b pass;play w pass");
        session_expect(session, "is_legal b C3", "0");
        if (strict == 1) {
            session_expect_refusal(session, "play b C3", "illegal move");
        } else {
            session_expect(session, "play b C3", "");
            session_expect(session, "last_move", "black C3");
        }
    }
}
