#include "gtp/gogui/live.h"

#include <math.h>
#include <stdio.h>

#include "gtp/gogui/gfx.h"

const char *const LIVE_NAMES[] = {
    [LIVE_OFF] = "off", [LIVE_VARIATION] = "variation", [LIVE_VISITS] = "visits", NULL};

/* Adds the visits of each move as a number, and as a square in the mover's color. */
static void add_visits(const Analysis *analysis, const Geometry *geometry, Text *text) {
    const double most = analysis->moves[0].visits > 0 ? (double)analysis->moves[0].visits : 1;
    const double sign = analysis->color == BLACK ? 1 : -1;
    Text labels = {0}, influence = {0};
    for (int i = 0; i < analysis->count; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        char count[GFX_COUNT_MAX], share[32];
        if (move->visits > 0 && move->move != POINT_PASS) {
            snprintf(share, sizeof share, "%.2f", sign * fmin((double)move->visits / most, 1));
            gfx_add_label(&influence, geometry, move->move, share);
            gfx_add_label(&labels, geometry, move->move, gfx_count(move->visits, count));
        }
    }
    if (labels.length > 0) {
        text_add(text, "INFLUENCE%s\nLABEL%s\n", text_get(&influence), text_get(&labels));
    }
    text_free(&labels);
    text_free(&influence);
}

static void add_moves(const Analysis *analysis, const Geometry *geometry, LiveGraphics graphics,
                      Text *text) {
    const AnalysisMove *best = &analysis->moves[0];
    switch (graphics) {
    case LIVE_OFF:
        break;
    case LIVE_VARIATION:
        gfx_add_variation(text, geometry, analysis->color, best->pv, best->pv_length);
        break;
    case LIVE_VISITS:
        add_visits(analysis, geometry, text);
        break;
    }
}

void live_report(void *context, const Analysis *analysis) {
    const GtpEngine *engine = context;
    const Geometry *geometry = engine->game->geometry;
    if (engine->display.live == LIVE_OFF) {
        return;
    }
    Text block = {0};
    text_add(&block, "gogui-gfx:\n");
    if (analysis->count > 0) {
        add_moves(analysis, geometry, engine->display.live, &block);
    }
    gfx_add_status(&block, geometry, analysis);
    text_add(&block, "\n"); /* an empty line ends the block */
    fputs(text_get(&block), stderr);
    text_free(&block);
}

void live_clear(const GtpEngine *engine) {
    if (engine->display.live != LIVE_OFF) {
        fputs("gogui-gfx: CLEAR\n", stderr);
    }
}
