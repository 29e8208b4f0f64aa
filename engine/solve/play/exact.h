/* What is known exactly of the moves of a game: on small boards by the solver, in late endgames on
 * any board by a search of the open points.
 *
 * Pure but for the time it takes: nothing is remembered from one position to the next. */
#ifndef ENGINE_SOLVE_PLAY_EXACT_H
#define ENGINE_SOLVE_PLAY_EXACT_H

#include "engine/solve/play/small_board.h"

typedef struct {
    int value;               /* Black's area minus White's by best play, komi and bonus left out */
    bool keeps[POINT_COUNT]; /* [point, POINT_PASS]: a legal move that is known to keep the value */
    int count;               /* of these moves, the pass left out */
} ExactMoves;

/* On boards up to that many points every point counts, also when passing would win. */
enum { EXACT_SMALL_CELLS = 20 };

/* Is the whole board small enough for the solver to be asked during a game? Otherwise only late
 * endgames are known. */
bool exact_fits(const Game *game);

/* Finds the value of the present position and the moves that keep it, as far as the limits allow.
 * Returns false if the value is not known, or no move that keeps it; so it is always for a side
 * that is not the one to move, and unless the rules count area. is_agreed: dead stones are taken
 * off by agreement after two passes. */
bool exact_find_moves(const Game *game, Color color, bool is_agreed, const ExactLimits *limits,
                      ExactMoves *moves);

/* Takes moves out that a person would not expect, unless nothing would be left: those that fill an
 * own eye, and those that repeat a position of the game. */
void exact_prefer(const Game *game, ExactMoves *moves);

/* The value for color with komi and bonus: above 0 it wins. */
double exact_final_score(const Game *game, Color color, int value);

#endif
