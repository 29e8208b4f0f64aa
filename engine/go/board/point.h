/* Points of the board, colors, and their names. Pure functions.
 *
 * A Point is an index into arrays that hold the board row by row from the top, with a border column
 * to the left of each row (also the right border of the row above) and a border row above and
 * below. The stride is the same for every size, so the neighbors of p are p - 1, p + 1, p - STRIDE
 * and p + STRIDE, and one off the board is a border point, never outside the array.
 *
 *     x = 0..width-1 from the left, y = 0..height-1 from the top (row "height" in GTP's numbering)
 */
#ifndef ENGINE_GO_BOARD_POINT_H
#define ENGINE_GO_BOARD_POINT_H

#include <stdbool.h>
#include <stdint.h>

#include "hash/symmetry.h"

typedef uint16_t Point;

enum {
    STRIDE = BOARD_SIDE_MAX + 1,
    POINT_COUNT = 704, /* 27 rows of 26 and one more, rounded up to whole cache lines */
    POINT_NONE = 0,    /* this and the next two are border points */
    POINT_PASS = 1,
    POINT_RESIGN = 2,
};

typedef enum __attribute__((packed)) { BLACK = 0, WHITE = 1, EMPTY = 2, BORDER = 3 } Color;

/* A Color in one byte. A position is an array of these, row by row from the top left, without the
 * border. color_hash_cell alone converts to the code of hash/symmetry.h. */
typedef uint8_t ColorCell;

typedef struct {
    Color color;
    Point point; /* on the board, or POINT_PASS */
} Move;

static inline Color color_opponent(Color color) {
    return (Color)(color ^ 1);
}

/* color is BLACK, WHITE or EMPTY. */
static inline HashCell color_hash_cell(Color color) {
    return (HashCell)(color == EMPTY   ? HASH_CELL_EMPTY
                      : color == BLACK ? HASH_CELL_BLACK
                                       : HASH_CELL_WHITE);
}

static inline Point point_at(int x, int y) {
    return (Point)((y + 1) * STRIDE + x + 1);
}

static inline int point_x(Point p) {
    return p % STRIDE - 1;
}

static inline int point_y(Point p) {
    return p / STRIDE - 1;
}

static inline bool point_is_move(Point p) {
    return p > POINT_RESIGN;
}

/* Is it a point of a board of this size? */
static inline bool point_is_within(Point p, int width, int height) {
    const int x = point_x(p), y = point_y(p);
    return x >= 0 && x < width && y >= 0 && y < height;
}

/* From a point to those beside it. */
static const int POINT_OFFSETS[4] = {-1, 1, -STRIDE, STRIDE};

/* The k-th of the four points beside a point of the board, and all of them; some may be border
 * points. */
static inline Point point_beside(Point p, int k) {
    return (Point)(p + POINT_OFFSETS[k]);
}

static inline void point_neighbors(Point p, Point beside[4]) {
    beside[0] = (Point)(p - 1);
    beside[1] = (Point)(p + 1);
    beside[2] = (Point)(p - STRIDE);
    beside[3] = (Point)(p + STRIDE);
}

static inline bool point_touches(Point a, Point b) {
    const int apart = a - b;
    return apart == 1 || apart == -1 || apart == STRIDE || apart == -STRIDE;
}

/* Adds p to a list of count points, unless it is there. Returns whether it was added. */
static inline bool point_list_add(Point *list, int *count, Point p) {
    for (int i = 0; i < *count; i++) {
        if (list[i] == p) {
            return false;
        }
    }
    list[(*count)++] = p;
    return true;
}

enum { POINT_TEXT_MAX = 8 }; /* bytes with the NUL */

/* The column letters of GTP, which leave out I. */
static const char POINT_COLUMNS[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/* Writes "C4", "pass", "resign" or "none" for a board of this height. Returns text. */
const char *point_to_text(Point p, int height, char text[POINT_TEXT_MAX]);

/* Reads a vertex of a board of width x height, "pass" or "resign", in upper or lower case. */
bool point_from_text(const char *text, int width, int height, Point *p);

const char *color_name(Color color);         /* black, white */
const char *color_capital_name(Color color); /* Black, White */

/* Reads b, black, w or white in any case. Returns false for any other text. */
bool color_from_text(const char *text, Color *color);

#endif
