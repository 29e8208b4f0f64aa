/* What the search thinks of the position on the board, and what the last search for a move found.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

/* A look at the position: enough for a picture, a fraction of a second by playouts. */
static const int64_t LOOK_VISITS = 1000;

/* A win rate is shaded fully if it differs from the position's by one in this many. */
static const double WIN_RATE_SHADES = 5;

static const double LEAST_POLICY = 0.005; /* of a move that is shown: half a percent */

enum { LISTED_MOVES = 10, LISTED_LINE = 10 }; /* by show_search: moves, and moves of their lines */

static void keep(void *context, const Analysis *analysis) {
    Analysis *kept = context;
    *kept = *analysis;
    kept->moves_ownership = NULL; /* belongs to the search */
}

/* If the graph has as many visits of the position already, the search adds only one. */
Analysis *show_look(GtpCall *call, Color color) {
    GtpEngine *engine = call->engine;
    Analysis *analysis = malloc(sizeof *analysis);
    if (analysis == NULL) {
        call_fail(call, "out of memory");
        return NULL;
    }
    const SearchWatch watch = {.seconds = INFINITY, .report = keep, .context = analysis};
    Turn turn = engine_turn(engine, color);
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

/* Looks for the color that the call names, or else for the side to move. */
static Analysis *look(GtpCall *call) {
    Color color = (Color)call->engine->game->board.to_move;
    if (call->count == 1 && !call_get_color(call, 0, &color)) {
        return NULL;
    }
    return show_look(call, color);
}

/* ---- The moves of the position ---- */

/* Writes a figure of a move as a shade from -1 to 1 and as a word. Returns false if the move is not
 * shown. */
typedef bool (*Figure)(const Analysis *analysis, const AnalysisMove *move, float *shade,
                       char word[GFX_COUNT_MAX]);

static bool show_moves(GtpCall *call, Figure figure) {
    const Geometry *geometry = call->engine->game->geometry;
    Analysis *analysis = look(call);
    if (analysis == NULL) {
        return false;
    }
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
    gfx_add_shades(call->answer, geometry, shades);
    if (labels.length > 0) {
        text_add(call->answer, "LABEL%s\n", text_get(&labels));
    }
    gfx_add_status(call->answer, geometry, analysis);
    text_free(&labels);
    free(analysis);
    return true;
}

static void set_percent(double share, char word[GFX_COUNT_MAX]) {
    snprintf(word, GFX_COUNT_MAX, "%.0f", 100 * share);
}

/* Shades a move by how much better or worse it is than the position. */
static bool figure_win_rate(const Analysis *analysis, const AnalysisMove *move, float *shade,
                            char word[GFX_COUNT_MAX]) {
    *shade = (float)(WIN_RATE_SHADES * (move->win_rate - analysis->win_rate));
    set_percent(move->win_rate, word);
    return move->visits > 0;
}

static bool figure_visits(const Analysis *analysis, const AnalysisMove *move, float *shade,
                          char word[GFX_COUNT_MAX]) {
    *shade = (float)move->visits / (float)(analysis->visits > 0 ? analysis->visits : 1);
    gfx_count(move->visits, word);
    return move->visits > 0;
}

/* Shades by the square root, as most shares are small; the smallest are not shown. */
static bool figure_policy(const Analysis *analysis, const AnalysisMove *move, float *shade,
                          char word[GFX_COUNT_MAX]) {
    (void)analysis;
    *shade = sqrtf((float)move->prior);
    set_percent(move->prior, word);
    return move->prior >= LEAST_POLICY;
}

bool show_win_rates(GtpCall *call) {
    return show_moves(call, figure_win_rate);
}

bool show_visits(GtpCall *call) {
    return show_moves(call, figure_visits);
}

bool show_policy(GtpCall *call) {
    return show_moves(call, figure_policy);
}

bool show_pv(GtpCall *call) {
    Analysis *analysis = look(call);
    if (analysis == NULL) {
        return false;
    }
    const AnalysisMove *best = &analysis->moves[0];
    for (int i = 0; analysis->count > 0 && i < best->pv_length; i++) {
        call_add_point(call, best->pv[i]);
    }
    free(analysis);
    return true;
}

bool show_search(GtpCall *call) {
    Analysis *analysis = look(call);
    if (analysis == NULL) {
        return false;
    }
    text_add(call->answer, "Visits: %lld of this position, %s to play\n",
             (long long)analysis->visits, color_name(analysis->color));
    text_add(call->answer, "Value: win rate %.1f%%, score %+.1f\n", 100 * analysis->win_rate,
             analysis->score);
    text_add(call->answer, "  visits  win rate  score  prior  line\n");
    for (int i = 0; i < analysis->count && i < LISTED_MOVES; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        text_add(call->answer, "%8lld %8.1f%% %+6.1f %5.1f%% ", (long long)move->visits,
                 100 * move->win_rate, move->score, 100 * move->prior);
        for (int k = 0; k < move->pv_length && k < LISTED_LINE; k++) {
            call_add_point(call, move->pv[k]);
        }
        text_add(call->answer, "\n");
    }
    free(analysis);
    return true;
}

/* ---- The last search for a move ---- */

/* Returns NULL after answering that there is none to show. */
static const SearchResult *find_last_search(GtpCall *call) {
    const MoveComment *last = &call->engine->play.move_comments.last;
    if (!last->choice.searched) {
        text_add(call->answer, "No move of this game has been searched for%s.",
                 last->is_made ? " lately: the last one needed no search" : "");
        return NULL;
    }
    return &last->choice.search;
}

bool show_last_search(GtpCall *call) {
    const MoveComment *last = &call->engine->play.move_comments.last;
    const SearchResult *search = find_last_search(call);
    if (search == NULL) {
        return true;
    }
    char vertex[POINT_TEXT_MAX];
    text_add(call->answer, "Position: after %d move%s, %s to play\n", last->number,
             text_plural(last->number), color_name(last->choice.color));
    text_add(call->answer, "Move: %s\n",
             point_to_text(last->choice.move, call->engine->game->geometry->height, vertex));
    text_add(call->answer, "Value: win rate %.1f%%, score %+.1f\n", 100 * search->win_rate,
             search->score);
    text_add(call->answer, "Visits: %lld, %lld of them playouts of this search\n",
             (long long)search->visits, (long long)search->playouts);
    text_add(call->answer, "Depth: %d\n", search->depth);
    text_add(call->answer, "Time: %.3f seconds, %.0f playouts a second\n", search->seconds,
             (double)search->playouts / fmax(search->seconds, 1e-6));
    return true;
}

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : 100 * (double)part / (double)whole;
}

bool show_table(GtpCall *call) {
    const SearchResult *search = find_last_search(call);
    if (search == NULL) {
        return true;
    }
    const TableCounts *table = &search->table;
    text_add(call->answer, "Positions: %lld in the graph, %.1f MiB\n", (long long)search->nodes,
             (double)search->bytes / (1 << 20));
    text_add(call->answer, "Probes: %" PRIu64 " for positions that their edge did not know\n",
             table->probes);
    text_add(call->answer, "Hits: %" PRIu64 " (%.1f%%)\n", table->hits,
             percent(table->hits, table->probes));
    text_add(call->answer, "Turned: %" PRIu64 " hit%s (%.1f%%) on another image of the position\n",
             table->turned_hits, text_plural((int64_t)table->turned_hits),
             percent(table->turned_hits, table->hits));
    text_add(call->answer, "Stores: %" PRIu64 ", %" PRIu64 " in the place of another position\n",
             table->stores, table->replacements);
    return true;
}
