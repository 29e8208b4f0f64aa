#include "engine/solve/problem/seki.h"

#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"

enum { POINTS_MAX = 16 }; /* empty points of a region: a larger one is not asked about */

/* Does the reacher fail even if it moves first? */
static bool is_held(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits) {
    return goal_answer(search, goal, board, goal->reacher, 0, limits).code == GOAL_FAILS;
}

/* Are there stones of the opponent in the region that do not live as they stand, and are not
 * captured even if the targets' owner moves first? */
static bool has_partner(GoalSearch *search, const Goal *goal, const Board *board,
                        GoalLimits limits) {
    for (int i = 0; i < goal->point_count; i++) {
        Goal capture;
        Zone stones = {0}, zone;
        Status ignored;
        zone_add(&stones, goal->points[i]);
        if (board_color(board, goal->points[i]) == goal->reacher &&
            region_make_goal(board, &stones, false, &goal->playable, &capture, &ignored) &&
            goal_judge(&capture, board, 0, &zone) == GOAL_OPEN &&
            is_held(search, &capture, board, limits)) {
            return true;
        }
    }
    return false;
}

bool seki_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits, Seki *seki) {
    Board now;
    Goal life;
    Status ignored;
    if (goal->empty_count > POINTS_MAX || goal_is_open(goal, board) ||
        !goal_make_life(goal, board, &life, &ignored)) {
        return false;
    }
    board_copy(&now, board);
    seki->line_count = 0;
    for (;; mover = color_opponent(mover)) {
        const bool is_safe = is_held(search, goal, &now, limits);
        const bool is_eyeless = is_held(search, &life, &now, limits);
        if (is_safe && is_eyeless) {
            return has_partner(search, goal, &now, limits);
        }
        /* Each side prevents what the other wants: first the mover fails, then it must prevent. */
        const bool attacks = mover == goal->reacher;
        const GoalAnswer answer =
            goal_answer(search, attacks ? &life : goal, &now, mover, 0, limits);
        if (!(attacks ? is_safe : is_eyeless) || answer.code != GOAL_WINS ||
            seki->line_count == SEKI_LINE_MAX ||
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
    Status ignored;
    return !goal_is_open(goal, board) && goal_make_life(goal, board, &life, &ignored) &&
           goal_answer(search, &life, board, mover, 0, limits).code ==
               goal_code_of(&life, GOAL_REACHED, mover);
}
