#include "engine/eval/evaluator.h"

/* Points; scores are clipped to this, since komi may be any finite number and sums of scores must
 * stay finite. */
static const double SCORE_MAX = 1e6;

float evaluator_final_value(const Game *game, const Board *board, int points, float *score) {
    const double margin = points - game_white_komi(game) + board_button_points(board);
    *score = (float)fmax(-SCORE_MAX, fmin(margin, SCORE_MAX));
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5F;
}

void evaluator_set_ownership(const Geometry *geometry, const uint8_t *owners, float *ownership) {
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const uint8_t color = owners[geometry->point_of[cell]];
        ownership[cell] = (float)((color == BLACK) - (color == WHITE));
    }
}
