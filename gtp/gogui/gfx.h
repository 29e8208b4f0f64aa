/* Text that GoGui draws on its board: words for all points, and drawing commands (GoGui's manual,
 * chapters "Analyze Commands" and "Live Graphics"). The functions are pure but for the text that
 * they add to; any thread may call them. */
#ifndef GTP_GOGUI_GFX_H
#define GTP_GOGUI_GFX_H

#include "engine/base/text.h"
#include "engine/go/board/geometry.h"
#include "engine/search/analysis.h"

/* Returns what follows the word of a cell: a blank, or a newline at the end of a row. */
const char *gfx_word_end(const Geometry *geometry, int cell);

/* Adds a line "COMMAND C4 D5 ..." of the points with this mark, or nothing if there are none. */
void gfx_add_points(Text *text, const Geometry *geometry, const char *command,
                    const uint8_t marks[POINT_COUNT], uint8_t mark);

/* Adds lines "COLOR #rrggbb C4 ..." that color the board by shade[point], from red at -1 through no
 * color at 0 to blue at 1. Shades beyond are cut off. */
void gfx_add_shades(Text *text, const Geometry *geometry, const float shade[POINT_COUNT]);

/* Adds a line "VAR b C4 w D5 ..." of alternating moves, or nothing if count is 0. */
void gfx_add_variation(Text *text, const Geometry *geometry, Color first, const Point *moves,
                       int count);

/* Adds a blank and "C4 word". */
void gfx_add_label(Text *text, const Geometry *geometry, Point p, const char *word);

/* Adds a line "TEXT ..." for the status line: visits, win rate and score of the side to move, and
 * the best line. */
void gfx_add_status(Text *text, const Geometry *geometry, const Analysis *analysis);

/* Writes a count in at most four characters: 999, 1.2k, 12k, 1.2M. Returns text. */
enum { GFX_COUNT_MAX = 24 };
const char *gfx_count(int64_t count, char text[GFX_COUNT_MAX]);

#endif
