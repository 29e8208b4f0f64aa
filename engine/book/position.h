/* Positions as an opening book knows them: by a key of hash tables of the book's own, whatever the
 * seed of the session's, and with moves in the canonical orientation.
 *
 * The key has stones, side to move, ko, passes and rules, and under territory rules White's
 * prisoners less Black's. Under superko it also has the history that can still forbid a move,
 * folded in as in the search graph (engine/search/graph/graph.h); under the simple ko rule history
 * forbids nothing, and positions are one node however they were reached.
 *
 * A move of a book is a Point of the canonical board or POINT_PASS; of several equivalent ones the
 * least stands for all.
 *
 * BookFacts and a Geometry are constant; a BookPosition belongs to one thread. */
#ifndef ENGINE_BOOK_POSITION_H
#define ENGINE_BOOK_POSITION_H

#include "engine/go/board/game.h"
#include "engine/search/graph/graph.h"

enum { BOOK_TEXT_MAX = 64 /* bytes with the NUL */ };

/* What a book is about. */
typedef struct {
    int width, height;
    Rules rules;
    double komi;
    double error_factor;             /* bounds are the mean and that many errors up and down */
    Color to_move;                   /* at the start */
    char engine[BOOK_TEXT_MAX];      /* that searched it */
    ColorCell start[CELL_COUNT_MAX]; /* row by row from the top left */
} BookFacts;

/* Returns the facts of an empty board with Black to move. The komi is rounded to 1/256 point. */
BookFacts book_facts(int width, int height, const Rules *rules, double komi);

/* Can a book begin with these stones? Fails if some have no liberty. */
bool book_facts_check_start(const BookFacts *facts, Status *status);

/* The board of a book, with its hash tables. Returns NULL if out of memory. */
Geometry *book_geometry_new(const BookFacts *facts);

typedef struct {
    const BookFacts *facts;
    Board board;
    GraphKey key;
    int ply; /* moves since the start */
} BookPosition;

/* Sets the start position. The facts' stones must all have liberties. */
void book_position_start(BookPosition *position, const BookFacts *facts, const Geometry *geometry);

/* Plays a move that board_check finds legal, or a pass, for the side to move. */
void book_position_play(BookPosition *position, Point p);

/* Is p legal here but for superko? */
bool book_position_allows(const BookPosition *position, Point p);

/* Can a game be looked up in the book? Returns false with the first thing that does not fit: size,
 * rules or komi. Rules fit if their rules_hash_code is the same. */
bool book_facts_fit(const BookFacts *facts, const Game *game, Status *status);

/* Sets the present position of a game that fits, with color to move. */
void book_position_of_game(BookPosition *position, const BookFacts *facts, const Geometry *geometry,
                           const Game *game, Color color);

/* The move of the book that p is. */
Point book_position_to_book(const BookPosition *position, Point p);

/* Lists the points that are this move of the book, at most SYMMETRY_COUNT. Returns their number: 0,
 * with points[0] POINT_NONE, if it is off the board, as a file may have it. */
int book_position_from_book(const BookPosition *position, Point move, Point points[SYMMETRY_COUNT]);

/* The symmetry that turns the canonical board before a move into the canonical one after it, where
 * p was played; the least of several. */
Symmetry book_position_link(const BookPosition *before, Point p, const BookPosition *after);

#endif
