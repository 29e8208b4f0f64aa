/* What the search thinks: of the position on the board, and what the last search for a move came
 * to. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

static void keep(void *context, const Analysis *analysis) {
    Analysis *kept = context;
    *kept = *analysis;
    kept->moves_owner = NULL; /* it is the search's */
}

/* Where the graph has as many visits of the position already, the search adds but one. */
Analysis *show_look(GtpCall *call, Color color) {
    static const int64_t LOOK_VISITS = 1000;
    GtpEngine *engine = call->engine;
    Analysis *analysis = malloc(sizeof *analysis);
    if (analysis == NULL) {
        call_fail(call, "out of memory");
        return NULL;
    }
    const SearchWatch watch = {.seconds = INFINITY, .report = keep, .context = analysis};
    const double start = clock_seconds();
    PlayerOptions options = engine->options;
    if (options.visits == 0 || options.visits > LOOK_VISITS) {
        options.visits = LOOK_VISITS;
    }
    Status status;
    engine->player.watch = &watch;
    const bool ok =
        player_look(&engine->player, &options, &engine->clock, start, engine->game, color, &status);
    engine->player.watch = NULL;
    if (!ok) {
        call_fail(call, "%s", status.text);
        free(analysis);
        return NULL;
    }
    return analysis;
}

/* The same for the colour that the call names, or whose turn it is. */
static Analysis *look(GtpCall *call) {
    Color color = (Color)call->engine->game->board.to_move;
    if (call->count == 1 && !call_get_color(call, 0, &color)) {
        return NULL;
    }
    return show_look(call, color);
}

/* ---- The moves of the position ---- */

/* A figure of a move, as a shade of -1 to 1 and as a word. False: the move is not shown. */
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

/* Shaded by how much better or worse than the position the move is, a fifth being as much as shows.
 */
static bool figure_win_rate(const Analysis *analysis, const AnalysisMove *move, float *shade,
                            char word[GFX_COUNT_MAX]) {
    *shade = (float)(5 * (move->win_rate - analysis->win_rate));
    set_percent(move->win_rate, word);
    return move->visits > 0;
}

static bool figure_visits(const Analysis *analysis, const AnalysisMove *move, float *shade,
                          char word[GFX_COUNT_MAX]) {
    *shade = (float)move->visits / (float)(analysis->visits > 0 ? analysis->visits : 1);
    gfx_count(move->visits, word);
    return move->visits > 0;
}

/* Small shares are many: they are shaded by their roots, and have no number. */
static bool figure_policy(const Analysis *analysis, const AnalysisMove *move, float *shade,
                          char word[GFX_COUNT_MAX]) {
    (void)analysis;
    *shade = sqrtf((float)move->prior);
    set_percent(move->prior, word);
    return move->prior >= 0.005;
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
    enum { SHOWN_MOVES = 10, SHOWN_LINE = 10 };
    Analysis *analysis = look(call);
    if (analysis == NULL) {
        return false;
    }
    text_add(call->answer, "Visits: %lld of this position, %s to play\n",
             (long long)analysis->visits, color_name(analysis->color));
    text_add(call->answer, "Value: win rate %.1f%%, score %+.1f\n", 100 * analysis->win_rate,
             analysis->score);
    text_add(call->answer, "  visits  win rate  score  prior  line\n");
    for (int i = 0; i < analysis->count && i < SHOWN_MOVES; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        text_add(call->answer, "%8lld %8.1f%% %+6.1f %5.1f%% ", (long long)move->visits,
                 100 * move->win_rate, move->score, 100 * move->prior);
        for (int k = 0; k < move->pv_length && k < SHOWN_LINE; k++) {
            call_add_point(call, move->pv[k]);
        }
        text_add(call->answer, "\n");
    }
    free(analysis);
    return true;
}

/* ---- The last search for a move ---- */

/* Says so where there is none to show. */
static const SearchResult *find_last_search(GtpCall *call) {
    const Remark *last = &call->engine->play.remarks.last;
    if (!last->choice.searched) {
        text_add(call->answer, "Nothing has been searched for a move of this game%s.",
                 last->is_made ? " lately: the last one needed no search" : "");
        return NULL;
    }
    return &last->choice.search;
}

bool show_last_search(GtpCall *call) {
    const Remark *last = &call->engine->play.remarks.last;
    const SearchResult *search = find_last_search(call);
    if (search == NULL) {
        return true;
    }
    char vertex[POINT_TEXT_MAX];
    text_add(call->answer, "Position: after %d move%s, %s to play\n", last->number,
             text_plural(last->number), color_name(last->color));
    text_add(call->answer, "Move: %s\n",
             point_to_text(last->choice.move, call->engine->game->geometry->height, vertex));
    text_add(call->answer, "Value: win rate %.1f%%, score %+.1f\n", 100 * search->win_rate,
             search->score);
    text_add(call->answer, "Visits: %lld, %lld with those kept from before\n",
             (long long)search->visits, (long long)search->root_visits);
    text_add(call->answer, "Depth: %d\n", search->depth);
    text_add(call->answer, "Time: %.3f seconds, %.0f visits a second\n", search->seconds,
             (double)search->visits / fmax(search->seconds, 1e-6));
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
