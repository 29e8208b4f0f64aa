/* GoGui's live graphics: blocks of "gogui-gfx:" on standard error, by which GoGui draws what a
 * search thinks while it runs. Each block is one write: other threads may write to standard error.
 */
#ifndef GTP_GOGUI_LIVE_H
#define GTP_GOGUI_LIVE_H

#include "gtp/session/engine.h"

/* The names of LiveGraphics; NULL ends them. */
extern const char *const LIVE_NAMES[];

/* Draws what the engine's display asks for. A report of a SearchWatch whose context is the
 * GtpEngine. */
void live_report(void *context, const Analysis *analysis);

/* Clears what was drawn. */
void live_clear(const GtpEngine *engine);

#endif
