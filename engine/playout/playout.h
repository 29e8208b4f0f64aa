/* Uniform random playouts: from a position to the end of the game, each side picking uniformly
 * among the legal moves (simple ko, no suicide) that do not fill an eye of its own; the game ends
 * when both have none, or after a limit that no ordinary game reaches.
 *
 * The board is played out in place. One board and one Rng for each thread; no shared state.
 */
#ifndef ENGINE_PLAYOUT_PLAYOUT_H
#define ENGINE_PLAYOUT_PLAYOUT_H

#include "engine/base/rng.h"
#include "engine/board/board.h"

typedef struct {
    int score; /* Black's area less White's, without komi */
    int moves; /* played, passes included */
} PlayoutResult;

/* Plays on from the board's position. The hash is kept up to date throughout. */
PlayoutResult playout_run(Board *board, Rng *rng);

/* The same, each without the hash: only to measure what it costs. */
PlayoutResult playout_run_unhashed(Board *board, Rng *rng);

/* Black's area less White's at the end of a playout. */
int playout_final_score(const Board *board);

/* Who owns what at the end of a playout: BLACK, WHITE or EMPTY for every point of the board. Every
 * empty point there is an eye or a shared last liberty. */
void playout_owners(const Board *board, uint8_t *owner);

#endif
