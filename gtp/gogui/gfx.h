/* What GoGui draws on its board, as text: boards of words, and drawing commands (GoGui's manual,
 * chapters "Analyze Commands" and "Live Graphics"). Pure functions. */
#ifndef GTP_GOGUI_GFX_H
#define GTP_GOGUI_GFX_H

#include "engine/base/text.h"
#include "engine/board/geometry.h"
#include "engine/search/analysis.h"

/* What stands behind the word of a cell in a board of words: a blank, or the end of the row. */
const char *gfx_word_end(const Geometry *geometry, int cell);

/* A line "COMMAND C4 D5 ..." of the points of the board that carry this mark; nothing where there
 * are none. */
void gfx_add_points(Text *text, const Geometry *geometry, const char *command,
                    const uint8_t marks[POINT_COUNT], uint8_t mark);

/* Lines "COLOR #rrggbb C4 ..." that colour the board by shade[point], -1 to 1: 0 is left alone,
 * towards 1 it becomes blue, towards -1 red. */
void gfx_add_shades(Text *text, const Geometry *geometry, const float shade[POINT_COUNT]);

/* A line "VAR b C4 w D5 ..." of alternate moves; nothing where there are none. */
void gfx_add_variation(Text *text, const Geometry *geometry, Color first, const Point *moves,
                       int count);

/* A blank and "C4 word". */
void gfx_add_label(Text *text, const Geometry *geometry, Point p, const char *word);

/* A line "TEXT ..." for the status line: visits, win rate and score of the side to move, best line.
 */
void gfx_add_status(Text *text, const Geometry *geometry, const Analysis *analysis);

/* A count in at most four characters: 999, 1.2k, 12k, 1.2M. */
enum { GFX_COUNT_MAX = 24 };
const char *gfx_count(int64_t count, char text[GFX_COUNT_MAX]);

#endif
