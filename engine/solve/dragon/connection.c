#include "engine/solve/dragon/connection.h"

enum { CONNECTION_RADIUS = 2 }; /* of an open region */

/* Returns false if the region is too large for a search. */
static bool make_goal(const Board *board, Point a, Point b, Goal *goal, RegionKind *region) {
    Status status;
    goal_init(goal, board, GOAL_CONNECT, board_color(board, a));
    goal_add_target(goal, board, a);
    goal_add_target(goal, board, b);
    *region =
        region_find(board, goal->targets, goal->target_count, CONNECTION_RADIUS, &goal->playable);
    if (goal_finish(goal, board, &status)) {
        return true;
    }
    *region = REGION_OPEN;
    for (int radius = CONNECTION_RADIUS; radius > 0; radius--) {
        region_find_open(board, goal->targets, goal->target_count, radius, &goal->playable);
        if (goal_finish(goal, board, &status)) {
            return true;
        }
    }
    return false;
}

static LocalAnswer ask_connection(GoalSearch *search, const Board *board, Point a, Point b,
                                  bool connects, GoalLimits limits) {
    const Color owner = board_color(board, a);
    const Color mover = connects ? owner : color_opponent(owner);
    Goal goal;
    RegionKind region;
    if (board->chain[a] == board->chain[b]) {
        LocalAnswer answer = local_answer_settled(connects);
        answer.proved = true;
        return answer;
    }
    if (!make_goal(board, a, b, &goal, &region)) {
        return local_answer_settled(false);
    }
    const GoalQuestion question = {
        .search = search, .goal = &goal, .board = board, .mover = mover, .limits = limits};
    LocalAnswer answer = local_question_ask(&question, region);
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
