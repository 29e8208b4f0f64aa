/* What an evaluator says of a position by itself, without a search: for comparison with other
 * programs and for tests. Pure function of its arguments: any thread. */
#ifndef ENGINE_EVAL_RAW_H
#define ENGINE_EVAL_RAW_H

#include "engine/eval/evaluator.h"

enum { RAW_PLAYOUTS = 256 }; /* averaged where an answer is that of a playout */

typedef struct {
    double win;                   /* Black's chance to win, 0..1 */
    double score, score_squares;  /* Black's points less White's, komi included; of their squares */
    double policy[POINT_COUNT];   /* [point, POINT_PASS too]: 0..1, sums to 1; -1: not legal */
    double owner[CELL_COUNT_MAX]; /* [cell]: 1 Black's, -1 White's */
} RawAnswer;

/* Asks about the game's present position with color to move, turned by the symmetry, and turns the
 * answer back. Playouts draw from the seed. False where there is no memory. */
bool raw_evaluate(const Evaluator *evaluator, const Game *game, Color color, Symmetry g,
                  uint64_t seed, RawAnswer *raw, Status *status);

#endif
