/* GoGui's live graphics: what a search thinks while it thinks, drawn on GoGui's board by blocks of
 * "gogui-gfx:" on standard error. */
#ifndef GTP_GOGUI_LIVE_H
#define GTP_GOGUI_LIVE_H

#include "gtp/engine.h"

/* The names of LiveGraphics, NULL at the end. */
extern const char *const LIVE_NAMES[];

/* Draws as the engine is set to; a SearchWatch's report, its context a GtpEngine. */
void live_report(void *engine, const Analysis *analysis);

/* Takes what was drawn off the board. */
void live_clear(const GtpEngine *engine);

#endif
