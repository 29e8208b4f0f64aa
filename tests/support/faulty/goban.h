/* The board of the engine with faults: an array and a flood fill, with its own history. It shares
 * nothing with the board of engine/go, which judges it. */
#ifndef TESTS_SUPPORT_FAULTY_GOBAN_H
#define TESTS_SUPPORT_FAULTY_GOBAN_H

#include <stdbool.h>

enum { GOBAN_SIDE_MAX = 19, GOBAN_CELLS = GOBAN_SIDE_MAX * GOBAN_SIDE_MAX, GOBAN_MOVES = 2000 };
enum { GOBAN_PASS = -1, GOBAN_WRONG = -2 };

typedef struct {
    char cells[GOBAN_CELLS]; /* 'b', 'w' or '.', row by row from the top */
    int ko;                  /* the cell that ko_color may not play; -1: none */
    char ko_color;
} GobanPosition;

typedef struct {
    int size;
    bool has_suicide;                     /* of several stones, by the rules */
    GobanPosition now, past[GOBAN_MOVES]; /* past[i]: before move i */
    int moves;
} Goban;

void goban_clear(Goban *goban, int size);

/* "C3" or "pass" in any case as a cell, GOBAN_PASS or GOBAN_WRONG; and back. */
int goban_read_vertex(const Goban *goban, const char *text);
const char *goban_write_vertex(const Goban *goban, int cell, char text[8]);

/* Plays the move. Returns false and changes nothing if it is illegal: on a stone, suicide, ko. */
bool goban_play(Goban *goban, char color, int cell);
bool goban_undo(Goban *goban);

/* Were the last two moves passes? They leave the position as it was. */
bool goban_is_over(const Goban *goban);

/* Has the chain at the cell one liberty? */
bool goban_is_atari(const Goban *goban, int cell);

/* Black's area minus White's. */
int goban_area(const Goban *goban);

/* The probability that Black wins, by the area and this komi. */
double goban_black_winrate(const Goban *goban, double komi);

/* A legal move that fills no eye, or a pass. */
int goban_choose(const Goban *goban, char color);

/* ---- Records ---- */

/* Reads the next "ID[VALUE]" of the main line and moves past it; a property's further values keep
 * the identifier. Returns false at the end of the line. */
bool sgf_property_next(const char **text, char id[8], char value[64]);

/* The cell of a point "aa", or GOBAN_PASS. */
int sgf_property_cell(const Goban *goban, const char *value);

#endif
