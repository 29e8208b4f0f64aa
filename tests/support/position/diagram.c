#include "tests/support/position/diagram.h"

/* Stores what the character means at a cell. */
static void read_point(Diagram *diagram, char c, int cell) {
    if (c == 'X' || c == '#') {
        diagram->cells[cell] = BLACK;
    } else if (c == 'O') {
        diagram->cells[cell] = WHITE;
    } else {
        bool letter = c >= 'a' && c <= 'z';
        cr_assert(letter || c == '.' || c == '+', "'%c' means nothing in a diagram", c);
        diagram->cells[cell] = EMPTY;
        if (letter) {
            cr_assert(diagram->letter[c - 'a'] < 0, "the diagram has '%c' twice", c);
            diagram->letter[c - 'a'] = (int16_t)cell;
        }
    }
}

Diagram diagram_read(const char *text) {
    Diagram diagram = {0};
    memset(diagram.letter, -1, sizeof diagram.letter);
    int cell = 0, x = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\n' && x > 0) {
            cr_assert(diagram.width == 0 || x == diagram.width, "lines of different length in\n%s",
                      text);
            diagram.width = x;
            diagram.height++;
            x = 0;
        } else if (*c != ' ' && *c != '\n') {
            cr_assert(x < BOARD_SIDE_MAX && diagram.height < BOARD_SIDE_MAX, "too big:\n%s", text);
            read_point(&diagram, *c, cell++);
            x++;
        }
    }
    cr_assert(diagram.height > 0 && x == 0, "the last line does not end in\n%s", text);
    return diagram;
}

Diagram diagram_in_corner(const Diagram *diagram, int side) {
    Diagram large = {.width = side, .height = side};
    memset(large.cells, EMPTY, sizeof large.cells);
    for (int cell = 0; cell < diagram->width * diagram->height; cell++) {
        large.cells[cell / diagram->width * side + cell % diagram->width] = diagram->cells[cell];
    }
    for (int i = 0; i < 26; i++) {
        const int cell = diagram->letter[i];
        large.letter[i] =
            (int16_t)(cell < 0 ? cell : cell / diagram->width * side + cell % diagram->width);
    }
    return large;
}

int diagram_cell(const Diagram *diagram, char letter) {
    cr_assert(letter >= 'a' && letter <= 'z' && diagram->letter[letter - 'a'] >= 0,
              "no letter '%c' in the diagram", letter);
    return diagram->letter[letter - 'a'];
}

Point diagram_point(const Diagram *diagram, char letter) {
    int cell = diagram_cell(diagram, letter);
    return point_at(cell % diagram->width, cell / diagram->width);
}

static void release(void *argument) {
    Geometry **place = argument;
    geometry_free(*place);
    *place = NULL;
}

Geometry *geometry_kept(int width, int height) {
    static Geometry *kept[BOARD_SIDE_MAX + 1][BOARD_SIDE_MAX + 1]; /* of the running test */
    Geometry **place = &kept[width][height];
    if (*place == NULL) {
        *place = geometry_new(width, height, HASH_DEFAULT_SEED);
        cr_assert_not_null(*place);
        cleanup_add(place, release);
    }
    return *place;
}

void diagram_set_up(const Diagram *diagram, Color to_move, Board *board) {
    Status status;
    const Geometry *geometry = geometry_kept(diagram->width, diagram->height);
    board_init(board, geometry);
    cr_assert(board_set_up(board, diagram->cells, to_move, &status), "%s", status.text);
}

DiagramText diagram_print(int width, int height, const ColorCell *cells) {
    static const char SIGNS[] = {[BLACK] = 'X', [WHITE] = 'O', [EMPTY] = '.'};
    DiagramText diagram;
    char *end = diagram.text;
    for (int cell = 0; cell < width * height; cell++) {
        *end++ = cells[cell] <= EMPTY ? SIGNS[cells[cell]] : '?';
        *end++ = (cell + 1) % width == 0 ? '\n' : ' ';
    }
    *end = '\0';
    return diagram;
}

DiagramText diagram_print_board(const Board *board) {
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(board, cells);
    return diagram_print(board->geometry->width, board->geometry->height, cells);
}
