/* Our own commands: the key of the position, ranks, parameters, and exact values. What GoGui draws
 * is in gtp/gogui/.
 *
 * The commands of parameters have the form of which GoGui makes a dialog: without arguments they
 * answer a list of "[type] name value" lines, with NAME VALUE they set one. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/player/parameter.h"
#include "engine/solve/play/exact.h"
#include "gtp/commands/families.h"
#include "gtp/gogui/live.h"

static const char UNKNOWN[] = "syntax error: unknown parameter %.40s";

static bool run_key(GtpCall *call) {
    const Game *game = call->engine->game;
    const HashKey key = board_key(&game->board, &game->rules);
    text_add(call->answer, "%016" PRIX64 " %016" PRIX64 " %d", key.key, key.check, key.orientation);
    return true;
}

/* For the commands that set a parameter: a name alone is an error. */
static bool expect_value(GtpCall *call, const char *command) {
    return call->count == 2 || call_fail(call, "syntax error: expected %s [NAME VALUE]", command);
}

/* ---- Parameters of the search ---- */

static bool run_rank(GtpCall *call) {
    const Parameter *parameter = parameter_find("rank");
    PlayerOptions *options = &call->engine->options;
    if (call->count == 1) {
        return call_set_parameter(call, parameter, call->arguments[0], options);
    }
    parameter_add_value(parameter, options, call->answer);
    return true;
}

static bool run_param_search(GtpCall *call) {
    PlayerOptions *options = &call->engine->options;
    if (call->count == 0) {
        for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
            const bool is_bool = parameter->type == PARAMETER_BOOL;
            text_add(call->answer, "[%s] %s ", is_bool ? "bool" : "string", parameter->name);
            parameter_add_value(parameter, options, call->answer);
            text_add(call->answer, "\n");
        }
        return true;
    }
    if (!expect_value(call, "dihedra_param_search")) {
        return false;
    }
    const Parameter *parameter = parameter_find(call->arguments[0]);
    if (parameter == NULL) {
        return call_fail(call, "syntax error: unknown parameter %.40s", call->arguments[0]);
    }
    return call_set_parameter(call, parameter, call->arguments[1], options);
}

/* ---- Other parameters ---- */

static bool get_bool(GtpCall *call, bool *value) {
    const char *text = call->arguments[1];
    const bool on = strcmp(text, "1") == 0;
    if (!on && strcmp(text, "0") != 0) {
        return call_fail(call, "syntax error: expected 0 or 1, got %.40s", text);
    }
    *value = on;
    return true;
}

static bool set_rules(GtpCall *call) {
    const Rules *rules = rules_find(call->arguments[1]);
    if (rules == NULL) {
        return call_fail(call, "syntax error: unknown rules %.40s", call->arguments[1]);
    }
    call->engine->game->rules = *rules;
    return true;
}

static bool run_param_rules(GtpCall *call) {
    GtpEngine *engine = call->engine;
    const char *name = call->count > 0 ? call->arguments[0] : "";
    if (call->count == 0) {
        text_add(call->answer, "[list");
        for (const Rules *rules = RULES; rules->name != NULL; rules++) {
            text_add(call->answer, "/%s", rules->name);
        }
        text_add(call->answer, "] rules %s\n[string] komi %.12g\n[bool] strict %d\n",
                 engine->game->rules.name, engine->game->komi, engine->play.strict);
        return true;
    }
    if (!expect_value(call, "dihedra_param_rules")) {
        return false;
    }
    return strcmp(name, "rules") == 0    ? set_rules(call)
           : strcmp(name, "komi") == 0   ? call_get_komi(call, 1)
           : strcmp(name, "strict") == 0 ? get_bool(call, &engine->play.strict)
                                         : call_fail(call, UNKNOWN, name);
}

static bool set_live(GtpCall *call) {
    const int found = text_find(call->arguments[1], LIVE_NAMES);
    if (found < 0) {
        return call_fail(call, "syntax error: expected off, variation or visits, got %.40s",
                         call->arguments[1]);
    }
    call->engine->display.live = (LiveGraphics)found;
    return true;
}

static bool run_param_output(GtpCall *call) {
    EngineDisplay *display = &call->engine->display;
    const char *name = call->count > 0 ? call->arguments[0] : "";
    if (call->count == 0) {
        text_add(call->answer, "[list");
        for (int i = 0; LIVE_NAMES[i] != NULL; i++) {
            text_add(call->answer, "/%s", LIVE_NAMES[i]);
        }
        text_add(call->answer, "] live_graphics %s\n[bool] search_summary %d\n",
                 LIVE_NAMES[display->live], display->search_summary);
        return true;
    }
    if (!expect_value(call, "dihedra_param_output")) {
        return false;
    }
    return strcmp(name, "live_graphics") == 0    ? set_live(call)
           : strcmp(name, "search_summary") == 0 ? get_bool(call, &display->search_summary)
                                                 : call_fail(call, UNKNOWN, name);
}

/* ---- Exact values ---- */

static const double DEFAULT_SECONDS = 10, MOST_SECONDS = 1e6;

enum { LINE_MAX_MOVES = 128 };

/* Returns a solver of the position, or NULL with the error. */
static SmallBoard *start_solver(GtpCall *call) {
    const GtpEngine *engine = call->engine;
    double seconds = DEFAULT_SECONDS;
    Status status;
    if (call->count == 1 && !call_get_real(call, 0, "a number of seconds", &seconds)) {
        return NULL;
    }
    SmallBoard *small_board = NULL;
    if (seconds <= 0 || seconds > MOST_SECONDS) {
        call_fail(call, "syntax error: expected seconds above 0, of %g at most", MOST_SECONDS);
    } else if (!small_board_check(engine->game, &status)) {
        call_fail(call, "%s", status.text);
    } else if ((small_board = engine_start_solver(engine, seconds)) == NULL) {
        call_fail(call, "out of memory");
    }
    return small_board;
}

static json_t *line_json(SmallBoard *small_board, const Game *game) {
    Point moves[LINE_MAX_MOVES];
    char text[POINT_TEXT_MAX];
    json_t *line = json_new_array();
    const int count = small_board_find_line(small_board, moves, LINE_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        json_add_value(line, json_string(point_to_text(moves[i], game->geometry->height, text)));
    }
    return line;
}

static bool run_solve(GtpCall *call) {
    const Game *game = call->engine->game;
    const double start = clock_seconds();
    SmallBoard *small_board = start_solver(call);
    if (small_board == NULL) {
        return false;
    }
    const ExactBounds bounds = small_board_solve(small_board);
    const bool is_known = bounds.lower == bounds.upper;
    json_add_text(
        json_new_packed(
            "{s:o, s:i, s:i, s:s, s:o, s:o, s:I, s:o}", "value",
            json_new_figure(is_known ? (double)bounds.lower : NAN, 0), "lower", bounds.lower,
            "upper", bounds.upper, "status", is_known ? "claimed" : "open", "score",
            json_new_figure(is_known ? exact_final_score(game, BLACK, bounds.lower) : NAN, 6),
            "line", is_known ? line_json(small_board, game) : json_new_array(), "nodes",
            (json_int_t)small_board_nodes(small_board), "seconds",
            json_new_figure(clock_seconds() - start, 3)),
        call->answer);
    small_board_free(small_board);
    return true;
}

const GtpCommand GTP_DIHEDRA_COMMANDS[] = {
    {"dihedra-key", "", GTP_WORDS, 0, 0, run_key,
     "canonical key, check word (16 hex digits each) and orientation 0..7 of the position"},
    {"dihedra-rank", "[RANK|off]", GTP_WORDS, 0, 1, run_rank,
     "asks or sets whose strength is played: 20k to 1k or 1d to 9d; off: as well as it can"},
    {"dihedra_param_search", "[NAME VALUE]", GTP_WORDS, 0, 2, run_param_search,
     "shows the parameters of the search, or sets one"},
    {"dihedra_param_rules", "[NAME VALUE]", GTP_WORDS, 0, 2, run_param_rules,
     "shows or sets rules, komi, and strict (refuse moves that only superko forbids)"},
    {"dihedra_param_output", "[NAME VALUE]", GTP_WORDS, 0, 2, run_param_output,
     "shows or sets what goes to standard error: live graphics, a line after each search"},
    {0},
};

const GtpCommand GTP_DIHEDRA_SOLVE_COMMANDS[] = {
    {"dihedra-solve", "[SECONDS]", GTP_WORDS, 0, 1, run_solve,
     "the exact value of a small board as JSON, or bounds if the seconds (10) are too few"},
    {0},
};
