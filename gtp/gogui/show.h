/* What GoGui shows of the engine's view of the position: commands by theme. The type in brackets in
 * the help of each is the form of its answer; gtp/commands/dialects/gogui.c lists it under that
 * type. gfx is drawing commands, at most one of them TEXT (a second one would open a window),
 * Handlers change nothing but the search's memory. */
#ifndef GTP_GOGUI_SHOW_H
#define GTP_GOGUI_SHOW_H

#include "gtp/session/call.h"

extern const GtpCommand GTP_SHOW_POSITION_COMMANDS[];
extern const GtpCommand GTP_SHOW_SEARCH_COMMANDS[];

/* ---- Live graphics: blocks of "gogui-gfx:" on standard error, by which GoGui draws what a search
 * thinks while it runs. Each block is one write: other threads may write to standard error ---- */

/* Draws what the engine's display asks for. A report of a SearchWatch whose context is the
 * GtpEngine. */
void live_report(void *context, const Analysis *analysis);

/* Clears what was drawn. */
void live_clear(const GtpEngine *engine);

#endif
