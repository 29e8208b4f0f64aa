/* How many eyes a space is worth: GNU Go's eval_eye.
 *
 * An *eye space* of a color is a connected set of points without its stones that the color is
 * nearer to than the opponent's lively stones. A point of it that the opponent touches, or that has
 * an empty neighbor outside, is a margin. A point with at most one neighbor in the space is a
 * false or half eye by its diagonals. The rest is a game on a graph (eye_game.h).
 *
 * A guess by shape and by the reading of single chains, no proof. */
#ifndef ENGINE_SOLVE_DRAGON_EYE_H
#define ENGINE_SOLVE_DRAGON_EYE_H

#include "engine/go/reading/reading.h"

typedef struct {
    bool is_eye;
    int least, most;       /* eyes, 0 to 2: if the opponent moves first, if the owner does */
    Point attack, defense; /* the moves then; POINT_NONE if least is most */
} EyeAnswer;

/* What is the eye space worth that p belongs to? Returns false if out of memory. */
bool eye_evaluate(Reader *reader, const Board *board, Point p, ReadingLimits limits,
                  EyeAnswer *answer);

#endif
