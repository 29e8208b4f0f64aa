#include "engine/solve/dragon/semeai.h"

#include "engine/solve/dragon/nakade.h"
#include "engine/solve/dragon/race.h"

enum { ENCLOSED_NODES = 4 /* times as many as for another race */ };

static bool is_ko(GoalCode code) {
    return code == GOAL_WINS_KO || code == GOAL_WINS_KO_THREAT;
}

/* Does mover capture the target or, as its owner, save it from `other`?
 *
 * A ko inside an eye that the captor may begin when it likes, and that the owner can neither end
 * nor take first, is lost for the owner, who runs out of threats before: so with the bent four in
 * the corner. In other races the captor has no time to wait. */
static Answer ask(GoalSearch *search, const Board *board, const Dragon *target, const Dragon *other,
                  Color mover, GoalLimits limits) {
    Question question = {.search = search, .board = board, .mover = mover, .limits = limits};
    const bool owns = mover == target->color;
    if (!race_make_goal(board, target, other, &question.goal)) {
        return answer_settled(!owns);
    }
    if (!nakade_gains(search, board, target, limits)) {
        return answer_settled(owns);
    }
    question.is_closed = race_is_enclosed(&question.goal, board);
    question.limits.nodes *= question.is_closed ? ENCLOSED_NODES : 1;
    Answer answer = question_ask(&question);
    if (answer.code == GOAL_FAILS) {
        return answer;
    }
    question.mover = color_opponent(mover);
    const Answer reply = question_ask(&question);
    const GoalCode reacher = owns ? reply.code : answer.code;
    const GoalCode holder = owns ? answer.code : reply.code;
    if (is_ko(reacher) && holder == GOAL_WINS_KO_THREAT && nakade_is_inside(board, other, target)) {
        return answer_settled(!owns);
    }
    if (answer.code == GOAL_WINS && reply.code == GOAL_FAILS && reply.proved >= answer.proved) {
        answer.move = POINT_PASS;
    }
    return answer;
}

SemeaiAnswer semeai_analyze(GoalSearch *search, const Board *board, const Dragon *first,
                            const Dragon *second, GoalLimits limits) {
    const Answer attack = ask(search, board, second, first, first->color, limits);
    if (attack.code == GOAL_WINS && !nakade_is_inside(board, second, first)) {
        return (SemeaiAnswer){.defense = GOAL_WINS, .attack = GOAL_WINS, .move = attack.move};
    }
    const Answer defense = ask(search, board, first, second, first->color, limits);
    if (defense.code == GOAL_FAILS) {
        return (SemeaiAnswer){.defense = GOAL_FAILS, .attack = GOAL_FAILS, .move = POINT_PASS};
    }
    return (SemeaiAnswer){.defense = defense.code,
                          .attack = attack.code,
                          .move = attack.code != GOAL_FAILS ? attack.move : defense.move};
}
