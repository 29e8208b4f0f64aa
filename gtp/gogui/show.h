/* What GoGui shows of the engine's view of the position: commands by theme. The type in brackets in
 * the help of each is the form of its answer; gtp/commands/dialects/gogui.c lists it under that
 * type. gfx is drawing commands, at most one of them TEXT (a second one would open a window),
 * Handlers change nothing but the search's memory. */
#ifndef GTP_GOGUI_SHOW_H
#define GTP_GOGUI_SHOW_H

#include "engine/base/text.h"
#include "engine/go/board/geometry.h"
#include "engine/search/analysis.h"
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

/* ---- Drawing commands as text (gfx.c; GoGui's manual, chapters "Analyze Commands" and "Live
 * Graphics"). Pure functions: any thread ---- */

/* Adds a line "COMMAND C4 D5 ..." with the points that have this mark, if any do. */
void gfx_add_points(Text *text, const Geometry *geometry, const char *command,
                    const uint8_t marks[POINT_COUNT], uint8_t mark);

/* What shades of -1 and 1 look like. GoGui lays them half transparent over its board of wood, below
 * stones and black labels. */
typedef enum {
    GFX_WORSE_TO_BETTER, /* red to blue */
    GFX_WHITE_TO_BLACK,  /* light to dark: owners, without labels */
} GfxPalette;

/* Adds lines "COLOR #rrggbb C4 ..." that color the board by shade[point], through no color at 0.
 * Shades below -1 and above 1 are cut off. */
void gfx_add_shades(Text *text, const Geometry *geometry, GfxPalette palette,
                    const float shade[POINT_COUNT]);

/* Adds a blank and "C4 word". */
void gfx_add_label(Text *text, const Geometry *geometry, Point p, const char *word);

/* Adds a line "TEXT ..." for the status line: visits, win rate and score of the side to move, and
 * the best line. */
void gfx_add_status(Text *text, const Geometry *geometry, const Analysis *analysis);

/* Adds a line "LABEL ..." with the labels, if there are any, and frees them. */
void gfx_add_labels(Text *text, Text *labels);

/* Writes a count in at most four characters: 999, 1.2k, 12k, 1.2M. Returns text. */
enum { GFX_COUNT_MAX = 24 };
const char *gfx_count(int64_t count, char text[GFX_COUNT_MAX]);

#endif
