#include "gtp/commands/genmove.h"

#include "engine/base/clock.h"
#include "gtp/gogui/live.h"

/* Between two pictures of live graphics: often enough to follow, seldom enough to be drawn. */
static const double LIVE_SECONDS = 0.5;

/* A search for the sake of its report, if the choice of the move needed none: a few milliseconds.
 */
static const int64_t GLANCE_VISITS = 50;

/* Keeps what was thought of the move, and tells it on standard error. */
static void comment_on_move(GtpEngine *engine, const PlayerMove *move) {
    MoveComment *last = &engine->play.move_comments.last;
    Text line = {0};
    *last = move_comment_on(move, engine->game);
    move_comment_add(last, engine->game->geometry, &line);
    if (move->network_was_late) {
        fprintf(stderr, "dihedra: a network is still loading; this move was chosen without it\n");
    }
    if (move->searched && !engine->display.quiet) {
        fprintf(stderr, "dihedra: %s\n", text_get(&line));
    }
    text_free(&line);
}

/* Chooses with live graphics if they are on. A watch that is there already draws them itself. */
static bool choose_live(GtpEngine *engine, const Turn *turn, PlayerMove *move, Status *status) {
    const SearchWatch live = {.seconds = LIVE_SECONDS, .report = live_report, .context = engine};
    const bool draws = engine->display.live != LIVE_OFF && engine->player.watch == NULL;
    if (draws) {
        engine->player.watch = &live;
    }
    const bool ok = player_choose(&engine->player, turn, move, status);
    if (draws) {
        engine->player.watch = NULL;
        live_clear(engine);
    }
    return ok;
}

/* Searches for the sake of the reports. visits: 0: as many as for a move. */
static bool look(GtpEngine *engine, const Turn *turn, int64_t visits, Status *status) {
    PlayerOptions options = engine->options;
    Turn own = *turn;
    own.options = &options;
    options.visits = visits > 0 ? visits : options.visits;
    return player_analyze(&engine->player, &own, status);
}

/* Chooses as a rank does. A watch gets reports of a search of the engine's own first: what the rank
 * itself searches is too little to tell the truth by. */
static bool choose_ranked(GtpEngine *engine, const Turn *turn, PlayerMove *move, Status *status) {
    Player *player = &engine->player;
    const SearchWatch *watch = player->watch;
    if (watch != NULL && !look(engine, turn, 0, status)) {
        return false;
    }
    PlayerOptions options = *turn->options;
    Turn ranked = *turn;
    ranked.options = &options;
    ranked.start = 0; /* the report's time is not the move's */
    options.seed ^= engine->play.has_seed ? 0 : engine->play.strength_seed;
    player->watch = NULL;
    const bool ok = player_choose(player, &ranked, move, status);
    player->watch = watch;
    return ok;
}

bool genmove_choose(GtpCall *call, Color color, bool in_game, PlayerMove *move) {
    GtpEngine *engine = call->engine;
    PlayerOptions options = engine->options;
    Turn turn = engine_turn(engine, color);
    turn.options = &options;
    int *passes = &engine->game->board.passes;
    const int passes_before = *passes;
    if (!in_game) { /* a test asks for a move, though the file that it loads may end with passes */
        options.resign_below = 0;
        *passes = 0;
    }
    Status status;
    const bool has_strength = options.strength != STRENGTH_NONE;
    bool ok = has_strength ? choose_ranked(engine, &turn, move, &status)
                           : choose_live(engine, &turn, move, &status);
    if (ok && !has_strength && !move->searched && engine->player.watch != NULL) {
        ok = look(engine, &turn, GLANCE_VISITS, &status);
    }
    *passes = passes_before;
    if (!ok) {
        return call_fail(call, "%s", status.text);
    }
    if (in_game) {
        game_clock_spend(&engine->clock, color, clock_seconds() - turn.start);
    }
    comment_on_move(engine, move);
    return true;
}

bool genmove_choose_until_line(GtpCall *call, Color color, PlayerMove *move) {
    GtpInput *input = call->engine->input;
    if (input == NULL) {
        return genmove_choose(call, color, true, move);
    }
    input_interrupt_by(input, INTERRUPT_BY_LINE);
    const bool ok = genmove_choose(call, color, true, move);
    input_interrupt_by(input, INTERRUPT_BY_CLIENT);
    if (ok && input_has_line(input)) {
        move->move = POINT_NONE;
    }
    return ok;
}

bool genmove_choose_among(GtpCall *call, Color color, const bool allowed[POINT_COUNT],
                          PlayerMove *move) {
    GtpEngine *engine = call->engine;
    Status status;
    const Turn turn = engine_turn(engine, color);
    if (!player_choose_among(&engine->player, &turn, allowed, move, &status)) {
        return call_fail(call, "%s", status.text);
    }
    comment_on_move(engine, move);
    return true;
}

bool genmove_play(GtpCall *call, const PlayerMove *move) {
    GtpEngine *engine = call->engine;
    Status status;
    if (move->move == POINT_RESIGN) {
        return true;
    }
    if (!game_play(engine->game, move->color, move->move, &status)) {
        return call_fail(call, "%s", status.text);
    }
    saved_position_set(&engine->play.own_move, engine->game);
    move_comments_keep(&engine->play.move_comments, engine->game);
    return true;
}

void genmove_answer(GtpCall *call, const PlayerMove *move) {
    char text[POINT_TEXT_MAX];
    text_add(call->answer, "%s",
             move->move == POINT_NONE
                 ? "cancelled"
                 : point_to_text(move->move, call->engine->game->geometry->height, text));
}

bool genmove_run(GtpCall *call, Color color) {
    PlayerMove move;
    if (!genmove_choose(call, color, true, &move) || !genmove_play(call, &move)) {
        return false;
    }
    genmove_answer(call, &move);
    return true;
}
