/* 3x3 patterns: whether a neighborhood is a shape to play, and whether it may be a small eye.
 *
 * The code of a neighborhood is a 16-bit number: the eight neighbors of the point in reading
 * order, a Color of two bits each (BORDER off the board):
 *
 *     0 1 2
 *     3 . 4        neighbor i in bits 2i, 2i+1
 *     5 6 7
 *
 * Any thread may call these functions. */
#ifndef ENGINE_GO_PLAYOUT_PATTERN_H
#define ENGINE_GO_PLAYOUT_PATTERN_H

#include <string.h>

#include "engine/go/board/board.h"

enum { PATTERN_EYE_MAX = 6 }; /* points of the largest eye with a vital point */

typedef struct {
    /* [code]: bit BLACK, bit WHITE: the point is a shape to play for that color. */
    uint8_t matches[1 << 16];
    /* [code]: bit BLACK, bit WHITE: the point may be part of an eye of that color of at most
     * PATTERN_EYE_MAX points, as far as the neighborhood shows. */
    uint8_t eye[1 << 16];
} PatternTable;

/* The tables. The first call makes them. */
const PatternTable *pattern_table(void);

/* Three colors in a row, two bits each, the first in the lowest bits. Reads a fourth byte. */
static inline unsigned pattern_row(const uint8_t *color) {
    uint32_t bytes;
    memcpy(&bytes, color, sizeof bytes);
    return (bytes | bytes >> 6 | bytes >> 12) & 0x3F;
}

/* The code of the neighborhood of p, a point of the board. */
static inline unsigned pattern_code(const Board *board, Point p) {
    const unsigned middle = pattern_row(&board->color[p - 1]);
    return pattern_row(&board->color[p - STRIDE - 1]) | (middle & 3) << 6 | middle >> 4 << 8 |
           pattern_row(&board->color[p + STRIDE - 1]) << 10;
}

/* Is p a shape to play for the color? */
static inline bool pattern_matches(const PatternTable *table, const Board *board, Color color,
                                   Point p) {
    return table->matches[pattern_code(board, p)] >> color & 1;
}

/* May the empty point p be part of a small eye of the color? */
static inline bool pattern_may_be_eye(const PatternTable *table, const Board *board, Color color,
                                      Point p) {
    return table->eye[pattern_code(board, p)] >> color & 1;
}

#endif
