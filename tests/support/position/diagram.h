/* Positions as text: what a test sets up and what a failure shows.
 *
 *     ". X O .\n"      '.' '+'  an empty point         'a'..'z'  an empty point that the test
 *     "X X O a\n"      'X' '#'  a black stone                    looks up by its letter
 *                      'O'      a white stone          blanks between points are ignored
 *
 * The number of lines and their length give the size. A malformed diagram fails the test that reads
 * it. A Diagram is plain data; threads share nothing. */
#ifndef TESTS_SUPPORT_POSITION_DIAGRAM_H
#define TESTS_SUPPORT_POSITION_DIAGRAM_H

#include "engine/go/board/board.h"
#include "tests/support/program/cleanup.h"

typedef struct {
    int width, height;
    ColorCell cells[CELL_COUNT_MAX]; /* a Color each, by rows from the top, as for board_set_up */
    int16_t letter[26];              /* the cell that carries the letter, or -1 */
} Diagram;

Diagram diagram_read(const char *text);

/* Puts the diagram into the top left corner of an empty square board. */
Diagram diagram_in_corner(const Diagram *diagram, int side);

/* The cell or point that carries a letter. Fails the test if none does. */
int diagram_cell(const Diagram *diagram, char letter);
Point diagram_point(const Diagram *diagram, char letter);

/* The geometry of a size, freed when the test ends. */
Geometry *geometry_kept(int width, int height);

/* Sets *board to the position. Its geometry is geometry_kept. */
void diagram_set_up(const Diagram *diagram, Color to_move, Board *board);

typedef struct {
    char text[2 * CELL_COUNT_MAX + 1];
} DiagramText;

/* Cells (a Color each), or a board, as such a diagram. The result's text goes into a message:
 * diagram_print(...).text. */
DiagramText diagram_print(int width, int height, const ColorCell *cells);
DiagramText diagram_print_board(const Board *board);

#endif
