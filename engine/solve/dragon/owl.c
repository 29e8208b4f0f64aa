#include "engine/solve/dragon/owl.h"

#include "engine/solve/dragon/race.h"

/* The question as a goal: capture all chains of the dragon that are still there. Returns false if
 * no chain is left. with_walls: in a closed region weak walls may fall. */
static bool make_goal(const Board *board, const Dragon *dragon, bool with_walls, Goal *goal,
                      RegionKind *region) {
    Status status;
    dragon_init_goal(dragon, board, goal);
    if (goal->target_count == 0) {
        return false;
    }
    *region = region_find(board, goal->targets, goal->target_count, REGION_RADIUS, &goal->playable);
    if (*region == REGION_CLOSED && with_walls) {
        const Zone standing = goal->playable;
        region_add_weak_walls(board, dragon->color, &goal->playable);
        if (goal_finish(goal, board, &status)) {
            return true;
        }
        goal->playable = standing;
    }
    goal_finish(goal, board, &status); /* if it is too large, only estimates tell */
    return true;
}

/* Does the dragon, of which `chain` is left, stand inside an eye of one that would be killed if it
 * captured the dragon? Then neither side plays there. */
static bool is_in_seki(GoalSearch *search, const Board *board, const Dragon *dragon, Point chain,
                       GoalLimits limits) {
    Point beside[4], stone = chain;
    do {
        point_neighbors(stone, beside);
        for (int k = 0; k < 4; k++) {
            if (board_color(board, beside[k]) == color_opponent(dragon->color)) {
                Dragon outer;
                dragon_find(board, beside[k], &outer);
                return !nakade_gains(search, board, dragon, &outer, limits);
            }
        }
        stone = board->next[stone];
    } while (stone != chain);
    return false;
}

/* Asks the question of a closed region again with walls that stand. Where nothing is proved
 * otherwise, *goal becomes that question. A dragon that falls there, but survives where weak walls
 * may fall, may owe that to liberties behind them, which are never filled: that is in dispute. */
static void weigh_walls(const Dragon *dragon, Goal *goal, GoalQuestion *question) {
    Goal standing;
    RegionKind region;
    if (!make_goal(question->board, dragon, false, &standing, &region) ||
        standing.hash == goal->hash) {
        return;
    }
    const GoalCode code = local_question_prove(question).code;
    if (code == GOAL_UNKNOWN) {
        *goal = standing;
    } else if (local_question_survives(question, code)) {
        GoalQuestion other = *question;
        other.goal = &standing;
        const GoalCode contrary = local_question_prove(&other).code;
        question->is_disputed =
            contrary != GOAL_UNKNOWN && !local_question_survives(question, contrary);
    }
}

/* mover moves first: can it kill the dragon if it is the opponent, or else save it? A chain that is
 * no longer there is left out. */
static LocalAnswer ask(GoalSearch *search, const Board *board, const Dragon *dragon, Color mover,
                       GoalLimits limits) {
    const bool saves = mover == dragon->color;
    Goal goal;
    RegionKind region = REGION_CLOSED;
    if (!make_goal(board, dragon, true, &goal, &region)) {
        LocalAnswer dead = local_answer_settled(!saves);
        dead.proved = true;
        return dead;
    }
    if (is_in_seki(search, board, dragon, goal.targets[0], limits)) {
        LocalAnswer alive = local_answer_settled(saves);
        alive.region = region;
        return alive;
    }
    GoalQuestion question = {
        .search = search, .goal = &goal, .board = board, .mover = mover, .limits = limits};
    if (region == REGION_CLOSED) {
        weigh_walls(dragon, &goal, &question);
    }
    return local_question_ask(&question, region);
}

LocalAnswer owl_attack(GoalSearch *search, const Board *board, Point p, GoalLimits limits) {
    Dragon dragon;
    dragon_find(board, p, &dragon);
    return ask(search, board, &dragon, color_opponent(dragon.color), limits);
}

LocalAnswer owl_defend(GoalSearch *search, const Board *board, Point p, GoalLimits limits) {
    Dragon dragon;
    dragon_find(board, p, &dragon);
    return ask(search, board, &dragon, dragon.color, limits);
}

/* ---- After a move ---- */

/* The code of mover, who has played the move, for the dragon that was at p. */
static GoalCode ask_after(GoalSearch *search, const Board *board, Color mover, Point move, Point p,
                          GoalLimits limits) {
    Dragon dragon;
    Board after;
    dragon_find(board, p, &dragon);
    board_copy(&after, board);
    board_play(&after, mover, move);
    const LocalAnswer reply = ask(search, &after, &dragon, color_opponent(mover), limits);
    return goal_code_invert(reply.code);
}

GoalCode owl_does_attack(GoalSearch *search, const Board *board, Point move, Point p,
                         GoalLimits limits) {
    return ask_after(search, board, color_opponent(board_color(board, p)), move, p, limits);
}

GoalCode owl_does_defend(GoalSearch *search, const Board *board, Point move, Point p,
                         GoalLimits limits) {
    return ask_after(search, board, board_color(board, p), move, p, limits);
}

DragonStatus owl_status(GoalSearch *search, const Board *board, Point p, GoalLimits limits,
                        Point *attack, Point *defense) {
    const LocalAnswer killed = owl_attack(search, board, p, limits);
    if (killed.code == GOAL_FAILS || killed.doubted) { /* by a wall that falls, or seki */
        return DRAGON_ALIVE;
    }
    const LocalAnswer saved = owl_defend(search, board, p, limits);
    *attack = killed.move;
    *defense = saved.move;
    return saved.code == GOAL_FAILS ? DRAGON_DEAD : DRAGON_CRITICAL;
}

/* ---- Connections ---- */

enum { CONNECTION_RADIUS = 2 }; /* of an open region */

/* Returns false if the region is too large for a search. */
static bool make_connection_goal(const Board *board, Point a, Point b, Goal *goal,
                                 RegionKind *region) {
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
    if (!make_connection_goal(board, a, b, &goal, &region)) {
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
