#include "engine/solve/dragon/capture.h"

#include "engine/go/board/liberty.h"

enum {
    CAPTURE_RADIUS = 3, /* of an open region */
    WEAK = 3,           /* liberties of chains that a combination may capture */
    READ_NODES = 1000,  /* to find out what a single attack captures */
};

static void make_either(const Board *board, Point a, Point b, Goal *goal) {
    Status status;
    goal_init(goal, board, GOAL_CAPTURE_ANY, color_opponent(board_color(board, a)));
    goal_add_target(goal, board, a);
    goal_add_target(goal, board, b);
    region_find(board, goal->targets, goal->target_count, CAPTURE_RADIUS, &goal->playable);
    goal_finish(goal, board, &status);
}

GoalCode capture_attack_either(GoalSearch *search, const Board *board, Point a, Point b,
                               GoalLimits limits) {
    Goal goal;
    make_either(board, a, b, &goal);
    const GoalCode code = goal_answer(search, &goal, board, goal.reacher, 0, limits).code;
    return code == GOAL_UNKNOWN ? GOAL_FAILS : code;
}

GoalCode capture_defend_both(GoalSearch *search, const Board *board, Point a, Point b,
                             GoalLimits limits) {
    Goal goal;
    make_either(board, a, b, &goal);
    const GoalCode code =
        goal_answer(search, &goal, board, color_opponent(goal.reacher), 0, limits).code;
    return code == GOAL_UNKNOWN ? GOAL_WINS : code;
}

static GoalCode ask_after(Reader *reader, const Board *board, Color mover, Point move, Point p,
                          ReadingLimits limits) {
    const bool attacks = mover != board_color(board, p);
    Board after;
    board_copy(&after, board);
    board_play(&after, mover, move);
    if (board_color(&after, p) != board_color(board, p)) {
        return GOAL_WINS;
    }
    const ReadingResult reply = attacks ? reading_defend(reader, &after, p, limits)
                                        : reading_attack(reader, &after, p, limits);
    return goal_code_invert((GoalCode)reply.code);
}

GoalCode capture_does_attack(Reader *reader, const Board *board, Point move, Point p,
                             ReadingLimits limits) {
    return reading_defend(reader, board, p, limits).code == READING_FAILS
               ? GOAL_FAILS
               : ask_after(reader, board, color_opponent(board_color(board, p)), move, p, limits);
}

GoalCode capture_does_defend(Reader *reader, const Board *board, Point move, Point p,
                             ReadingLimits limits) {
    return reading_attack(reader, board, p, limits).code == READING_FAILS
               ? GOAL_FAILS
               : ask_after(reader, board, board_color(board, p), move, p, limits);
}

/* ---- Combinations ---- */

/* Makes the goal "capture one of the opponent's weak chains that no single attack captures".
 * Returns false if there are fewer than two. */
static bool make_combination(Reader *reader, const Board *board, Color color, Goal *goal) {
    const Geometry *geometry = board->geometry;
    ReadingLimits limits = reading_default_limits();
    Status status;
    limits.nodes = READ_NODES;
    goal_init(goal, board, GOAL_CAPTURE_ANY, color);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        Point liberties[WEAK + 1];
        if (board_color(board, p) == color_opponent(color) && board->chain[p] == p &&
            chain_find_liberties(board, p, WEAK + 1, liberties) <= WEAK &&
            reading_attack(reader, board, p, limits).code == READING_FAILS) {
            goal_add_target(goal, board, p);
        }
    }
    if (goal->target_count < 2) {
        return false;
    }
    region_find(board, goal->targets, goal->target_count, CAPTURE_RADIUS, &goal->playable);
    return goal_finish(goal, board, &status);
}

Point capture_find_combination(GoalSearch *search, Reader *reader, const Board *board, Color color,
                               GoalLimits limits, Point *defenses, int *defense_count) {
    Goal goal;
    if (!make_combination(reader, board, color, &goal)) {
        return POINT_PASS;
    }
    const GoalAnswer found = goal_answer(search, &goal, board, color, 0, limits);
    if (found.code != GOAL_WINS) {
        return POINT_PASS;
    }
    const Color opponent = color_opponent(color);
    const GoalKoRule ko = {.ko = KO_IS_HOLDERS};
    for (int i = 0; defenses != NULL && i < goal.point_count; i++) {
        const Point p = goal.points[i];
        Board after;
        if (!zone_has(&found.zone, p) || board_check(board, opponent, p, false) != MOVE_LEGAL) {
            continue;
        }
        board_copy(&after, board);
        board_play(&after, opponent, p);
        if (goal_search_run(search, &goal, &after, color, 0, ko, limits).outcome == GOAL_HELD) {
            defenses[(*defense_count)++] = p;
        }
    }
    return found.move;
}
