/* What is known exactly of the moves of a game on a small board, by the solver. Nothing is
 * remembered from one position to the next. */
#ifndef ENGINE_SOLVE_PLAY_EXACT_H
#define ENGINE_SOLVE_PLAY_EXACT_H

#include "engine/solve/play/small_board.h"

typedef struct {
    int value;               /* Black's area minus White's by best play, komi and bonus left out */
    bool keeps[POINT_COUNT]; /* [point, POINT_PASS]: a legal move that is known to keep the value */
    int count;               /* of these moves, the pass left out */
    bool is_lost;            /* for the side to move, with komi and bonus */
} ExactMoves;

/* On boards up to that many points every point counts, also when passing would win. */
enum { EXACT_SMALL_CELLS = 20 };

/* Finds the value of the present position and the moves that keep it, without suicides of one stone
 * (engine/solve/README.md); of these, if others are left, none that repeats a position of the game
 * or fills an own eye. Returns false if the board is too large or the limits are too small, if
 * color is not to move, or if the rules do not count area. */
bool exact_find_moves(const Game *game, Color color, const ExactLimits *limits, ExactMoves *moves);

/* The value for color with komi and bonus: above 0 it wins. */
double exact_final_score(const Game *game, Color color, int value);

#endif
