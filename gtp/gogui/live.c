#include "gtp/gogui/live.h"

#include <math.h>
#include <stdio.h>

#include "gtp/gogui/gfx.h"

const char *const LIVE_NAMES[] = {
    [LIVE_OFF] = "off", [LIVE_VARIATION] = "variation", [LIVE_VISITS] = "visits", NULL};

/* How often each move was looked at: as a number, and as a square of its colour. */
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

/* One block, its empty line included; nothing for LIVE_OFF. */
static void add_block(const Analysis *analysis, const Geometry *geometry, LiveGraphics graphics,
                      Text *text) {
    if (graphics == LIVE_OFF) {
        return;
    }
    text_add(text, "gogui-gfx:\n");
    const AnalysisMove *best = analysis->count > 0 ? &analysis->moves[0] : NULL;
    if (graphics == LIVE_VARIATION && best != NULL) {
        gfx_add_variation(text, geometry, analysis->color, best->pv, best->pv_length);
    } else if (best != NULL) {
        add_visits(analysis, geometry, text);
    }
    gfx_add_status(text, geometry, analysis);
    text_add(text, "\n");
}

/* In one piece: other threads may write to standard error too. */
void live_report(void *engine, const Analysis *analysis) {
    const GtpEngine *asked = engine;
    Text text = {0};
    add_block(analysis, asked->game->geometry, asked->display.live, &text);
    fputs(text_get(&text), stderr);
    text_free(&text);
}

void live_clear(const GtpEngine *engine) {
    if (engine->display.live != LIVE_OFF) {
        fputs("gogui-gfx: CLEAR\n", stderr);
    }
}
