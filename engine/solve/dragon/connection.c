#include "engine/solve/dragon/connection.h"

enum { CONNECTION_RADIUS = 2 }; /* of an open region */

static LocalAnswer ask(GoalSearch *search, const Board *board, Goal *goal, Color mover,
                       GoalLimits limits) {
    Status status;
    const RegionKind region =
        region_find(board, goal->targets, goal->target_count, CONNECTION_RADIUS, &goal->playable);
    if (!goal_finish(goal, board, &status)) {
        return local_answer_settled(false);
    }
    const GoalQuestion question = {
        .search = search, .goal = goal, .board = board, .mover = mover, .limits = limits};
    return local_question_ask(&question, region);
}

static LocalAnswer ask_connection(GoalSearch *search, const Board *board, Point a, Point b,
                                  bool connects, GoalLimits limits) {
    const Color owner = board_color(board, a);
    if (board->chain[a] == board->chain[b]) {
        LocalAnswer answer = local_answer_settled(connects);
        answer.proved = true;
        return answer;
    }
    Goal goal;
    goal_init(&goal, board, GOAL_CONNECT, owner);
    goal_add_target(&goal, board, a);
    goal_add_target(&goal, board, b);
    const Color mover = connects ? owner : color_opponent(owner);
    LocalAnswer answer = ask(search, board, &goal, mover, limits);
    if (!answer.proved) {
        limits.trusting = true;
        const GoalAnswer judged = goal_answer(search, &goal, board, mover, 0, limits);
        answer.nodes += judged.nodes;
        if (judged.code != GOAL_UNKNOWN) {
            answer.code = judged.code;
            answer.move = judged.move;
        } else if (!connects) { /* chains that are asked about are mostly connected */
            answer.code = GOAL_FAILS;
            answer.move = POINT_NONE;
        }
    }
    return answer;
}

LocalAnswer connection_connect(GoalSearch *search, const Board *board, Point a, Point b,
                               GoalLimits limits) {
    return ask_connection(search, board, a, b, true, limits);
}

LocalAnswer connection_cut(GoalSearch *search, const Board *board, Point a, Point b,
                           GoalLimits limits) {
    return ask_connection(search, board, a, b, false, limits);
}
