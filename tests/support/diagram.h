/* Positions as text, for tests: what a test sets up and what a failure shows.
 *
 *     ". X O .\n"      '.' '+'  an empty point         'a'..'z'  an empty point that the test
 *     "X X O a\n"      'X' '#'  a black stone                    looks up by its letter
 *                      'O'      a white stone          blanks between points are ignored
 *
 * The number of lines and their length give the size. A diagram that is broken fails the test that
 * reads it. A Diagram is plain data; nothing here is shared. */
#ifndef TESTS_SUPPORT_DIAGRAM_H
#define TESTS_SUPPORT_DIAGRAM_H

#include "engine/board/point.h"

typedef struct {
    int width, height;
    uint8_t
        cells[CELL_COUNT_MAX]; /* a Color each, row by row from the top, as board_set_up takes */
    int16_t letter[26];        /* the cell that carries the letter, or -1 */
} Diagram;

Diagram diagram_read(const char *text);

/* Where a letter stands; the test fails where it stands nowhere. */
int diagram_cell(const Diagram *diagram, char letter);
Point diagram_point(const Diagram *diagram, char letter);

typedef struct {
    char text[2 * CELL_COUNT_MAX + 1];
} DiagramText;

/* The cells (a Color each) as such a diagram: diagram_print(...).text goes into a message. */
DiagramText diagram_print(int width, int height, const ColorCell *cells);

#endif
