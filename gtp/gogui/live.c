#include "gtp/gogui/live.h"

#include <stdio.h>

#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

const char *const LIVE_NAMES[] = {
    [LIVE_OFF] = "off", [LIVE_VARIATION] = "variation", [LIVE_VISITS] = "visits", NULL};

void live_report(void *context, const Analysis *analysis) {
    const GtpEngine *engine = context;
    const Geometry *geometry = engine->game->geometry;
    if (engine->display.live == LIVE_OFF) {
        return;
    }
    Text block = {0};
    text_add(&block, "gogui-gfx:\n");
    if (engine->display.live == LIVE_VISITS) {
        show_add_visits(analysis, geometry, &block);
    } else {
        const AnalysisMove *best = &analysis->moves[0];
        if (analysis->count > 0) {
            gfx_add_variation(&block, geometry, analysis->color, best->pv, best->pv_length);
        }
        gfx_add_status(&block, geometry, analysis);
    }
    text_add(&block, "\n"); /* an empty line ends the block */
    fputs(text_get(&block), stderr);
    text_free(&block);
}

void live_clear(const GtpEngine *engine) {
    if (engine->display.live != LIVE_OFF) {
        fputs("gogui-gfx: CLEAR\n", stderr);
    }
}
