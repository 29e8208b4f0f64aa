/* How promising a move looks: a sum of weights that were learned, in hundredths of a natural
 * logarithm of its chance to be the best one. It decides in which order moves are searched, and how
 * deep; no answer rests on it. */
#ifndef ENGINE_SOLVE_MOVE_ORDER_H
#define ENGINE_SOLVE_MOVE_ORDER_H

#include "engine/solve/bitboard.h"

/* A listed move on the bitboard, which leads to these stones; is_attacker: it wants the attacker to
 * succeed. Estimates of moves of one position can be compared. */
int move_order_estimate(const BitboardShape *shape, const Bitboard *bitboard,
                        const BitboardMoves *moves, int move, const Bits stones[2],
                        bool is_attacker);

#endif
