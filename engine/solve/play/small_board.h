/* The value of a game on a small board, by the solver (engine/solve): the real game, with the moves
 * that its superko bans, and with the pass that may just have been played.
 *
 * Scores are Black's area minus White's, without komi and bonus. A SmallBoard is of one position:
 * the game must not change meanwhile. It belongs to one thread, and starts others of its own. */
#ifndef ENGINE_SOLVE_PLAY_SMALL_BOARD_H
#define ENGINE_SOLVE_PLAY_SMALL_BOARD_H

#include "engine/base/deadline.h"
#include "engine/go/board/game.h"

typedef struct {
    Deadline deadline;
    uint64_t nodes;     /* approximate, over all threads; UINT64_MAX: no limit */
    int threads;        /* 1..TEAM_MAX */
    size_t table_bytes; /* at most; a small board takes less */
} ExactLimits;

typedef struct {
    int lower, upper; /* the same once the value is known */
} ExactBounds;

typedef struct SmallBoard SmallBoard;

/* Can the solver tell the value of this game? Returns false with the reason if the board is too
 * large, the game too long, or the rules are not those of area scoring. */
bool small_board_check(const Game *game, Status *status);

/* The game must pass small_board_check. The limits begin to count now. Returns NULL if out of
 * memory.
 */
SmallBoard *small_board_new(const Game *game, const ExactLimits *limits);
void small_board_free(SmallBoard *small_board);

/* The value of the position, as far as the limits allow. */
ExactBounds small_board_solve(SmallBoard *small_board);

/* Does a legal move, or a pass, lead to a value that is at least as good for the mover as this? */
bool small_board_keeps(SmallBoard *small_board, Point p, int value);

/* The value after a legal move, or a pass. */
ExactBounds small_board_solve_move(SmallBoard *small_board, Point p);

/* Writes a line of best play, of up to most moves. Returns its length: 0 if the value is not known.
 */
int small_board_find_line(SmallBoard *small_board, Point *moves, int most);

/* ---- What is known exactly of the moves of a game; nothing is remembered from one position to the
 * next (exact.c) ---- */

typedef struct {
    int value;               /* Black's area minus White's by best play, komi and bonus left out */
    bool keeps[POINT_COUNT]; /* [point, POINT_PASS]: a legal move that is known to keep the value */
    int count;               /* of these moves, the pass left out */
    bool is_lost;            /* for the side to move, with komi and bonus */
} ExactMoves;

/* On boards up to that many points every point counts, also when passing would win. */
enum { EXACT_SMALL_CELLS = 20 };

/* Finds the value of the present position and the moves that keep it, without suicides of one stone
 * (engine/solve/README.md); of these, if others are left, none that repeats a position of the game
 * or fills an own eye. Returns false if the board is too large or the limits are too small, if
 * color is not to move, or if the rules do not count area. */
bool exact_find_moves(const Game *game, Color color, const ExactLimits *limits, ExactMoves *moves);

/* The value for color with komi and bonus: above 0 it wins. */
double exact_final_score(const Game *game, Color color, int value);

#endif
