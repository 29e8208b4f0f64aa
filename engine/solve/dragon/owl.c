#include "engine/solve/dragon/owl.h"

#include "engine/solve/dragon/nakade.h"
#include "engine/solve/problem/region.h"

/* mover moves first: can it kill the dragon if it is the opponent, or else save it? A chain that is
 * no longer there is left out. */
static Answer ask(GoalSearch *search, const Board *board, const Dragon *dragon, Color mover,
                  GoalLimits limits) {
    Question question = {.search = search, .board = board, .mover = mover, .limits = limits};
    Goal *goal = &question.goal;
    Status status;
    dragon_init_goal(dragon, board, goal);
    if (goal->target_count == 0) {
        return answer_settled(mover != dragon->color);
    }
    if (!nakade_gains(search, board, dragon, limits)) {
        return answer_settled(mover == dragon->color);
    }
    question.is_closed = region_find(board, goal->targets, goal->target_count, REGION_RADIUS,
                                     &goal->playable) == REGION_CLOSED;
    goal_finish(goal, board, &status); /* if it is too large, only estimates tell */
    return question_ask(&question);
}

Answer owl_ask(GoalSearch *search, const Board *board, Point p, Color mover, GoalLimits limits) {
    Dragon dragon;
    dragon_find(board, p, &dragon);
    return ask(search, board, &dragon, mover, limits);
}

GoalCode owl_ask_move(GoalSearch *search, const Board *board, Point move, Point p, Color mover,
                      GoalLimits limits) {
    Dragon dragon;
    Board after;
    dragon_find(board, p, &dragon);
    board_copy(&after, board);
    board_play(&after, mover, move);
    return goal_code_invert(ask(search, &after, &dragon, color_opponent(mover), limits).code);
}

DragonStatus owl_status(GoalSearch *search, const Board *board, Point p, GoalLimits limits,
                        Point *attack, Point *defense) {
    const Color owner = board_color(board, p);
    const Answer killed = owl_ask(search, board, p, color_opponent(owner), limits);
    if (killed.code == GOAL_FAILS) {
        return DRAGON_ALIVE;
    }
    const Answer saved = owl_ask(search, board, p, owner, limits);
    *attack = killed.move;
    *defense = saved.move;
    return saved.code == GOAL_FAILS ? DRAGON_DEAD : DRAGON_CRITICAL;
}
