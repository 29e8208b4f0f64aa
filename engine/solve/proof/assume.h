/* Tells the searches of a prover what its strategy says. A search then ends where the strategy goes
 * on, instead of at the end of the game. */
#ifndef ENGINE_SOLVE_PROOF_ASSUME_H
#define ENGINE_SOLVE_PROOF_ASSUME_H

#include "engine/solve/proof/prover.h"

/* Lets the searches take for granted that the winner succeeds where the strategy has an entry and
 * fails on refuted boards. Superko may have spoilt either, so what they find is right only where
 * the check agrees. Call it anew when boards were refuted: what rests on the old state is forgotten
 * then.
 */
void assume_strategy(Prover *prover);

#endif
