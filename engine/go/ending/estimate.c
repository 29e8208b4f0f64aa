#include "engine/go/ending/estimate.h"

#include "engine/go/playout/policy.h"

bool estimate_owners(const Board *board, const EstimateGames *games, const Deadline *deadline,
                     float *owner) {
    const Geometry *geometry = board->geometry;
    const PlayoutPolicyRates rates = playout_policy_default_rates();
    int balance[POINT_COUNT] = {0};
    uint8_t owners[POINT_COUNT];
    Rng rng = rng_new(games->seed);
    Board start, end;
    /* Set up from its cells: playouts choose by the order of the empty points, which must not
     * depend on how the position came about. */
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    board_get_cells(board, cells);
    board_init(&start, geometry);
    board_set_up(&start, cells, BLACK, &status); /* cannot fail: it stands on a board */
    for (int i = 0; i < games->count; i++) {
        PlayoutTrace trace;
        if (deadline_is_over(deadline)) {
            return false;
        }
        board_copy(&end, &start);
        end.to_move = games->first != EMPTY ? (uint8_t)games->first : i % 2 == 0 ? BLACK : WHITE;
        if (games->method == ESTIMATE_BY_RANDOM_GAMES) {
            playout_run(&end, &rng);
        } else {
            playout_policy_run(&rates, &end, POINT_NONE, POINT_NONE, &rng, &trace);
        }
        playout_owners(&end, owners);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            balance[p] += (owners[p] == BLACK) - (owners[p] == WHITE);
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        owner[p] = (float)balance[p] / (float)games->count;
    }
    return true;
}
