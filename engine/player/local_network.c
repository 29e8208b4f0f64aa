#include "engine/player/local_network.h"

static bool evaluate(void *context, const Board *board, Color mover, LocalEvaluation *evaluation) {
    LocalNetwork *local = context;
    const Geometry *geometry = board->geometry;
    ColorCell cells[CELL_COUNT_MAX];
    NetAnswer answer;
    Status status;
    board_get_cells(board, cells);
    const NetworkRequest request = {.game = local->game, .color = mover};
    if (!game_set_up(local->game, cells, mover, 0, &status) ||
        !network_evaluate(local->network, &request, &answer, &status)) {
        return false;
    }
    const float sign = mover == BLACK ? 1 : -1;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        evaluation->ownership[cell] = sign * answer.ownership[cell];
        evaluation->policy[geometry->point_of[cell]] = answer.policy[cell];
    }
    return true;
}

bool local_network_open(LocalNetwork *local, Network *network, const Game *like) {
    Status status;
    local->evaluator = (LocalEvaluator){evaluate, local};
    local->network = network;
    local->game = game_new(like->hash_seed);
    if (local->game == NULL) {
        return false;
    }
    if (!game_clear(local->game, like->geometry->width, like->geometry->height, &status)) {
        local_network_close(local);
        return false;
    }
    game_set_rules(local->game, &like->rules);
    local->game->komi = like->komi;
    return true;
}

void local_network_close(LocalNetwork *local) {
    game_free(local->game);
    local->game = NULL;
}
