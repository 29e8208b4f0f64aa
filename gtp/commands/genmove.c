#include "gtp/commands/genmove.h"

#include "gtp/gogui/show.h"

/* Between two pictures of live graphics: often enough to follow, seldom enough to be drawn. */
static const double LIVE_SECONDS = 0.5;

/* Visits of a search for its report alone, if the choice needed none: a few milliseconds. */
static const int64_t GLANCE_VISITS = 50;

/* Says on standard error what was thought of the move. */
static void comment_on_move(const GtpEngine *engine, const PlayerMove *move) {
    char vertex[POINT_TEXT_MAX];
    point_to_text(move->move, engine->game->geometry->height, vertex);
    if (move->network_was_late) {
        fprintf(stderr, "dihedra: a network is still loading; this move was chosen without it\n");
    }
    if (!engine->display.search_summary) {
        return;
    }
    if (move->searched) {
        const SearchResult *search = &move->search;
        fprintf(stderr,
                "dihedra: %s, win rate %.1f%%, score %+.1f, %lld playout%s, depth %d, %.2f s\n",
                vertex, 100 * search->win_rate, search->score, (long long)search->playouts,
                text_plural(search->playouts), search->depth, search->seconds);
    } else if (move->is_from_book) {
        const BookOpinion *book = &move->book;
        fprintf(stderr,
                "dihedra: %s, from the book, win rate %.1f%% (%.1f to %.1f), score %+.1f, visits "
                "%.0f\n",
                vertex, 100 * book->win_rate, 100 * book->lower, 100 * book->upper, book->score,
                book->visits);
    }
}

/* Chooses as a rank does. A watch gets reports of a search at full strength first: the few visits
 * of the rank's own search say too little. */
static bool choose_by_rank(GtpEngine *engine, Turn turn, PlayerOptions options, PlayerMove *move,
                           Status *status) {
    Player *player = &engine->player;
    const SearchWatch *watch = player->watch;
    PlayerOptions report = options;
    report.lag += STRENGTH_MOVE_MS / 1000.0;
    turn.options = &report;
    if (watch != NULL && !player_analyze(player, &turn, status)) {
        return false;
    }
    options.seed ^= engine->play.has_seed ? 0 : engine->play.strength_seed;
    turn.options = &options;
    turn.start = 0; /* the report's time is not the move's */
    player->watch = NULL;
    const bool ok = player_choose(player, &turn, move, status);
    player->watch = watch;
    return ok;
}

/* Chooses at full strength, with live graphics if they are on. A watch draws them itself, and gets
 * a report if the choice needed no search. */
static bool choose_at_full_strength(GtpEngine *engine, Turn turn, PlayerOptions options,
                                    PlayerMove *move, Status *status) {
    const SearchWatch live = {.seconds = LIVE_SECONDS, .report = live_report, .context = engine};
    Player *player = &engine->player;
    const SearchWatch *watch = player->watch;
    if (watch == NULL && engine->display.live) {
        player->watch = &live;
    }
    bool ok = player_choose(player, &turn, move, status);
    if (watch == NULL) {
        player->watch = NULL;
        live_clear(engine);
    } else if (ok && !move->searched) {
        options.visits = GLANCE_VISITS;
        turn.options = &options;
        ok = player_analyze(player, &turn, status);
    }
    return ok;
}

/* Chooses a move, POINT_NONE if it is cancelled. */
static bool choose(GtpCall *call, MoveUse use, PlayerMove *move) {
    GtpEngine *engine = call->engine;
    GtpInput *input = use == MOVE_SHOWN_UNLESS_LINE ? engine->input : NULL;
    PlayerOptions options = engine->options;
    Turn turn = engine_turn(engine, call->color);
    Game position;
    Status status;
    turn.options = &options;
    if (use == MOVE_OUTSIDE_GAME) { /* a test may load a record that ends with passes */
        position = *engine->game;
        position.board.passes = 0;
        turn.game = &position;
        options.resign_below = 0;
    }
    if (input != NULL) {
        input_interrupt_by(input, INTERRUPT_BY_LINE);
    }
    const bool ok = (options.strength != STRENGTH_NONE ? choose_by_rank : choose_at_full_strength)(
        engine, turn, options, move, &status);
    if (input != NULL) {
        input_interrupt_by(input, INTERRUPT_BY_CLIENT);
    }
    if (!ok) {
        return call_fail(call, "%s", status.text);
    }
    if (use != MOVE_OUTSIDE_GAME) {
        game_clock_spend(&engine->clock, call->color, clock_seconds() - turn.start);
    }
    comment_on_move(engine, move);
    if (input != NULL && input_has_line(input)) {
        move->move = POINT_NONE;
    }
    return true;
}

/* Plays the move if that is its use and it is not to resign, and answers it. */
static bool finish(GtpCall *call, MoveUse use, const PlayerMove *move) {
    GtpEngine *engine = call->engine;
    char text[POINT_TEXT_MAX];
    Status status;
    if (use == MOVE_PLAYED && move->move != POINT_RESIGN) {
        if (!game_play(engine->game, move->color, move->move, &status)) {
            return call_fail(call, "%s", status.text);
        }
        saved_position_set(&engine->play.own_move, engine->game);
    }
    if (use == MOVE_PLAYED && move->move == POINT_RESIGN) {
        engine_resign(engine, move->color);
    }
    text_add(call->answer, "%s",
             move->move == POINT_NONE
                 ? "cancelled"
                 : point_to_text(move->move, engine->game->geometry->height, text));
    return true;
}

bool genmove_run(GtpCall *call, MoveUse use) {
    PlayerMove move;
    return choose(call, use, &move) && finish(call, use, &move);
}

bool genmove_run_among(GtpCall *call, const bool allowed[POINT_COUNT]) {
    GtpEngine *engine = call->engine;
    const Turn turn = engine_turn(engine, call->color);
    PlayerMove move;
    Status status;
    if (!player_choose_among(&engine->player, &turn, allowed, &move, &status)) {
        return call_fail(call, "%s", status.text);
    }
    comment_on_move(engine, &move);
    return finish(call, MOVE_SHOWN, &move);
}
