#include "gtp/terminal/screen.h"

#include <ctype.h>
#include <string.h>

#include "engine/base/os/system.h"
#include "engine/go/board/board_text.h"

/* ---- What the terminal can ---- */

static bool names_utf8(const char *locale) {
    for (; *locale != '\0'; locale++) {
        if (tolower((unsigned char)locale[0]) == 'u' && tolower((unsigned char)locale[1]) == 't' &&
            tolower((unsigned char)locale[2]) == 'f' && strchr("-8", locale[3]) != NULL) {
            return true;
        }
    }
    return false;
}

BoardStyle board_style(void) {
    const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"}, *locale = NULL;
    const char *terminal = os_variable("TERM");
    for (int i = 0; i < 3 && locale == NULL; i++) {
        locale = os_variable(names[i]);
    }
    return (BoardStyle){
        .has_colors = os_is_terminal(OS_STANDARD_OUTPUT) && os_variable("NO_COLOR") == NULL &&
                      terminal != NULL && strcmp(terminal, "dumb") != 0,
        .has_signs = locale != NULL && names_utf8(locale),
    };
}

/* ---- Drawing ---- */

static const char WOOD[] = "\033[48;5;179m", RED[] = "\033[38;5;160m", PLAIN[] = "\033[0m";
static const char *const INKS[] = {"\033[38;5;16m", "\033[38;5;231m",
                                   "\033[38;5;94m"}; /* [Color] */

/* White is a disk, too, where it can be white. */
static const char *sign_of(Color color, bool is_star, BoardStyle style) {
    if (!style.has_signs) {
        return color == BLACK ? "X" : color == WHITE ? "O" : is_star ? "+" : ".";
    }
    return color == BLACK     ? "●"
           : color == EMPTY   ? is_star ? "+" : "·"
           : style.has_colors ? "●"
                              : "○";
}

static void add_drawn_cell(const BoardView *view, BoardStyle style, int x, int y, Text *text) {
    const Geometry *geometry = view->game->geometry;
    const Point p = point_at(x, y);
    const Color color = board_color(&view->game->board, p);
    const char mark[] = {view->marks[p], '\0'};
    const Color ink = mark[0] == '\0'  ? color
                      : mark[0] == 'b' ? BLACK
                      : mark[0] == 'w' ? WHITE
                                       : EMPTY;
    const char *sign =
        mark[0] != '\0'
            ? mark
            : sign_of(color, board_text_is_star(geometry->width, geometry->height, x, y), style);
    text_add(text, "%s%s", style.has_colors ? INKS[ink] : "", sign);
}

/* What stands before column x of a row, which is what stands behind the column before. */
static void add_gap(const BoardView *view, BoardStyle style, int x, int y, Text *text) {
    const Point p = point_at(x, y), before = x == 0 ? POINT_NONE : point_at(x - 1, y);
    const Point last = game_last_move(view->game), cursor = view->cursor;
    const char gap = p == cursor                                ? '['
                     : before == cursor && cursor != POINT_NONE ? ']'
                     : p == last                                ? '('
                     : before == last && last != POINT_NONE     ? ')'
                                                                : ' ';
    text_add(text, "%s%c", style.has_colors && gap != ' ' ? RED : "", gap);
}

static void add_columns(int width, Text *text) {
    text_add(text, "   ");
    for (int x = 0; x < width; x++) {
        text_add(text, " %c", POINT_COLUMNS[x]);
    }
    text_add(text, "\n");
}

void board_view_add(const BoardView *view, BoardStyle style, Text *text) {
    const int width = view->game->geometry->width, height = view->game->geometry->height;
    const int *prisoners = view->game->board.prisoners;
    add_columns(width, text);
    for (int y = 0; y < height; y++) {
        text_add(text, "%2d %s", height - y, style.has_colors ? WOOD : "");
        for (int x = 0; x < width; x++) {
            add_gap(view, style, x, y, text);
            add_drawn_cell(view, style, x, y, text);
        }
        add_gap(view, style, width, y, text);
        text_add(text, "%s %d\n", style.has_colors ? PLAIN : "", height - y);
    }
    add_columns(width, text);
    text_add(text, "Captured by Black: %d, by White: %d\n", prisoners[BLACK], prisoners[WHITE]);
}
