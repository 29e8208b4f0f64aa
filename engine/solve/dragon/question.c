#include "engine/solve/dragon/owl.h"

#include <stdlib.h>

enum {
    RADIUS = 5,            /* of moves from a stone of the targets, in steps */
    PLIES = 3,             /* of the lines that are tried */
    TRIES_MAX = 6,         /* in a position, a pass among them */
    TRY_NODES = 400,       /* of the search in each position */
    PROOFS = 3,            /* of the best moves, that they do what is proved */
    ALTERNATIVE_SHARE = 4, /* of the nodes, for each of these */
};

/* How many of the likeliest moves are tried at each ply. */
static const int WIDTHS[PLIES] = {TRIES_MAX - 1, 2, 1};

/* What counts in a position is the success of the best move and, for the rest, the ownership. The
 * policy decides between moves that succeed alike. */
static const float MOVE_WEIGHT = 0.7F, POLICY_WEIGHT = 0.1F;

/* The success, 0..1, from which on an estimate counts as one. */
static const float LEAST_SUCCESS = 0.45F;
static const float LEAST_IF_OUT = 0.8F; /* to kill stones that get out of an open region */

/* A move that is tried. */
typedef struct {
    Point point;
    float policy;
    float success; /* of its player, 0..1; 0 until it was tried */
} Try;

/* ---- Proofs ---- */

/* Does mover win if that side has one ko threat? */
static bool wins_with_threat(const Question *question, Color side) {
    const Goal *goal = &question->goal;
    const uint32_t captured = goal_add_captured(goal, question->board, 0);
    return goal_search_run(question->search, goal, question->board, question->mover, captured,
                           goal_ko_with_threats(side, 1), question->limits)
               .outcome == goal_outcome_for(goal, question->mover);
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

Answer answer_settled(bool succeeds) {
    return (Answer){.code = succeeds ? GOAL_WINS : GOAL_FAILS,
                    .move = succeeds ? POINT_PASS : POINT_NONE};
}

/* ---- Estimates ---- */

static float find_lost(const Question *question, uint32_t captured, const float *ownership) {
    const Goal *goal = &question->goal;
    const Board *board = question->board;
    const float sign = goal_target_color(goal) == BLACK ? 1 : -1;
    float lost = 0;
    int stones = 0;
    for (int i = 0; i < goal->target_count; i++) {
        Point stone = goal->targets[i];
        do {
            const float own = sign * ownership[board->geometry->cell_of[stone]];
            lost += captured >> i & 1 ? 1 : (1 - own) / 2;
            stones++;
            stone = board->next[stone];
        } while (stone != goal->targets[i]);
    }
    return lost / (float)stones;
}

/* The strongest way from the first target to the second. */
static float find_joined(const Goal *goal, const Board *board, const float *ownership) {
    const float sign = goal->reacher == BLACK ? 1 : -1;
    float strength[POINT_COUNT] = {0};
    strength[goal->targets[0]] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < board->geometry->cell_count; cell++) {
            const Point p = board->geometry->point_of[cell];
            const float own = (1 + sign * ownership[cell]) / 2;
            for (int k = 0; k < 4; k++) {
                const Point beside = point_beside(p, k);
                const bool is_same = board_color(board, p) == goal->reacher &&
                                     board->chain[p] == board->chain[beside];
                const float way = is_same || strength[beside] < own ? strength[beside] : own;
                changed |= way > strength[p];
                strength[p] = way > strength[p] ? way : strength[p];
            }
        }
    }
    return strength[goal->targets[1]];
}

static bool is_near(const Question *question, Point p) {
    const Goal *goal = &question->goal;
    for (int i = 0; i < goal->target_count; i++) {
        Point stone = goal->targets[i];
        do {
            if (abs(point_x(p) - point_x(stone)) + abs(point_y(p) - point_y(stone)) <= RADIUS) {
                return true;
            }
            stone = question->board->next[stone];
        } while (stone != goal->targets[i]);
    }
    return false;
}

static float worth_of(const Try *move) {
    return move->success + POLICY_WEIGHT * move->policy;
}

/* Adds a move to a list of at most `limit`, the best first. */
static void add_try(Try move, int limit, Try *tries, int *count) {
    int i = *count;
    *count += *count < limit;
    for (; i > 0 && worth_of(&tries[i - 1]) < worth_of(&move); i--) {
        if (i < limit) {
            tries[i] = tries[i - 1];
        }
    }
    if (i < limit) {
        tries[i] = move;
    }
}

/* Sets the success of the side to move on a board of the lines, and lists the moves that it tried,
 * the best first: none where a search decides or, after the first moves, when the time is over.
 * Returns false if there is no evaluator, or it fails. */
static bool try_moves(const Question *question, const Board *board, Color mover, int ply,
                      float *success, Try tries[TRIES_MAX], int *count) {
    const Goal *goal = &question->goal;
    const LocalEvaluator *evaluator = question->limits.evaluator;
    const uint32_t captured = goal_add_captured(goal, board, 0);
    *count = 0;
    if (ply > 0) {
        const GoalLimits limits = {.nodes = TRY_NODES, .deadline = question->limits.deadline};
        const GoalKoRule ko = {.ko = KO_IS_SIMPLE};
        const GoalOutcome outcome =
            goal_search_run(question->search, goal, board, mover, captured, ko, limits).outcome;
        if (outcome == GOAL_REACHED || (outcome == GOAL_HELD && question->is_closed)) {
            *success = outcome == goal_outcome_for(goal, mover);
            return true;
        }
    }
    LocalEvaluation evaluation;
    if (evaluator == NULL || !evaluator->evaluate(evaluator->context, board, mover, &evaluation)) {
        return false;
    }
    const float reached = goal->kind != GOAL_CONNECT
                              ? find_lost(question, captured, evaluation.ownership)
                          : captured != 0 ? 0
                                          : find_joined(goal, board, evaluation.ownership);
    *success = mover == goal->reacher ? reached : 1 - reached;
    if (ply == PLIES || (ply > 0 && deadline_is_over(question->limits.deadline))) {
        return true;
    }
    Try likely[TRIES_MAX], replies[TRIES_MAX];
    int likely_count = 0, reply_count;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (is_near(question, p) && board_check(board, mover, p, false) == MOVE_LEGAL) {
            add_try((Try){p, evaluation.policy[p], 0}, WIDTHS[ply], likely, &likely_count);
        }
    }
    likely[likely_count++] = (Try){POINT_PASS, 0, 0};
    for (int i = 0; i < likely_count; i++) {
        Board after;
        float reply;
        board_copy(&after, board);
        board_play(&after, mover, likely[i].point);
        if (!try_moves(question, &after, color_opponent(mover), ply + 1, &reply, replies,
                       &reply_count)) {
            return false;
        }
        likely[i].success = 1 - reply;
        add_try(likely[i], TRIES_MAX, tries, count);
    }
    *success += MOVE_WEIGHT * (tries[0].success - *success);
    return true;
}

static bool try_first_moves(const Question *question, Try tries[TRIES_MAX], int *count) {
    float success;
    return try_moves(question, question->board, question->mover, 0, &success, tries, count);
}

/* ---- Answers ---- */

/* Without a proof and an estimate: stones in an open region have much room and live; otherwise the
 * side that moves first succeeds. */
static Answer guess(const Question *question) {
    const Goal *goal = &question->goal;
    const bool has_room = goal->kind == GOAL_CAPTURE_ALL && !question->is_closed;
    return answer_settled(!has_room || goal_outcome_for(goal, question->mover) == GOAL_HELD);
}

Answer question_ask(const Question *question) {
    return question_decide(question, question_prove(question));
}

/* The answer by the proof, with the evaluator's first move that is proved, too. */
static Answer by_proof(const Question *question, GoalAnswer found) {
    Try tries[TRIES_MAX];
    int count = 0;
    Answer answer = {.code = found.code, .move = found.move, .proved = true};
    if (found.code == GOAL_FAILS) {
        return answer;
    }
    Question other = *question; /* does mover win even if the other side moves first? */
    other.mover = color_opponent(question->mover);
    other.limits.nodes = question->limits.nodes / ALTERNATIVE_SHARE + 1;
    if (found.code == GOAL_WINS && question_prove(&other).code == GOAL_FAILS) {
        answer.move = POINT_PASS;
        return answer;
    }
    const bool is_estimated = try_first_moves(question, tries, &count);
    for (int i = 0; is_estimated && i < count && i < PROOFS; i++) {
        if (move_does(question, tries[i].point, found.code)) {
            answer.move = tries[i].point;
            break;
        }
    }
    return answer;
}

Answer question_decide(const Question *question, GoalAnswer found) {
    Try tries[TRIES_MAX];
    int count;
    if (!question_is_open(question, found.code)) {
        return by_proof(question, found);
    }
    if (!try_first_moves(question, tries, &count)) {
        return found.code != GOAL_UNKNOWN ? (Answer){.code = found.code, .move = found.move}
                                          : guess(question);
    }
    Answer answer = answer_settled(tries[0].success >
                                   (found.code == GOAL_FAILS ? LEAST_IF_OUT : LEAST_SUCCESS));
    answer.move = answer.code == GOAL_WINS ? tries[0].point : POINT_NONE;
    return answer;
}
