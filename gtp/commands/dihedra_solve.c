/* Our own command for the solver: the value of the position on a small board. */
#include <math.h>

#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/solve/play/exact.h"
#include "gtp/commands/families.h"
#include "gtp/position_solver.h"

static const double DEFAULT_SECONDS = 10, MOST_SECONDS = 1e6;

enum { LINE_MAX_MOVES = 128 };

/* Begins what the command asks for. Returns NULL with the error. */
static SmallBoard *begin(GtpCall *call) {
    const GtpEngine *engine = call->engine;
    double seconds = DEFAULT_SECONDS;
    Status status;
    if (call->count == 1 && !call_get_real(call, 0, "a number of seconds", &seconds)) {
        return NULL;
    }
    if (seconds <= 0 || seconds > MOST_SECONDS) {
        call_fail(call, "syntax error: expected seconds above 0, of %g at most", MOST_SECONDS);
        return NULL;
    }
    if (!small_board_check(engine->game, &status)) {
        call_fail(call, "%s", status.text);
        return NULL;
    }
    SmallBoard *small_board = position_solver_start(engine, seconds);
    if (small_board == NULL) {
        call_fail(call, "out of memory");
    }
    return small_board;
}

/* ---- The value ---- */

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
    SmallBoard *small_board = begin(call);
    if (small_board == NULL) {
        return false;
    }
    const ExactBounds bounds = small_board_solve(small_board);
    const bool is_known = bounds.lower == bounds.upper;
    json_t *json = json_new_object();
    json_set_figure(json, "value", is_known ? (double)bounds.lower : NAN, 0);
    json_set_figure(json, "lower", bounds.lower, 0);
    json_set_figure(json, "upper", bounds.upper, 0);
    json_set_text(json, "status", is_known ? "claimed" : "open");
    json_set_figure(json, "score", is_known ? exact_final_score(game, BLACK, bounds.lower) : NAN,
                    6);
    json_set_value(json, "line", is_known ? line_json(small_board, game) : json_new_array());
    json_set_figure(json, "nodes", (double)small_board_nodes(small_board), 0);
    json_set_figure(json, "seconds", clock_seconds() - start, 3);
    json_add_text(json, call->answer);
    small_board_free(small_board);
    return true;
}

const GtpCommand GTP_DIHEDRA_SOLVE_COMMANDS[] = {
    {"dihedra-solve", "[SECONDS]", 0, 1, run_solve,
     "the exact value of a small board as JSON, or bounds if the seconds (10) are too few"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
