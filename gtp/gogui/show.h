/* What GoGui shows of the engine's view of the position: commands by theme, and what they share.
 * The type in brackets in the help of each is the form of its answer; gtp/commands/dialects/gogui.c
 * lists it under that type.
 *
 * gfx is drawing commands, at most one of them TEXT (a second one would open a window). hstring is
 * text for people. Handlers change nothing but the search's
 * memory; only the thread that runs commands calls them. */
#ifndef GTP_GOGUI_SHOW_H
#define GTP_GOGUI_SHOW_H

#include "gtp/session/call.h"

extern const GtpCommand GTP_SHOW_LIFE_COMMANDS[];
extern const GtpCommand GTP_SHOW_END_COMMANDS[];
extern const GtpCommand GTP_SHOW_SEARCH_COMMANDS[];
extern const GtpCommand GTP_SHOW_VALUES_COMMANDS[];
extern const GtpCommand GTP_SHOW_BOOK_COMMANDS[];

/* Adds the visits of each move as a number and a shade, then the status line. */
void show_add_visits(const Analysis *analysis, const Geometry *geometry, Text *text);

#endif
