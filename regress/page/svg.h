/* Boards as SVG inside an HTML page, small enough for hundreds on one page: what boards of one size
 * share is defined once, and all stones of a colour are one path.
 *
 *     svg_add_marks(&page);             once a page
 *     svg_add_grid(&page, 19, 19);      once a page and size
 *     svg_add_board(&page, &board);     as often as wanted
 *
 * The page's style sheet must contain svg_style. The unit of length is the distance of two lines; x
 * counts from the left and y from the top, both from 0. Functions keep no state. */
#ifndef REGRESS_PAGE_SVG_H
#define REGRESS_PAGE_SVG_H

#include "engine/base/text.h"

#include <stdint.h>

/* Marks differ in shape as well as in colour. If several are on one point, all are visible except a
 * ring under a triangle. */
typedef enum {
    SVG_ASKED,     /* a blue square */
    SVG_EXPECTED,  /* a green ring */
    SVG_FORBIDDEN, /* an orange triangle */
    SVG_PLAYED,    /* a red cross */
    SVG_MARKS
} SvgMark;

typedef struct {
    int width, height;     /* 1..25 */
    const uint8_t *stones; /* row by row from the top left: 0 empty, 1 black, 2 white */
    const uint8_t *marks;  /* for each point the sum of 1 << SvgMark */
    const char *title;     /* the board in words, for readers who do not see it */
} SvgBoard;

extern const char svg_style[]; /* CSS, dark mode included */

void svg_add_marks(Text *page);
void svg_add_grid(Text *page, int width, int height);
void svg_add_board(Text *page, const SvgBoard *board);

/* A mark alone, as large as a letter, for legends. */
void svg_add_sign(Text *page, SvgMark mark);

#endif
