#include "regress/page/svg.h"
#include "engine/go/board/board_text.h"
#include "regress/page/markup.h"

#include <assert.h>

enum { LINE_PIXELS = 28 }; /* between two lines, unless the page is too narrow */

/* Wood, stones and marks keep their colours in dark mode, except that the wood is dimmed: the
 * marks' light rims set them off from both wood and stones. */
const char svg_style[] = {
#include "regress/page/svg.css.inc"
    0};

static const struct {
    const char *name, *path; /* the origin of the path is the point */
} marks[SVG_MARKS] = {
    [SVG_ASKED] = {"asked", "M-.38-.38H.38V.38H-.38Z"},
    [SVG_EXPECTED] = {"expected", "M-.32 0A.32.32 0 0 1 .32 0A.32.32 0 0 1-.32 0Z"},
    [SVG_FORBIDDEN] = {"forbidden", "M0-.46L.43.3H-.43Z"},
    [SVG_PLAYED] = {"played", "M-.19-.19L.19.19M.19-.19L-.19.19"},
};

static const char open_definitions[] =
    "<svg class=\"definitions\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>";

void svg_add_marks(Text *page) {
    text_add(page, "%s", open_definitions);
    for (int i = 0; i < SVG_MARKS; i++) {
        text_add(page,
                 "<g id=\"mark-%s\"><path class=\"rim\" d=\"%s\"/>"
                 "<path class=\"mark %s\" d=\"%s\"/></g>",
                 marks[i].name, marks[i].path, marks[i].name, marks[i].path);
    }
    text_add(page, "</defs></svg>\n");
}

void svg_add_sign(Text *page, SvgMark mark) {
    text_add(page,
             "<svg class=\"sign\" viewBox=\"-.6 -.6 1.2 1.2\" aria-hidden=\"true\">"
             "<use href=\"#mark-%s\"/></svg>",
             marks[mark].name);
}

/* Adds the coordinates along all four sides. */
static void add_coordinates(Text *page, int width, int height) {
    text_add(page, "<g class=\"coordinates\">");
    for (int x = 0; x < width; x++) {
        const char letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x];
        text_add(page, "<text x=\"%d\" y=\"-.8\">%c</text>", x, letter);
        text_add(page, "<text x=\"%d\" y=\"%d.2\">%c</text>", x, height, letter);
    }
    for (int y = 0; y < height; y++) {
        text_add(page, "<text x=\"-1\" y=\"%d.2\">%d</text>", y, height - y);
        text_add(page, "<text x=\"%d\" y=\"%d.2\">%d</text>", width, y, height - y);
    }
    text_add(page, "</g>");
}

void svg_add_grid(Text *page, int width, int height) {
    assert(width >= 1 && width <= BOARD_SIDE_MAX && height >= 1 && height <= BOARD_SIDE_MAX);
    text_add(page, "%s<g id=\"grid-%dx%d\">", open_definitions, width, height);
    text_add(page, "<path class=\"wood\" d=\"M-1.5-1.5H%d.5V%d.5H-1.5Z\"/>", width, height);
    text_add(page, "<path class=\"lines\" d=\"");
    for (int y = 0; y < height; y++) {
        text_add(page, "M0 %dH%d", y, width - 1);
    }
    for (int x = 0; x < width; x++) {
        text_add(page, "M%d 0V%d", x, height - 1);
    }
    text_add(page, "\"/><path class=\"stars\" d=\"");
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            if (board_text_is_star(width, height, x, y)) {
                text_add(page, "M%d %dh0", x, y);
            }
        }
    }
    text_add(page, "\"/>");
    add_coordinates(page, width, height);
    text_add(page, "</g></defs></svg>\n");
}

/* A stone is a line of no length with round ends. Each white stone lies on a black one, which is a
 * little larger and so draws its edge. */
static void add_stones(Text *page, const SvgBoard *board, const char *name, bool black_too) {
    text_add(page, "<path class=\"%s\" d=\"", name);
    for (int i = 0; i < board->width * board->height; i++) {
        if (board->stones[i] == 2 || (black_too && board->stones[i] == 1)) {
            text_add(page, "M%d %dh0", i % board->width, i / board->width);
        }
    }
    text_add(page, "\"/>");
}

static void add_point_marks(Text *page, const SvgBoard *board, int point) {
    const int x = point % board->width, y = point / board->width;
    for (int i = 0; i < SVG_MARKS; i++) {
        if ((board->marks[point] >> i & 1) != 0) {
            text_add(page, "<use href=\"#mark-%s\" x=\"%d\" y=\"%d\"/>", marks[i].name, x, y);
        }
    }
}

void svg_add_board(Text *page, const SvgBoard *board) {
    const int width = board->width, height = board->height;
    assert(width >= 1 && width <= BOARD_SIDE_MAX && height >= 1 && height <= BOARD_SIDE_MAX);
    text_add(page,
             "<svg class=\"board\" width=\"%d\" height=\"%d\" viewBox=\"-1.5 -1.5 %d %d\" "
             "role=\"img\" aria-label=\"",
             (width + 2) * LINE_PIXELS, (height + 2) * LINE_PIXELS, width + 2, height + 2);
    markup_add_text(page, board->title);
    text_add(page, "\"><use href=\"#grid-%dx%d\"/>", width, height);
    add_stones(page, board, "black", true);
    add_stones(page, board, "white", false);
    for (int i = 0; i < width * height; i++) {
        add_point_marks(page, board, i);
    }
    text_add(page, "</svg>");
}
