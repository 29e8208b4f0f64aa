#include "gtp/commands/life/life_tools.h"

enum {
    TABLE_MEGABYTES = 128, /* of a command */
    SEARCH_NODES = 120000, /* for each rule for kos; increase_depths doubles it */
};

static const double SECONDS_MAX =
    8.0; /* for a command: GNU Go's suites are judged at 10 s a test */

int64_t life_tools_shift(int64_t limit, int depths) {
    return depths < 0 ? limit >> -depths : limit << depths;
}

static bool evaluate_locally(void *context, const Board *board, Color mover,
                             LocalEvaluation *evaluation) {
    LifeTools *tools = context;
    const Geometry *geometry = board->geometry;
    ColorCell cells[CELL_COUNT_MAX];
    NetAnswer answer;
    Status status;
    board_get_cells(board, cells);
    const NetworkRequest request = {.game = tools->game, .color = mover};
    if (!game_set_up(tools->game, cells, mover, 0, &status) ||
        !network_evaluate(tools->network, &request, &answer, &status)) {
        return false;
    }
    const float sign = mover == BLACK ? 1 : -1;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        evaluation->ownership[cell] = sign * answer.ownership[cell];
        evaluation->policy[geometry->point_of[cell]] = answer.policy[cell];
    }
    return true;
}

GoalSearch *life_tools_new_search(GtpCall *call) {
    GoalSearch *search = NULL;
    for (int megabytes = TABLE_MEGABYTES; search == NULL && megabytes > 0; megabytes /= 2) {
        search = goal_search_new(megabytes);
    }
    if (search == NULL) {
        call_fail(call, "out of memory");
    }
    return search;
}

/* Estimates need a network, which is told the rules and the komi of the session. */
bool life_tools_open(GtpCall *call, LifeTools *tools) {
    const Game *game = call->engine->game;
    Status status;
    const int depths = call->engine->reading.depths;
    tools->search = life_tools_new_search(call);
    if (tools->search == NULL) {
        return false;
    }
    tools->deadline = (Deadline){.at = depths > 0 ? INFINITY : clock_seconds() + SECONDS_MAX,
                                 .cancel = call->engine->player.cancel};
    tools->limits =
        (GoalLimits){.nodes = life_tools_shift(SEARCH_NODES, depths), .deadline = &tools->deadline};
    tools->network = network_load_wait(call->engine->player.load, &status);
    tools->game = tools->network == NULL ? NULL : game_new(game->hash_seed);
    if (tools->game != NULL &&
        game_clear(tools->game, game->geometry->width, game->geometry->height, &status)) {
        game_set_rules(tools->game, &game->rules);
        tools->game->komi = game->komi;
        tools->evaluator = (LocalEvaluator){evaluate_locally, tools};
        tools->limits.evaluator = &tools->evaluator;
    }
    return true;
}

void life_tools_close(LifeTools *tools) {
    goal_search_free(tools->search);
    game_free(tools->game);
}

void life_tools_add_move(GtpCall *call, Point move) {
    if (move == POINT_PASS) {
        text_add(call->answer, "%sPASS", call->answer->length == 0 ? "" : " ");
    } else {
        call_add_point(call, move);
    }
}
