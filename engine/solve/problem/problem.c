#include "engine/solve/problem/problem.h"

#include "engine/solve/goal/dilate.h"

static void list_moves(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits,
                       ProblemSide *side) {
    Board start;
    board_copy(&start, board);
    if ((Color)start.to_move != side->mover) {
        start.to_move = (uint8_t)side->mover;
        start.ko = POINT_NONE;
    }
    for (int i = 0; i <= goal->point_count; i++) {
        const Point p = i < goal->point_count ? goal->points[i] : POINT_PASS;
        if (board_check(&start, side->mover, p, false) != MOVE_LEGAL) {
            continue;
        }
        Board after;
        board_copy(&after, &start);
        board_play(&after, side->mover, p);
        const GoalAnswer reply = goal_answer(search, goal, &after, color_opponent(side->mover),
                                             goal_add_captured(goal, &after, 0), limits);
        const bool is_known = reply.code == GOAL_UNKNOWN && p == side->answer.move;
        const GoalCode code = is_known ? side->answer.code : goal_code_invert(reply.code);
        const bool takes_ko = p != POINT_PASS && move_takes_ko(&start, side->mover, p);
        side->answer.nodes += reply.nodes;
        side->moves[side->move_count++] =
            (ProblemMove){.point = p,
                          .code = takes_ko && code == GOAL_WINS ? GOAL_WINS_KO : code,
                          .reply = reply.move};
    }
}

/* Do the targets, which are not captured, fail to become alive unconditionally? */
static bool is_seki(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                    GoalLimits limits) {
    Goal life = *goal;
    Status status;
    life.kind = GOAL_LIVE;
    life.reacher = goal_target_color(goal);
    const GoalKoRule ko = {.ko = KO_IS_SIMPLE};
    return goal_finish(&life, board, &status) &&
           goal_search_run(search, &life, board, mover, 0, ko, limits).outcome == GOAL_HELD;
}

void problem_answer(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                    GoalLimits limits, ProblemSide *side) {
    Zone zone;
    side->mover = mover;
    side->move_count = side->line_count = 0;
    side->is_seki = false;
    if (goal_judge(goal, board, 0, &zone) == GOAL_HELD) {
        const bool reaches = mover == goal->reacher;
        side->answer = (GoalAnswer){.code = reaches ? GOAL_FAILS : GOAL_WINS,
                                    .move = reaches ? POINT_NONE : POINT_PASS,
                                    .zone = zone};
        return;
    }
    side->answer = goal_answer(search, goal, board, mover, 0, limits);
    if (side->answer.code != GOAL_UNKNOWN) {
        side->line_count = goal_search_find_line(search, side->line, PROBLEM_LINE_MAX);
    }
}

void problem_explain(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits,
                     ProblemSide *side) {
    const Color mover = side->mover;
    Zone zone;
    if (side->answer.code == GOAL_UNKNOWN || goal_judge(goal, board, 0, &zone) == GOAL_HELD) {
        return;
    }
    if (side->answer.code == GOAL_WINS_KO_THREAT) {
        goal_answer_count_threats(search, goal, board, mover, limits, &side->answer);
    }
    list_moves(search, goal, board, limits, side);
    if (side->answer.code == (mover == goal->reacher ? GOAL_FAILS : GOAL_WINS)) {
        side->is_seki = is_seki(search, goal, board, mover, limits);
    }
}

void problem_solve(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                   GoalLimits limits, ProblemSide *side) {
    problem_answer(search, goal, board, mover, limits, side);
    problem_explain(search, goal, board, limits, side);
}

ProblemStatus problem_status(const ProblemSide *kills, const ProblemSide *saves) {
    const GoalCode attack = kills->answer.code, defence = saves->answer.code;
    return attack == GOAL_FAILS                                ? PROBLEM_ALIVE
           : defence == GOAL_FAILS                             ? PROBLEM_DEAD
           : attack == GOAL_UNKNOWN || defence == GOAL_UNKNOWN ? PROBLEM_UNKNOWN
                                                               : PROBLEM_UNSETTLED;
}

const char *problem_status_name(ProblemStatus status) {
    static const char *const NAMES[] = {"alive", "dead", "unsettled", "unknown"};
    return NAMES[status];
}
