/* Boards that a move may have led from: retrograde moves. */
#ifndef ENGINE_SOLVE_PROOF_RETRACT_H
#define ENGINE_SOLVE_PROOF_RETRACT_H

#include "engine/solve/bitboard.h"

typedef void RetractTake(void *context, const Bits stones[2]);

/* Calls take for each board from which a move of this color, or a pass, leads to these stones. May
 * call it for others, too, and for one twice. */
void retract(const BitboardShape *shape, const Bits stones[2], int mover, RetractTake *take,
             void *context);

#endif
