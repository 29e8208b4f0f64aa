/* Extracts the winner's strategy: its moves come from the table, from new searches where the table
 * has lost them, and from repetition.h. */
#ifndef ENGINE_SOLVE_PROOF_EXTRACT_H
#define ENGINE_SOLVE_PROOF_EXTRACT_H

#include "engine/solve/proof/prover.h"

enum { EXTRACT_PLIES_MAX = 1000 /* of a path; a solver thread has room for 1024 */ };

/* Writes the winner's strategy against all replies, from the first position, into the builder.
 * Returns false with a message if a move was not found. */
bool extract_root(Prover *prover);

/* The bitboard ends the thread's path of `ply` plies. Finds a move for the winner there and
 * extracts the strategy behind it, unless the builder has the position. */
bool extract_winner(Prover *prover, const Bitboard *bitboard, int ply);

/* Extracts the strategy against all replies to the winner's move at the end of the thread's path.
 * The builder must have the move. */
bool extract_move(Prover *prover, const Bitboard *bitboard, int move, int ply);

/* Searches deeper and deeper, to this depth at most and while it has entered no more than max_nodes
 * positions, for the winner's move at the end of the thread's path, without these moves. Returns
 * BITBOARD_NONE if it finds none. */
int extract_search_without(Prover *prover, MoveSet excluded, bool ignores_ko_bounds, int max_depth,
                           uint64_t max_nodes);

#endif
