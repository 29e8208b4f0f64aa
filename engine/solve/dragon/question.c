#include "engine/solve/dragon/question.h"

/* The chance of success, 0..1, with which an estimate counts as one. Questions are mostly asked
 * about moves that succeed. */
static const float LEAST_SUCCESS = 0.38F;
static const float LEAST_IF_OUT = 0.6F; /* to kill stones that get out of an open region */

enum { ALTERNATIVE_SHARE = 4 /* of the nodes, for each move that an evaluator prefers */ };

/* Does mover win if that side has one ko threat? */
static bool wins_with_threat(const Question *question, Color side) {
    const Goal *goal = &question->goal;
    const uint32_t captured = goal_add_captured(goal, question->board, 0);
    return goal_search_run(question->search, goal, question->board, question->mover, captured,
                           goal_ko_with_threats(side, 1), question->limits)
               .outcome == goal_outcome_for(goal, question->mover);
}

/* Without a proof and an estimate: stones in an open region have much room and live; otherwise the
 * side that moves first succeeds. */
static Answer guess(const Question *question) {
    const Goal *goal = &question->goal;
    const bool has_room = goal->kind == GOAL_CAPTURE_ALL && !question->is_closed;
    return answer_settled(!has_room || goal_outcome_for(goal, question->mover) == GOAL_HELD);
}

GoalAnswer question_prove(const Question *question) {
    const Goal *goal = &question->goal;
    const Color mover = question->mover;
    GoalAnswer answer = goal_answer(question->search, goal, question->board, mover,
                                    goal_add_captured(goal, question->board, 0), question->limits);
    if (answer.code == GOAL_WINS_KO && wins_with_threat(question, color_opponent(mover))) {
        answer.code = GOAL_WINS;
    } else if (answer.code == GOAL_WINS_KO_THREAT && !wins_with_threat(question, mover)) {
        answer.code = GOAL_FAILS;
        answer.move = POINT_NONE;
    }
    return answer;
}

bool question_is_open(const Question *question, GoalCode found) {
    return found == GOAL_UNKNOWN ||
           (!question->is_closed &&
            found == goal_code_of(&question->goal, GOAL_HELD, question->mover));
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

/* Does mover, who wins, win even if the other side moves first? */
static bool needs_no_move(const Question *question, GoalCode code) {
    Question other = *question;
    other.mover = color_opponent(question->mover);
    other.limits.nodes = question->limits.nodes / ALTERNATIVE_SHARE + 1;
    return code == GOAL_WINS && question_prove(&other).code == GOAL_FAILS;
}

Answer answer_settled(bool succeeds) {
    return (Answer){.code = succeeds ? GOAL_WINS : GOAL_FAILS,
                    .move = succeeds ? POINT_PASS : POINT_NONE};
}

Answer question_ask(const Question *question) {
    return question_decide(question, question_prove(question));
}

/* The answer by the proof, with the evaluator's first move that is proved, too. */
static Answer by_proof(const Question *question, GoalAnswer found) {
    Estimate estimate;
    Answer answer = {.code = found.code, .move = found.move, .proved = true};
    if (found.code == GOAL_FAILS) {
        return answer;
    }
    if (needs_no_move(question, found.code)) {
        answer.move = POINT_PASS;
        return answer;
    }
    const int count = estimate_goal(question, &estimate) ? estimate.move_count : 0;
    for (int i = 0; i < count; i++) {
        if (move_does(question, estimate.moves[i], found.code)) {
            answer.move = estimate.moves[i];
            break;
        }
    }
    return answer;
}

Answer question_decide(const Question *question, GoalAnswer found) {
    Estimate estimate;
    if (!question_is_open(question, found.code)) {
        return by_proof(question, found);
    }
    if (!estimate_goal(question, &estimate)) {
        return found.code != GOAL_UNKNOWN ? (Answer){.code = found.code, .move = found.move}
                                          : guess(question);
    }
    Answer answer = answer_settled(estimate.success >
                                   (found.code == GOAL_FAILS ? LEAST_IF_OUT : LEAST_SUCCESS));
    answer.move = answer.code == GOAL_WINS ? estimate.moves[0] : POINT_NONE;
    return answer;
}
