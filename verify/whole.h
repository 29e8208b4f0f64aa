/* What proofs about whole boards need beside the slow board: scores, unconditional life and the
 * images of a position. Side 0 is the winner, whose strategy is checked, and side 1 the loser. */
#ifndef VERIFY_WHOLE_H
#define VERIFY_WHOLE_H

#include "verify/slow.h"

enum { WHOLE_CELLS_MAX = 64, WHOLE_PASS = -1, WHOLE_NO_KO = -1, WHOLE_IMAGES_MAX = 8 };

_Static_assert(SLOW_WORDS == 1, "the slow board of local goals is included");

typedef enum { WHOLE_EMPTY = 0, WHOLE_WINNER = 1, WHOLE_LOSER = 2 } WholeStone;
typedef enum { WHOLE_SIMPLE, WHOLE_PSK, WHOLE_SSK } WholeKo;

typedef struct {
    SlowShape shape;
    WholeKo ko;
    bool suicide;
    int images;                                        /* symmetries of the board: 4, or 8 */
    uint8_t image[WHOLE_IMAGES_MAX][WHOLE_CELLS_MAX];  /* [g][cell]: where g takes the cell */
    uint8_t origin[WHOLE_IMAGES_MAX][WHOLE_CELLS_MAX]; /* [g][cell]: the cell that g takes there */
} WholeRules;

void whole_rules_init(WholeRules *rules, int width, int height, WholeKo ko, bool suicide);

static inline WholeStone whole_stone(const SlowBoard *board, int cell) {
    return slow_has(&board->stones[0], cell)   ? WHOLE_WINNER
           : slow_has(&board->stones[1], cell) ? WHOLE_LOSER
                                               : WHOLE_EMPTY;
}

/* Puts a stone, or none, on an empty cell. */
static inline void whole_put(SlowBoard *board, int cell, WholeStone stone) {
    if (stone != WHOLE_EMPTY) {
        slow_add(&board->stones[stone - 1], cell);
    }
}

static inline bool whole_is_same(const SlowBoard *a, const SlowBoard *b) {
    return a->stones[0].words[0] == b->stones[0].words[0] &&
           a->stones[1].words[0] == b->stones[1].words[0];
}

/* Plays a stone. *ko is the point that a simple ko forbids; on return the one that the move forbids
 * to the other side. Returns false, with nothing changed, if the point is taken or the ko, or if it
 * would be a suicide that is not allowed. */
bool whole_play(const WholeRules *rules, SlowBoard *board, WholeStone stone, int cell, int *ko);

/* Can a simple ko forbid the cell to the other side after a move of this one? */
bool whole_is_ko(const WholeRules *rules, const SlowBoard *board, WholeStone mover, int cell);

/* The winner's area minus the loser's. */
int whole_score(const WholeRules *rules, const SlowBoard *board);

/* What the winner keeps and clears whatever the loser does. */
typedef struct {
    int stones; /* of chains that two regions lie beside with all their points (Benson 1976) */
    int points; /* these, and all regions of which every point is next to such chains */
} WholeLife;

WholeLife whole_life(const WholeRules *rules, const SlowBoard *board);

/* The image of a board, or of a cell (WHOLE_PASS and WHOLE_NO_KO stay), under symmetry g. */
SlowBoard whole_image(const WholeRules *rules, const SlowBoard *board, int g);
int whole_image_cell(const WholeRules *rules, int cell, int g);
int whole_origin_cell(const WholeRules *rules, int cell, int g);

/* The first symmetry that takes (board, ko) to the least of its images, compared cell by cell and
 * then by ko. */
int whole_canonical(const WholeRules *rules, const SlowBoard *board, int ko);

#endif
