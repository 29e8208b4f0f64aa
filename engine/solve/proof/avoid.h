/* Redirects a strategy away from refuted boards. */
#ifndef ENGINE_SOLVE_PROOF_AVOID_H
#define ENGINE_SOLVE_PROOF_AVOID_H

#include "engine/solve/proof/prover.h"

/* Makes the board of a position without a move a refuted one. Returns false if it was. */
bool avoid_position(Prover *prover, const Bitboard *bitboard);

/* Gives the winner other moves where its moves lead to refuted boards. Positions that have none are
 * refuted as well, and so on. Returns false if the first position is refuted now. */
bool avoid_refuted(Prover *prover);

#endif
