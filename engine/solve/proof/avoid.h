/* Finds ways for the winner round refuted boards. */
#ifndef ENGINE_SOLVE_PROOF_AVOID_H
#define ENGINE_SOLVE_PROOF_AVOID_H

#include "engine/solve/proof/prover.h"

/* Lets the searches take for granted that the winner succeeds where the strategy has an entry and
 * fails on refuted boards. Superko may have spoilt either, so what they find is right only where
 * the check agrees. Call it anew when boards were refuted: what rests on the old state is forgotten
 * then. */
void avoid_assume_strategy(Prover *prover);

/* Makes the board of a position without a move a refuted one. Returns false if it was. */
bool avoid_position(Prover *prover, const Bitboard *bitboard);

/* Gives the winner other moves where its moves lead to refuted boards. Positions that have none are
 * refuted as well, and so on. Returns false if the first position is refuted now. */
bool avoid_refuted(Prover *prover);

#endif
