/* The value of every first move of a position, up to symmetry: `dihedra solve --all-first`. Scores
 * are Black's points minus White's. A FirstMoves belongs to one thread. */
#ifndef GTP_SOLVE_FIRST_MOVES_H
#define GTP_SOLVE_FIRST_MOVES_H

#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/solve/solver.h"

enum { FIRST_MOVES_MAX = 65 /* 64 spots and a pass */ };

typedef struct {
    int move;         /* a spot, the first one of those that are symmetric, or BITBOARD_PASS */
    Bits images;      /* all of them; none for a pass */
    int lower, upper; /* of the value */
    bool is_answered; /* the value is known, or whether it reaches the target */
} FirstMove;

typedef struct {
    const BitboardShape *shape;
    Bitboard start;
    int count;
    FirstMove list[FIRST_MOVES_MAX];
} FirstMoves;

/* Lists the legal moves of the solver's position, the pass last, with the bounds that the solver's
 * table has of them. Moves are symmetric to each other if a symmetry of the whole position takes
 * one to the other. */
void first_moves_list(Solver *solver, FirstMoves *moves);

/* The point of a move, or POINT_PASS. */
Point first_moves_point(const FirstMoves *moves, int place);

/* Solves the position after one of the moves, or only asks whether it reaches the target, and
 * leaves its bounds in the table. estimate: of the value after it; estimate and target may be NULL.
 * Returns false if the search was stopped; its bounds are kept. */
bool first_moves_solve(Solver *solver, FirstMoves *moves, int place, const int *estimate,
                       const int *target);

/* The bounds of the position: its mover has all these moves. */
void first_moves_bounds(const FirstMoves *moves, int *lower, int *upper);

/* "+2", or "-3..+1" if the bounds have not met. */
void first_moves_add_value(const FirstMove *move, Text *text);

/* Writes the name of a move of the solver, "pass" or "B2". Returns text. */
const char *first_moves_name(const BitboardShape *shape, int move, char text[POINT_TEXT_MAX]);

/* A table of the moves and a board with their values; a JSON array; an SVG image, whose caption has
 * the rules. */
void first_moves_add_text(const FirstMoves *moves, Text *text);
json_t *first_moves_json(const FirstMoves *moves);
void first_moves_add_svg(const FirstMoves *moves, const char *rules, Text *svg);

#endif
