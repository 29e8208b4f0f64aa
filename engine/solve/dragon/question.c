#include "engine/solve/dragon/question.h"

#include "engine/solve/dragon/estimate.h"

/* The chance of success, 0..1, with which an estimate counts as one. Questions are mostly asked
 * about moves that succeed. */
static const float LEAST_SUCCESS = 0.38F;
static const float LEAST_IF_OUT = 0.6F; /* to kill stones that get out of an open region */

enum { ALTERNATIVE_SHARE = 4 /* of the nodes, for each move that an evaluator prefers */ };

/* Does mover win if that side has one ko threat? */
static bool wins_with_threat(const Question *question, Color side, GoalAnswer *answer) {
    const Goal *goal = &question->goal;
    GoalKoRule ko = {.ko = KO_IS_SIMPLE};
    ko.threats[side] = 1;
    const GoalResult result =
        goal_search_run(question->search, goal, question->board, question->mover,
                        goal_add_captured(goal, question->board, 0), ko, question->limits);
    answer->nodes += result.nodes;
    return result.outcome == goal_outcome_for(goal, question->mover);
}

GoalAnswer question_prove(const Question *question) {
    const Goal *goal = &question->goal;
    const Color mover = question->mover;
    GoalAnswer answer = goal_answer(question->search, goal, question->board, mover,
                                    goal_add_captured(goal, question->board, 0), question->limits);
    if (answer.code == GOAL_WINS_KO && wins_with_threat(question, color_opponent(mover), &answer)) {
        answer.code = GOAL_WINS;
    } else if (answer.code == GOAL_WINS_KO_THREAT && !wins_with_threat(question, mover, &answer)) {
        answer.code = GOAL_FAILS;
        answer.move = POINT_NONE;
    }
    return answer;
}

/* Is the move proved to lead to the code, too? */
static bool move_does(const Question *question, Point move, GoalCode code) {
    Question next = *question;
    Board after;
    if (move == POINT_PASS ||
        board_check(question->board, question->mover, move, false) != MOVE_LEGAL) {
        return false;
    }
    board_copy(&after, question->board);
    board_play(&after, question->mover, move);
    next.board = &after;
    next.mover = color_opponent(question->mover);
    next.limits.nodes = question->limits.nodes / ALTERNATIVE_SHARE + 1;
    return goal_code_invert(question_prove(&next).code) == code;
}

Answer answer_settled(bool succeeds) {
    return (Answer){.code = succeeds ? GOAL_WINS : GOAL_FAILS,
                    .move = succeeds ? POINT_PASS : POINT_NONE};
}

Answer question_ask(const Question *question) {
    return question_decide(question, question_prove(question));
}

Answer question_decide(const Question *question, GoalAnswer found) {
    Estimate estimate;
    const bool gets_out = !question->is_closed &&
                          found.code == goal_code_of(&question->goal, GOAL_HELD, question->mover);
    const bool proved = found.code != GOAL_UNKNOWN && !gets_out;
    Answer answer = {.code = found.code, .move = found.move, .proved = proved};
    if ((proved && found.code == GOAL_FAILS) || !estimate_goal(question, &estimate)) {
        return found.code == GOAL_UNKNOWN ? answer_settled(true) : answer;
    }
    if (proved) {
        for (int i = 0; i < estimate.move_count; i++) {
            if (move_does(question, estimate.moves[i], found.code)) {
                answer.move = estimate.moves[i];
                break;
            }
        }
    } else {
        const float least = found.code == GOAL_FAILS ? LEAST_IF_OUT : LEAST_SUCCESS;
        answer = answer_settled(estimate.success > least);
        answer.move = answer.code == GOAL_WINS ? estimate.moves[0] : POINT_NONE;
    }
    return answer;
}
