#include "gtp/gogui/live.h"

#include <stdio.h>

#include "gtp/gogui/gfx.h"

const char *const LIVE_NAMES[] = {
    [LIVE_OFF] = "off", [LIVE_VARIATION] = "variation", [LIVE_VISITS] = "visits", NULL};

/* Adds the visits of each move as a number, and as a shade by its share of the most. INFLUENCE
 * would be drawn over the number. */
static void add_visits(const Analysis *analysis, const Geometry *geometry, Text *text) {
    const float most = (float)analysis->moves[0].visits;
    float shades[POINT_COUNT] = {0};
    Text labels = {0};
    for (int i = 0; i < analysis->count; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        char count[GFX_COUNT_MAX];
        if (move->visits > 0 && move->move != POINT_PASS) {
            shades[move->move] = (float)move->visits / most;
            gfx_add_label(&labels, geometry, move->move, gfx_count(move->visits, count));
        }
    }
    gfx_add_shades(text, geometry, GFX_WORSE_TO_BETTER, shades);
    gfx_add_labels(text, &labels);
}

void live_report(void *context, const Analysis *analysis) {
    const GtpEngine *engine = context;
    const Geometry *geometry = engine->game->geometry;
    if (engine->display.live == LIVE_OFF) {
        return;
    }
    Text block = {0};
    text_add(&block, "gogui-gfx:\n");
    if (analysis->count > 0 && engine->display.live == LIVE_VISITS) {
        add_visits(analysis, geometry, &block);
    } else if (analysis->count > 0) {
        const AnalysisMove *best = &analysis->moves[0];
        gfx_add_variation(&block, geometry, analysis->color, best->pv, best->pv_length);
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
