/* GoGui's extensions: sequences and set-ups that are done whole or not at all,
 * parameters, live graphics. */
#include "engine/base/version.h"
#include "gtp/gogui/show.h"
#include "tests/support/reader/gogui_check.h"
#include "tests/support/session/session.h"

/* Black has just taken a ko on 5x5: White may not take back at C3. */
#define KO "gogui-play_sequence b B3 w D4 b C4 w D2 b C2 w E3 b A1 w C3 b D3"

/* ---- Sequences ---- */

Test(gogui, a_sequence_is_its_moves) {
    static const char LINE[] = "gogui-play_sequence b C3 w D3 B c4 w d4 b PASS w A1 b B2 b A2";
    Session *one = session_new(5, 5), *many = session_new(5, 5);
    session_ask(one, LINE);
    session_do(many, "play b C3;play w D3;play b C4;play w D4;play b pass;play w A1;play b B2;"
                     "play b A2");
    session_expect_same(one, many);
    session_expect(one, "gogui-play_sequence", "");
    session_expect(one, "gg-undo 8", "");
}

Test(gogui, a_sequence_happens_whole_or_not_at_all) {
    static const Refusal CASES[] = {
        {"", "gogui-play_sequence b",
         "syntax error: expected pairs of COLOR VERTEX, got b without a vertex"},
        {"play b C3", "gogui-play_sequence w D4 b D4", "illegal move"},
        {"play b C3", "gogui-play_sequence w D4 x A1", "syntax error: expected a color, got x"},
        {"play b C3", "gogui-play_sequence w pass b pass w resign",
         "syntax error: expected a vertex of the 5x5 board, got resign"},
        {KO ";dihedra_param_rules strict 1", "gogui-play_sequence w pass b pass w C3",
         "illegal move"},
        {KO, "gogui-play_sequence w E5 b A5 w C3 b D3", "illegal move"},
        {"trymove b C3", "gogui-play_sequence w D4 b D4", "illegal move"},
    };
    session_expect_refusals(CASES, sizeof CASES / sizeof CASES[0]);
}

/* ---- Setting up ---- */

Test(gogui, a_set_up_is_where_the_game_begins) {
    Session *session = session_new(5, 5), *drawn = session_new(5, 5);
    session_do(session, "play b E5;clear_board;gogui-setup b C3 w D3 b C4 w D4;"
                        "gogui-setup_player w");
    session_set_up(drawn,
                   ". . . . .\n"
                   ". . X O .\n"
                   ". . X O .\n"
                   ". . . . .\n"
                   ". . . . .\n",
                   WHITE);
    session_expect_same(session, drawn);
    session_refuse(session, "undo", "cannot undo");
    session_do(session, "play w C5;undo");
    cr_assert_eq(session->engine.game->board.to_move, WHITE);
}

Test(gogui, a_set_up_happens_whole_or_not_at_all) {
    static const Refusal CASES[] = {
        {"", "gogui-setup b C3 w",
         "syntax error: expected pairs of COLOR VERTEX, got w without a vertex"},
        {"", "gogui-setup b C3 w C3",
         "syntax error: expected an empty vertex for each stone, got C3"},
        {"", "gogui-setup b C3 w pass",
         "syntax error: expected an empty vertex for each stone, got pass"},
        {"", "gogui-setup b C3 w Z9", "syntax error: expected a vertex of the 5x5 board, got Z9"},
        {"play b C3", "gogui-setup w D4", "board not empty"},
        {"gogui-setup b C3", "gogui-setup w D4", "board not empty"},
        {"", "gogui-setup b A2 b B1 w A1", "the stones around A1 have no liberty"},
        {"", "gogui-setup_player", "syntax error: expected gogui-setup_player COLOR"},
    };
    session_expect_refusals(CASES, sizeof CASES / sizeof CASES[0]);
}

/* ---- Parameters ---- */

/* Sets a parameter and reads it back. Nothing else in the list changes. */
static void expect_set(Session *session, const char *command, const char *name, const char *value) {
    char *before = session_ask(session, command);
    const char *line = formatted("%s %s %s", command, name, value);
    session_expect(session, line, "");
    const char *after = session_ask(session, command);
    gogui_check_answer("param", after, 5, 5);
    const char *wanted = formatted("] %s ", name);
    const char *at = strstr(after, wanted), *old = strstr(before, wanted);
    cr_assert(at != NULL && old != NULL, "%s is not in\n%s", name, after);
    cr_assert_eq(at - after, old - before, "%s changes what is before it", line);
    cr_assert_eq(strncmp(after, before, (size_t)(at - after)), 0);
    at += strlen(wanted);
    old += strlen(wanted);
    const size_t length = strcspn(at, "\n");
    cr_assert(length == strlen(value) && strncmp(at, value, length) == 0, "%s gives %.40s", line,
              at);
    const char *end = strchr(old, '\n');
    cr_assert_str_eq(at + length, end == NULL ? "" : end, "%s changes what is behind it", line);
}

/* Each parameter's least value, greatest value and default, as text. */
Test(gogui, search_parameters_take_each_value) {
    const PlayerOptions defaults = player_default_options();
    Session *session = session_new(5, 5);
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        if (parameter->type == PARAMETER_PROFILE || parameter->type == PARAMETER_STRENGTH ||
            parameter->type == PARAMETER_COLOR || parameter->type == PARAMETER_AUTO) {
            continue; /* has no limits */
        }
        Text *initial = text_kept();
        expect_set(session, "dihedra_param_search", parameter->name,
                   formatted("%.12g", parameter->least));
        expect_set(
            session, "dihedra_param_search", parameter->name,
            formatted(parameter->type == PARAMETER_INTEGER ? "%.0f" : "%.12g", parameter->most));
        parameter_add_value(parameter, &defaults, initial);
        expect_set(session, "dihedra_param_search", parameter->name, initial->bytes);
        session_body(
            session,
            formatted("dihedra_param_search %s %.12g", parameter->name, parameter->most + 1), '?');
        expect_set(session, "dihedra_param_search", parameter->name, initial->bytes);
    }
}

Test(gogui, parameters_refuse_what_is_none) {
    static const Refusal CASES[] = {
        {"", "dihedra_param_rules komi", "syntax error: expected dihedra_param_rules [NAME VALUE]"},
        {"", "dihedra_param_rules komi x", "syntax error: expected a komi, got x"},
        {"", "dihedra_param_rules rules chess", "syntax error: unknown rules chess"},
        {"", "dihedra_param_rules strict yes", "syntax error: expected 0 or 1, got yes"},
        {"", "dihedra_param_rules size 9", "syntax error: unknown parameter size"},
        {"", "dihedra_param_output x", "syntax error: expected dihedra_param_output [NAME VALUE]"},
        {"", "dihedra_param_output live_graphics on", "syntax error: expected 0 or 1, got on"},
    };
    session_expect_refusals(CASES, sizeof CASES / sizeof CASES[0]);
}

/* ---- Live graphics ---- */

/* Runs a line and returns what it wrote to standard error. */
static char *errors_of(Session *session, const char *line) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    FILE *file = fopen(path, "w+");
    cr_assert(kept >= 0 && file != NULL);
    cr_assert_geq(dup2(fileno(file), STDERR_FILENO), 0);
    session_ask(session, line);
    fflush(stderr);
    cr_assert_geq(dup2(kept, STDERR_FILENO), 0);
    close(kept);
    Text text = {0};
    char bytes[4096];
    rewind(file);
    while (fgets(bytes, sizeof bytes, file) != NULL) {
        text_add(&text, "%s", bytes);
    }
    text_add(&text, "%s", "");
    fclose(file);
    return cleanup_free(text.bytes);
}

/* Reads live graphics as GoGui does: a block ends with an empty line, and a single line draws at
 * once. The last line must clear the board. Returns the number of blocks. */
static int check_live(const char *errors, int width, int height) {
    int blocks = 0;
    bool clears = true;
    for (const char *at = errors; (at = strstr(at, "gogui-gfx:")) != NULL;) {
        cr_assert(at == errors || at[-1] == '\n', "%s", at);
        at += strlen("gogui-gfx:");
        clears = strncmp(at, " CLEAR\n", 7) == 0;
        if (clears) {
            continue;
        }
        const char *end = strstr(at, "\n\n");
        cr_assert(*at == '\n' && end != NULL, "%s", at);
        char *block = strndup(at + 1, (size_t)(end - at - 1)), wrong[256];
        cr_assert(gogui_is_gfx(block, width, height, wrong), "%s\nin %s", wrong, block);
        if (strncmp(block, "TEXT ", 5) != 0) { /* at the first visit no move has any */
            cr_assert(strncmp(block, "COLOR #", 7) == 0, "%s", block);
            cr_assert_not_null(strstr(block, "\nTEXT "));
        }
        free(block);
        blocks++;
    }
    cr_assert(clears, "%s", errors);
    return blocks;
}

Test(gogui, live_graphics_draw_what_the_search_thinks) {
    static const char *const LINES[] = {"genmove b", "reg_genmove w", "kata-genmove_analyze b 1",
                                        "lz-analyze 1"};
    for (int i = 0; i < 4; i++) {
        Session *session = session_new(7, 5);
        session_do(session, "dihedra_param_search visits 60;play b C3");
        session_do(session, "dihedra_param_output live_graphics 1");
        cr_assert_geq(check_live(errors_of(session, LINES[i]), 7, 5), 1, "%s", LINES[i]);
    }
}

Test(gogui, live_graphics_only_where_asked_for) {
    Session *session = session_new(5, 5);
    session_do(session, "dihedra_param_search visits 40");
    char *errors = errors_of(session, "genmove b");
    cr_assert_null(strstr(errors, "gogui-gfx"));
    cr_assert_eq(strncmp(errors, "dihedra: ", 9), 0, "%s", errors);
    session_ask(session, "dihedra_param_output search_summary 0");
    errors = errors_of(session, "genmove w");
    cr_assert_str_eq(errors, "");
}
