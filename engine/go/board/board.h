/* The board: stones, chains, liberties and the symmetric hash, kept up to date move by move.
 *
 * A liberty counts once for every stone it touches ("pseudo-liberties"). A chain keeps three sums
 * of them in one word, so that joining two chains or filling a liberty is one addition:
 *
 *     bits 0-2    1 + the color of the chain (3 for empty points and border)
 *     bits 3-13   their number                        (at most 1,200: the edges of a 25x25 grid)
 *     bits 14-33  the sum of their points
 *     bits 34-63  the sum of the squares of their points
 *
 * If all liberties of a chain are one point p, the word is their number times liberty_word(p),
 * which one multiplication tests (the variance of the liberties is 0).
 *
 * Invariant: for every point q, border included, liberties[chain[q]] sums the empty neighbors of
 * the chain's members. An empty point is its own chain: its word has the liberties that a lone
 * stone there would have. Captured chains are removed at once, so every chain has a liberty.
 *
 * A Board belongs to one thread. Its only pointer is to its Geometry. */
#ifndef ENGINE_GO_BOARD_BOARD_H
#define ENGINE_GO_BOARD_BOARD_H

#include "engine/base/status.h"
#include "engine/go/board/geometry.h"
#include "engine/go/board/rules.h"

/* BUTTON_NONE: the rules have none. A pass takes a free one. */
typedef enum { BUTTON_NONE, BUTTON_FREE, BUTTON_BLACK, BUTTON_WHITE } Button;

typedef struct {
    HashLanes hash;                   /* of the stones alone */
    uint64_t liberties[POINT_COUNT];  /* [chain]: the word drawn above */
    Point chain[POINT_COUNT];         /* a point of the chain that names it */
    Point own[2][POINT_COUNT];        /* chain[p] if p holds a stone of that color, else 0 */
    Point next[POINT_COUNT];          /* links the stones of a chain in a ring */
    uint16_t slot[POINT_COUNT];       /* [empty point]: its place in empty[]; [chain]: its size */
    uint16_t around[POINT_COUNT + 4]; /* counts of the eight neighbors, see place.h */
    uint8_t color[POINT_COUNT];
    Point empty[CELL_COUNT_MAX]; /* the empty points in no particular order */
    int empty_count;
    Point ko; /* the point that a simple ko forbids to to_move, or POINT_NONE */
    Color to_move;
    uint8_t button;   /* Button */
    int passes;       /* consecutive passes just played; one that takes the button does not count */
    int prisoners[2]; /* stones that this color has captured; a suicide counts for the opponent */
    const Geometry *geometry;
} Board;

/* Makes an empty board with Black to move. geometry must outlive it. */
void board_init(Board *board, const Geometry *geometry);

/* Copies the part of a board that its size uses. to and from must not overlap. */
void board_copy(Board *to, const Board *from);

/* Sets up a position of geometry->cell_count cells and clears ko, passes, prisoners and button. If
 * a chain would have no liberty, returns false with a message and leaves the board unchanged. */
bool board_set_up(Board *board, const ColorCell *cells, Color to_move, Status *status);

/* Empties the cells of chains without a liberty of these colors (bits). Returns the first point, or
 * POINT_NONE. */
Point board_take_dead(const Geometry *geometry, uint32_t colors, ColorCell *cells);

/* The stones, geometry->cell_count cells, as board_set_up takes them. */
void board_get_cells(const Board *board, ColorCell *cells);

typedef enum {
    MOVE_LEGAL,
    MOVE_OFF_BOARD,
    MOVE_OCCUPIED,
    MOVE_SUICIDE,
    MOVE_KO,      /* retakes a simple ko at once */
    MOVE_SUPERKO, /* repeats a position; only game_check (game.h) finds it */
} MoveCheck;

/* May color play p (or pass), whether or not it is to move? The ko binds only the color to move.
 * Does not check superko, which needs the history. */
MoveCheck board_check(const Board *board, Color color, Point p, bool suicide_allowed);

/* Is the move legal if, as in KataGo, only several stones may commit suicide? That of a lone stone
 * changes nothing. Superko is not checked. */
bool board_is_legal(const Board *board, Color color, Point p, bool multi_stone_suicide);

/* Plays a pass, or a move that board_check finds legal if suicide is allowed. */
void board_play(Board *board, Color color, Point p);

/* Return the number of liberties (each counted once) or stones of the chain at p; 0 if p holds no
 * stone. List them if points is not NULL. */
int board_liberties(const Board *board, Point p, Point *points);
int board_chain_stones(const Board *board, Point p, Point *points);

/* Is a stone of the chain at p at most that many steps over points from q? */
bool board_chain_is_near(const Board *board, Point p, Point q, int steps);

/* Is p an eye of color that playouts do not fill? All its neighbors are stones of color, and at
 * most one of its diagonal neighbors is the opponent's; at the edge none is. */
bool board_is_eye(const Board *board, Color color, Point p);

/* How many of p's four neighbors are stones of color? */
int board_own_neighbors(const Board *board, Color color, Point p);

/* Half a point for Black if the button is Black's, less half a point if it is White's. The end of a
 * game gives one that nobody has taken to the side to move. */
double board_button_points(const Board *board);

HashState board_hash_state(const Board *board, const Rules *rules);

/* The canonical key of the position, with side to move, ko, passes, rules and button. */
HashKey board_key(const Board *board, const Rules *rules);

/* Gives the turn to color out of order: the ko ban and the passes before it end. */
static inline void board_set_to_move(Board *board, Color color) {
    board->to_move = (uint8_t)color;
    board->ko = POINT_NONE;
    board->passes = 0;
}

static inline Color board_color(const Board *board, Point p) {
    return (Color)board->color[p];
}

#endif
