/* The slow board of the verifier: the cells of each side's stones, and a flood fill for every
 * question. On purpose it shares no code with the solver or with engine/go/board.
 *
 * A cell is y * width + x, from the top left; it is bit 1 << cell of a set of cells. Stones are
 * those of the winner, whose strategy is checked, and of the loser. */
#ifndef VERIFY_SLOW_H
#define VERIFY_SLOW_H

#include <stdbool.h>
#include <stdint.h>

enum { SLOW_CELLS_MAX = 64, SLOW_PASS = -1, SLOW_NO_KO = -1, SLOW_IMAGES_MAX = 8 };

typedef enum { SLOW_EMPTY = 0, SLOW_WINNER = 1, SLOW_LOSER = 2 } SlowStone;
typedef enum { SLOW_SIMPLE, SLOW_PSK, SLOW_SSK } SlowKo;

typedef struct {
    int width, height, count;
    SlowKo ko;
    bool suicide;
    int images;                                      /* symmetries of the board: 4, or 8 */
    uint8_t image[SLOW_IMAGES_MAX][SLOW_CELLS_MAX];  /* [g][cell]: where g takes the cell */
    uint8_t origin[SLOW_IMAGES_MAX][SLOW_CELLS_MAX]; /* [g][cell]: the cell that g takes there */
    uint64_t all, beside[SLOW_CELLS_MAX];            /* sets of cells; [cell]: its neighbors */
} SlowRules;

void slow_rules_init(SlowRules *rules, int width, int height, SlowKo ko, bool suicide);

typedef struct {
    uint64_t winner, loser; /* sets of cells */
} SlowBoard;

static inline SlowStone slow_stone(const SlowBoard *board, int cell) {
    return (board->winner >> cell & 1) != 0  ? SLOW_WINNER
           : (board->loser >> cell & 1) != 0 ? SLOW_LOSER
                                             : SLOW_EMPTY;
}

/* Puts a stone, or none, on an empty cell. */
static inline void slow_put(SlowBoard *board, int cell, SlowStone stone) {
    board->winner |= (uint64_t)(stone == SLOW_WINNER) << cell;
    board->loser |= (uint64_t)(stone == SLOW_LOSER) << cell;
}

static inline bool slow_same(const SlowBoard *a, const SlowBoard *b) {
    return a->winner == b->winner && a->loser == b->loser;
}

/* Does every chain have a liberty? */
bool slow_is_legal(const SlowRules *rules, const SlowBoard *board);

/* Plays a stone. *ko is the point that a simple ko forbids; on return the one that the move forbids
 * to the other side. Returns false, with nothing changed, if the point is taken or the ko, or if it
 * would be a suicide that is not allowed. */
bool slow_play(const SlowRules *rules, SlowBoard *board, SlowStone stone, int cell, int *ko);

/* Can a simple ko forbid the cell to the other side after a move of this one? */
bool slow_is_ko(const SlowRules *rules, const SlowBoard *board, SlowStone mover, int cell);

/* The winner's area minus the loser's. */
int slow_score(const SlowRules *rules, const SlowBoard *board);

/* What the winner keeps and clears whatever the loser does. */
typedef struct {
    int stones; /* of chains that two regions lie beside with all their points (Benson 1976) */
    int points; /* these, and all regions of which every point is next to such chains */
} SlowLife;

SlowLife slow_life(const SlowRules *rules, const SlowBoard *board);

/* The image of a board, or of a cell (SLOW_PASS and SLOW_NO_KO stay), under symmetry g. */
SlowBoard slow_image(const SlowRules *rules, const SlowBoard *board, int g);
int slow_image_cell(const SlowRules *rules, int cell, int g);
int slow_origin_cell(const SlowRules *rules, int cell, int g);

/* The first symmetry that takes (board, ko) to the least of its images, compared cell by cell and
 * then by ko. */
int slow_canonical(const SlowRules *rules, const SlowBoard *board, int ko);

#endif
