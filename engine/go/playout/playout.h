/* Playout games: random games from a position to its end. Here is what all kinds share, and the
 * uniform kind: each side picks uniformly among the legal moves (simple ko, no suicide) that do not
 * fill its own eyes. A game ends after two passes in a row, or at a limit of moves that no ordinary
 * game reaches.
 *
 * The board is played on in place. Each thread needs its own Board and Rng. */
#ifndef ENGINE_GO_PLAYOUT_PLAYOUT_H
#define ENGINE_GO_PLAYOUT_PLAYOUT_H

#include "engine/base/rng.h"
#include "engine/go/board/board.h"

enum {
    PLAYOUT_MOVES_PER_POINT = 3,
    PLAYOUT_MOVES_EXTRA = 16, /* for tiny boards */
    PLAYOUT_MOVES_MAX = PLAYOUT_MOVES_PER_POINT * CELL_COUNT_MAX + PLAYOUT_MOVES_EXTRA,
};

/* The most moves of one game, passes included, on a board with that many points. */
static inline int playout_move_limit(int cell_count) {
    return PLAYOUT_MOVES_PER_POINT * cell_count + PLAYOUT_MOVES_EXTRA;
}

typedef struct {
    int score; /* Black's area less White's, in points, without komi */
    int moves; /* passes included */
} PlayoutResult;

/* The moves of one game in order; colors alternate from the first. */
typedef struct {
    Color first;
    int count;
    Point moves[PLAYOUT_MOVES_MAX]; /* may be POINT_PASS */
} PlayoutTrace;

/* Plays the game to its end. The hash is kept up to date. */
PlayoutResult playout_run(Board *board, Rng *rng);

/* Plays the game without the hash, only to measure what the hash costs. */
PlayoutResult playout_run_unhashed(Board *board, Rng *rng);

/* Black's area less White's, in points, once a game has ended. */
int playout_final_score(const Board *board);

/* Sets owner[point] for every point of the board once a game has ended: BLACK, WHITE, or EMPTY for
 * a last liberty of both sides. */
void playout_owners(const Board *board, uint8_t *owner);

#endif
