/* Commands that play: moves from outside, moves of the engine. */
#include <stdio.h>

#include "engine/base/clock.h"
#include "gtp/commands/play.h"
#include "gtp/gogui/live.h"

static bool play(GtpCall *call, Color color, Point p) {
    Status status;
    return game_play(call->engine->game, color, p, &status) || gtp_fail(call, "%s", status.text);
}

bool gtp_play(GtpCall *call, Color color, Point p) {
    const GtpEngine *engine = call->engine;
    const MoveCheck check = game_check(engine->game, color, p);
    if (check == MOVE_SUPERKO && !engine->strict) {
        char text[POINT_TEXT_MAX];
        fprintf(stderr, "dihedra: %s %s repeats a position; played all the same\n",
                color_name(color), point_to_text(p, engine->game->geometry->height, text));
    } else if (check != MOVE_LEGAL) {
        return gtp_fail(call, "illegal move");
    }
    return play(call, color, p);
}

/* A vertex of any board is well formed; one off this board is merely illegal. */
static bool run_play(GtpCall *call) {
    const Game *game = call->engine->game;
    Color color;
    Point p;
    if (!gtp_get_color(call, 0, &color)) {
        return false;
    }
    if (!point_from_text(call->arguments[1], BOARD_SIDE_MAX, BOARD_SIDE_MAX, &p)) {
        return gtp_fail(call, "syntax error: expected a vertex, got %.40s", call->arguments[1]);
    }
    if (p == POINT_RESIGN) {
        return true; /* some controllers tell the winner so */
    }
    if (!point_from_text(call->arguments[1], game->geometry->width, game->geometry->height, &p)) {
        return gtp_fail(call, "illegal move");
    }
    return gtp_play(call, color, p);
}

void gtp_add_choice(GtpCall *call, const PlayerMove *move) {
    char text[POINT_TEXT_MAX];
    text_add(call->answer, "%s",
             move->move == POINT_NONE
                 ? "cancelled"
                 : point_to_text(move->move, call->engine->game->geometry->height, text));
}

/* Remembers what was thought of the move, and says so. */
static void remark(GtpEngine *engine, Color color, const PlayerMove *move) {
    Text line = {0};
    engine->remarks.last = remark_on(move, color, engine->game);
    remark_add(&engine->remarks.last, engine->game->geometry, &line);
    if (move->network_was_late) {
        fprintf(stderr, "dihedra: the network is still being read: this move is by playouts\n");
    }
    if (move->searched && !engine->quiet) {
        fprintf(stderr, "dihedra: %s\n", text_get(&line));
    }
    text_free(&line);
}

/* Chooses with live graphics, where they are wanted and nobody else watches (who does draws too).
 */
static bool choose_live(GtpEngine *engine, const PlayerOptions *options, Color color,
                        PlayerMove *move, Status *status) {
    static const double SECONDS = 0.5; /* between pictures */
    const SearchWatch live = {.seconds = SECONDS, .report = live_report, .context = engine};
    const bool draws = engine->live != LIVE_OFF && engine->player.watch == NULL;
    if (draws) {
        engine->player.watch = &live;
    }
    const bool ok =
        player_choose(&engine->player, options, &engine->clock, engine->game, color, move, status);
    if (draws) {
        engine->player.watch = NULL;
        live_clear(engine);
    }
    return ok;
}

/* A short search for the sake of its reports, where the choice of the move needed none. */
static bool glance(GtpEngine *engine, double start, Color color, Status *status) {
    static const int64_t GLANCE_VISITS = 50;
    PlayerOptions options = engine->options;
    options.visits = GLANCE_VISITS;
    return player_look(&engine->player, &options, &engine->clock, start, engine->game, color,
                       status);
}

bool gtp_choose(GtpCall *call, Color color, bool in_game, PlayerMove *move) {
    GtpEngine *engine = call->engine;
    const double start = clock_seconds();
    PlayerOptions options = engine->options;
    options.resign_below = in_game ? options.resign_below : 0; /* a test asks for a move */
    Status status;
    bool ok = choose_live(engine, &options, color, move, &status);
    if (ok && !move->searched && engine->player.watch != NULL) {
        ok = glance(engine, start, color, &status);
    }
    if (!ok) {
        return gtp_fail(call, "%s", status.text);
    }
    if (in_game) {
        game_clock_spend(&engine->clock, color, clock_seconds() - start);
    }
    remark(engine, color, move);
    return true;
}

bool gtp_choose_until_line(GtpCall *call, Color color, PlayerMove *move) {
    GtpInput *input = call->engine->input;
    if (input == NULL) {
        return gtp_choose(call, color, true, move);
    }
    gtp_input_interrupt_by(input, GTP_BY_LINE);
    const bool ok = gtp_choose(call, color, true, move);
    gtp_input_interrupt_by(input, GTP_BY_INTERRUPT);
    if (ok && gtp_input_has_line(input)) {
        move->move = POINT_NONE;
    }
    return ok;
}

bool gtp_play_choice(GtpCall *call, Color color, const PlayerMove *move) {
    GtpEngine *engine = call->engine;
    if (move->move == POINT_RESIGN) {
        return true;
    }
    if (!play(call, color, move->move)) {
        return false;
    }
    engine->own_move_count = engine->game->move_count;
    engine->own_move_hash = engine->game->board.hash.lane[0];
    remarks_keep(&engine->remarks, engine->game);
    return true;
}

static bool run_genmove(GtpCall *call) {
    Color color;
    PlayerMove move;
    if (!gtp_get_color(call, 0, &color) || !gtp_choose(call, color, true, &move) ||
        !gtp_play_choice(call, color, &move)) {
        return false;
    }
    gtp_add_choice(call, &move);
    return true;
}

static bool run_reg_genmove(GtpCall *call) {
    Color color;
    PlayerMove move;
    if (!gtp_get_color(call, 0, &color) || !gtp_choose(call, color, false, &move)) {
        return false;
    }
    gtp_add_choice(call, &move);
    return true;
}

/* As in GNU Go the move is not played. */
static bool run_restricted_genmove(GtpCall *call) {
    GtpEngine *engine = call->engine;
    bool allowed[POINT_COUNT] = {false};
    Color color;
    if (!gtp_get_color(call, 0, &color)) {
        return false;
    }
    for (int i = 1; i < call->count; i++) {
        Point p;
        if (!gtp_get_point(call, i, &p)) {
            return false;
        }
        allowed[p] = p != POINT_PASS;
    }
    PlayerMove move;
    Status status;
    if (!player_choose_among(&engine->player, &engine->options, &engine->clock, engine->game, color,
                             allowed, &move, &status)) {
        return gtp_fail(call, "%s", status.text);
    }
    remark(engine, color, &move);
    gtp_add_choice(call, &move);
    return true;
}

static bool run_undo(GtpCall *call) {
    long count = 1;
    if (call->count == 1 && !gtp_get_integer(call, 0, "a number of moves", 0, 1000000, &count)) {
        return false;
    }
    Status status;
    return game_undo(call->engine->game, (int)count, &status) || gtp_fail(call, "cannot undo");
}

/* That it is listed tells GoGui that it may interrupt. */
static bool run_gogui_interrupt(GtpCall *call) {
    (void)call;
    return true;
}

const GtpCommand GTP_PLAY_COMMANDS[] = {
    {"play", "COLOR VERTEX", 2, 2, run_play, "plays a move, whoever's turn it is"},
    {"genmove", "COLOR", 1, 1, run_genmove, "chooses a move and plays it; or pass, or resign"},
    {"reg_genmove", "COLOR", 1, 1, run_reg_genmove, "chooses a move without playing it"},
    {"restricted_genmove", "COLOR VERTEX...", 2, GTP_ARGUMENTS_MAX, run_restricted_genmove,
     "chooses among these vertices without playing; pass where none of them is legal"},
    {"gogui-interrupt", "", 0, 0, run_gogui_interrupt,
     "nothing; a line \"# interrupt\" ends a search with the best move so far"},
    {"undo", "", 0, 0, run_undo, "takes the last move back"},
    {"gg-undo", "[MOVES]", 0, 1, run_undo, "takes back that many moves"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
