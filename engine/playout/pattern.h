/* The 3x3 points around a move: which neighbourhoods there are up to symmetry, and how good they
 * are for a move in a playout.
 *
 * The eight neighbours of a point are one 16-bit number, two bits each, a Color (BORDER off the
 * board), in reading order without the middle:
 *
 *     0 1 2
 *     3 . 4        neighbour i in bits 2i, 2i+1
 *     5 6 7
 *
 * The tables are constant once made; any thread may read them. */
#ifndef ENGINE_PLAYOUT_PATTERN_H
#define ENGINE_PLAYOUT_PATTERN_H

#include <string.h>

#include "engine/board/board.h"

enum {
    PATTERN_NUMBERS = 1200,
    PATTERN_EYE_MAX = 6, /* points of the largest eye that has a vital point */
};

typedef struct {
    /* [code]: equal for the eight images, below PATTERN_NUMBERS; 0 where the neighbourhood stands
     * on no board two points wide. */
    uint16_t number[1 << 16];
    /* [code]: bit BLACK, bit WHITE: a shape to play for that colour. */
    uint8_t matches[1 << 16];
    /* [code]: bit BLACK, bit WHITE: the point may be in an eye of that colour of at most
     * PATTERN_EYE_MAX points; nothing in the neighbourhood speaks against it. */
    uint8_t eye[1 << 16];
} PatternTable;

/* Made once, on first use, and then shared. */
const PatternTable *pattern_table(void);

/* Three colours in a row from there, two bits each. (It reads a byte more.) */
static inline unsigned pattern_row(const uint8_t *color) {
    uint32_t bytes;
    memcpy(&bytes, color, sizeof bytes);
    return (bytes | bytes >> 6 | bytes >> 12) & 0x3F;
}

/* The neighbours of p, a point of the board, as the number drawn above. */
static inline unsigned pattern_code(const Board *board, Point p) {
    const unsigned middle = pattern_row(&board->color[p - 1]);
    return pattern_row(&board->color[p - STRIDE - 1]) | (middle & 3) << 6 | middle >> 4 << 8 |
           pattern_row(&board->color[p + STRIDE - 1]) << 10;
}

static inline bool pattern_matches(const PatternTable *table, const Board *board, Color color,
                                   Point p) {
    return table->matches[pattern_code(board, p)] >> color & 1;
}

/* May the empty point p be in a small eye of the colour? */
static inline bool pattern_may_be_eye(const PatternTable *table, const Board *board, Color color,
                                      Point p) {
    return table->eye[pattern_code(board, p)] >> color & 1;
}

/* The code with the colours of the stones exchanged. */
static inline unsigned pattern_exchange(unsigned code) {
    return code ^ (~code >> 1 & 0x5555); /* the low bit of each neighbour whose high bit is 0 */
}

#endif
