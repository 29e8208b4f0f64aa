#include "engine/solve/problem/seki.h"

#include "engine/go/board/benson.h"
#include "engine/solve/problem/problem.h"

/* The goal of giving one of the targets two eyes. Returns false if there is no such goal. */
static bool make_life(const Goal *goal, const Board *board, Goal *life) {
    Status ignored;
    *life = *goal;
    life->kind = GOAL_LIVE;
    life->reacher = goal_target_color(goal);
    return goal_finish(life, board, &ignored);
}

static GoalAnswer ask(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                      GoalLimits limits) {
    return goal_answer(search, goal, board, mover, goal_add_captured(goal, board, 0), limits);
}

/* Does the reacher fail even if it moves first? */
static bool is_held(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits) {
    return ask(search, goal, board, goal->reacher, limits).code == GOAL_FAILS;
}

/* Finds stones of the opponent in the region that share a liberty with a target, have no two eyes,
 * and are not captured even if the targets' owner moves first. */
static Point find_partner(GoalSearch *search, const Goal *goal, const Board *board,
                          GoalLimits limits) {
    uint8_t life[POINT_COUNT];
    benson_find(board, false, life);
    for (int i = 0; i < goal->target_count; i++) {
        Point liberties[CELL_COUNT_MAX];
        const int count = board_color(board, goal->targets[i]) == goal_target_color(goal)
                              ? board_liberties(board, goal->targets[i], liberties)
                              : 0;
        for (int k = 0; k < 4 * count; k++) {
            const Point p = point_beside(liberties[k / 4], k % 4);
            Goal capture = {.playable = goal->playable};
            Status ignored;
            if (board_color(board, p) == goal->reacher && life[p] != LIFE_ALIVE &&
                !goal_has_liberty_outside(&goal->playable, board, p)) {
                capture.kind = GOAL_CAPTURE_ALL;
                capture.reacher = goal_target_color(goal);
                if (goal_add_target(&capture, board, p) && goal_finish(&capture, board, &ignored) &&
                    is_held(search, &capture, board, limits)) {
                    return p;
                }
            }
        }
    }
    return POINT_NONE;
}

bool seki_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits, Seki *seki) {
    Board now;
    Goal life;
    if (goal->empty_count > SEKI_POINTS_MAX || goal_is_open(goal, board) ||
        !make_life(goal, board, &life)) {
        return false;
    }
    board_copy(&now, board);
    *seki = (Seki){.partner = POINT_NONE};
    for (;; mover = color_opponent(mover)) {
        const bool is_safe = is_held(search, goal, &now, limits);
        const bool is_eyeless = is_held(search, &life, &now, limits);
        if (is_safe && is_eyeless) {
            seki->partner = find_partner(search, goal, &now, limits);
            return seki->partner != POINT_NONE;
        }
        /* Each side prevents what the other wants: first the mover fails, then it must prevent. */
        const bool attacks = mover == goal->reacher;
        if (!(attacks ? is_safe : is_eyeless) || seki->line_count == SEKI_LINE_MAX) {
            return false;
        }
        const GoalAnswer answer = ask(search, attacks ? &life : goal, &now, mover, limits);
        if (answer.code != GOAL_WINS || !point_is_move(answer.move) ||
            board_check(&now, mover, answer.move, false) != MOVE_LEGAL) {
            return false;
        }
        board_play(&now, mover, answer.move);
        seki->line[seki->line_count++] = answer.move;
    }
}

bool life_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits) {
    Goal life;
    if (goal_is_open(goal, board) || !make_life(goal, board, &life)) {
        return false;
    }
    const GoalCode code = ask(search, &life, board, mover, limits).code;
    return code == (mover == life.reacher ? GOAL_WINS : GOAL_FAILS);
}
