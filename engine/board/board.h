/* The board: stones, chains, liberties and the symmetric hash, kept up to date move by move.
 *
 * Liberties are counted once for every stone they touch ("pseudo-liberties") and kept as three
 * sums in one word, so that joining two chains or taking a liberty is one addition:
 *
 *     bits 0-2    1 + the colour of the chain (3 for empty points and border)
 *     bits 3-13   how many                            (at most 1,200: the edges of a 25x25 grid)
 *     bits 14-33  the sum of their points
 *     bits 34-63  the sum of the squares of their points
 *
 * A chain whose liberties are all one point p has word = count * LIBERTY(p), which one
 * multiplication tests (the variance of the liberties is 0). The trick of sums and squares is old
 * in computer Go; packing them is ours.
 *
 * Invariant: for every point q, border included, liberties[chain[q]] sums the empty neighbours of
 * the chain's members; an empty point is a chain of its own, so its word is what the liberties of
 * a lone stone there would be. Captured chains go at once: no chain on the board is without
 * liberties.
 *
 * A Board belongs to one thread. It has no pointers but to its Geometry, so board_copy is an exact
 * way to take moves back.
 */
#ifndef ENGINE_BOARD_BOARD_H
#define ENGINE_BOARD_BOARD_H

#include "engine/base/status.h"
#include "engine/board/geometry.h"
#include "engine/board/rules.h"

typedef struct {
    HashLanes hash;                   /* of the stones alone */
    uint64_t liberties[POINT_COUNT];  /* [chain]: the word drawn above */
    Point chain[POINT_COUNT];         /* a point of the chain that names it */
    Point own[2][POINT_COUNT];        /* chain[p] where p holds a stone of that colour, else 0 */
    Point next[POINT_COUNT];          /* the stones of a chain in a ring */
    uint16_t slot[POINT_COUNT];       /* [empty point]: its place in empty[]; [chain]: its size */
    uint16_t around[POINT_COUNT + 4]; /* counts of the eight neighbours, see place.h */
    uint8_t color[POINT_COUNT];
    Point empty[CELL_COUNT_MAX]; /* the empty points in no particular order */
    int empty_count;
    Point ko;         /* where a simple ko forbids to_move to play, or POINT_NONE */
    uint8_t to_move;  /* Color */
    int passes;       /* consecutive passes just played */
    int prisoners[2]; /* stones that this colour has taken (suicides count for the other) */
    const Geometry *geometry;
} Board;

/* The empty board, Black to move. */
void board_init(Board *board, const Geometry *geometry);

/* Copies the part of a board that its size uses; to and from may not overlap. */
void board_copy(Board *to, const Board *from);

/* Sets up stones (cells row by row from the top: a Color each), clears ko, passes and prisoners.
 * Fails, with the board unchanged, where a chain would have no liberty. */
bool board_set_up(Board *board, const ColorCell *cells, Color to_move, Status *status);

/* The stones as board_set_up takes them: geometry->cell_count cells. */
void board_get_cells(const Board *board, ColorCell *cells);

/* The stones as the functions of hash/ take whole positions. */
void board_get_hash_cells(const Board *board, HashCell *cells);

typedef enum {
    MOVE_LEGAL,
    MOVE_OFF_BOARD,
    MOVE_OCCUPIED,
    MOVE_SUICIDE,
    MOVE_KO,      /* retakes a ko at once */
    MOVE_SUPERKO, /* repeats a position; only engine/board/game.h can say */
} MoveCheck;

/* May color play p (or pass)? Whoever is to move; the ko binds only the colour it is against.
 * Superko is not seen here. */
MoveCheck board_check(const Board *board, Color color, Point p, bool suicide_allowed);

/* Plays a move that board_check has found legal (with suicide allowed), or a pass. */
void board_play(Board *board, Color color, Point p);

/* How many points of the board are liberties of the chain at p; 0 where p holds no stone.
 * Lists them where points is not NULL. */
int board_liberties(const Board *board, Point p, Point *points);

/* The stones of the chain at p. Returns how many; lists them where points is not NULL. */
int board_chain_stones(const Board *board, Point p, Point *points);

/* Is p an eye of color that playouts do not fill: all neighbours its own, and of the diagonal ones
 * at most one the opponent's, at the edge none. */
bool board_is_eye(const Board *board, Color color, Point p);

/* How many of p's four neighbours are stones of color. */
int board_own_neighbours(const Board *board, Color color, Point p);

/* What the hash must know beside the stones. */
HashState board_hash_state(const Board *board, const Rules *rules);

/* The canonical key of the position with the side to move, ko, passes and rules. */
HashKey board_key(const Board *board, const Rules *rules);

static inline Color board_color(const Board *board, Point p) {
    return (Color)board->color[p];
}

#endif
