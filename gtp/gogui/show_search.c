/* What the search thinks of the position. */
#include <stdlib.h>

#include "gtp/gogui/show.h"

/* A look at the position: enough for a picture, a fraction of a second by playouts. */
static const int64_t LOOK_VISITS = 1000;

/* A win rate is shaded fully if it differs from the position's by one in this many. */
static const double WIN_RATE_SHADES = 5;

static const double LEAST_POLICY = 0.005; /* of a move that is shown: half a percent */

static void keep_analysis(void *context, const Analysis *analysis) {
    Analysis *kept = context;
    *kept = *analysis;
    kept->moves_ownership = NULL; /* belongs to the search */
}

/* Returns what the search knows of the present position with the call's color to move; if that is
 * little, a short search adds to it, otherwise one visit. The caller frees it. Returns NULL, with
 * the error written, if that fails. */
static Analysis *look(GtpCall *call) {
    GtpEngine *engine = call->engine;
    Analysis *analysis = malloc(sizeof *analysis);
    if (analysis == NULL) {
        call_fail(call, "out of memory");
        return NULL;
    }
    const SearchWatch watch = {.seconds = INFINITY, .report = keep_analysis, .context = analysis};
    Turn turn = engine_turn(engine, call->color);
    PlayerOptions options = engine->options;
    if (options.visits == 0 || options.visits > LOOK_VISITS) {
        options.visits = LOOK_VISITS;
    }
    turn.options = &options;
    Status status;
    engine->player.watch = &watch;
    const bool ok = player_analyze(&engine->player, &turn, &status);
    engine->player.watch = NULL;
    if (!ok) {
        call_fail(call, "%s", status.text);
        free(analysis);
        return NULL;
    }
    return analysis;
}

/* ---- The moves of the position ---- */

/* Writes a figure of a move as a shade from -1 to 1 and as a word. Returns false if the move is not
 * shown. */
typedef bool (*MoveFigure)(const Analysis *analysis, const AnalysisMove *move, float *shade,
                           char word[GFX_COUNT_MAX]);

static void draw_moves(const Analysis *analysis, const Geometry *geometry, MoveFigure figure,
                       Text *text) {
    float shades[POINT_COUNT] = {0};
    Text labels = {0};
    for (int i = 0; i < analysis->count; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        char word[GFX_COUNT_MAX];
        float shade;
        if (move->move != POINT_PASS && figure(analysis, move, &shade, word)) {
            shades[move->move] = shade;
            gfx_add_label(&labels, geometry, move->move, word);
        }
    }
    gfx_add_shades(text, geometry, GFX_WORSE_TO_BETTER, shades);
    gfx_add_labels(text, &labels);
    gfx_add_status(text, geometry, analysis);
}

static bool show_moves(GtpCall *call, MoveFigure figure) {
    Analysis *analysis = look(call);
    if (analysis != NULL) {
        draw_moves(analysis, call->engine->game->geometry, figure, call->answer);
    }
    free(analysis);
    return analysis != NULL;
}

/* Shades a move by how much better or worse it is than the position. */
static bool figure_win_rate(const Analysis *analysis, const AnalysisMove *move, float *shade,
                            char word[GFX_COUNT_MAX]) {
    *shade = (float)(WIN_RATE_SHADES * (move->win_rate - analysis->win_rate));
    snprintf(word, GFX_COUNT_MAX, "%.0f", 100 * move->win_rate);
    return move->visits > 0;
}

/* Shades by the share of the first move, which has the most. */
static bool figure_visits(const Analysis *analysis, const AnalysisMove *move, float *shade,
                          char word[GFX_COUNT_MAX]) {
    *shade = (float)move->visits / (float)analysis->moves[0].visits;
    gfx_count(move->visits, word);
    return move->visits > 0;
}

/* Shades by the square root of the share of the most likely move, as most shares are small; the
 * smallest are not shown. */
static bool figure_policy(const Analysis *analysis, const AnalysisMove *move, float *shade,
                          char word[GFX_COUNT_MAX]) {
    double most = 0;
    for (int i = 0; i < analysis->count; i++) {
        most = fmax(most, analysis->moves[i].prior);
    }
    *shade = sqrtf((float)(move->prior / fmax(most, LEAST_POLICY)));
    snprintf(word, GFX_COUNT_MAX, "%.0f", 100 * move->prior);
    return move->prior >= LEAST_POLICY;
}

static bool show_win_rates(GtpCall *call) {
    return show_moves(call, figure_win_rate);
}

static bool show_visits(GtpCall *call) {
    return show_moves(call, figure_visits);
}

static bool show_policy(GtpCall *call) {
    return show_moves(call, figure_policy);
}

/* ---- Live graphics ---- */

void live_report(void *context, const Analysis *analysis) {
    const GtpEngine *engine = context;
    if (!engine->display.live) {
        return;
    }
    Text block = text_new("gogui-gfx:\n");
    draw_moves(analysis, engine->game->geometry, figure_visits, &block);
    text_add(&block, "\n"); /* an empty line ends the block */
    fputs(text_get(&block), stderr);
    text_free(&block);
}

void live_clear(const GtpEngine *engine) {
    if (engine->display.live) {
        fputs("gogui-gfx: CLEAR\n", stderr);
    }
}

const GtpCommand GTP_SHOW_SEARCH_COMMANDS[] = {
    {"dihedra-show_win_rates", "[COLOR]", GTP_OPTIONAL_COLOR, 0, 1, show_win_rates,
     "win rate of each searched move in percent, after a short search if need be (gfx)"},
    {"dihedra-show_visits", "[COLOR]", GTP_OPTIONAL_COLOR, 0, 1, show_visits,
     "visits of each searched move, after a short search if need be (gfx)"},
    {"dihedra-show_policy", "[COLOR]", GTP_OPTIONAL_COLOR, 0, 1, show_policy,
     "the evaluator's policy in percent: where the search looks first (gfx)"},
    {0},
};
