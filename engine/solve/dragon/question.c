#include "engine/solve/dragon/owl.h"

enum {
    RADIUS = 5,      /* of moves from a stone of the targets, in steps */
    PLIES = 3,       /* of the lines that are tried */
    TRIES_MAX = 6,   /* in a position, a pass among them */
    TRY_NODES = 400, /* of the search in each position */
    PASS_SHARE = 4,  /* of the nodes, to prove that nothing need be played */
};

/* How many of the likeliest moves are tried at each ply. */
static const int WIDTHS[PLIES] = {TRIES_MAX - 1, 3, 1};

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
    float success; /* of its player, 0..1 */
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
    GoalAnswer answer =
        goal_answer(question->search, goal, question->board, mover, 0, question->limits);
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

Answer answer_settled(bool succeeds) {
    return (Answer){.code = succeeds ? GOAL_WINS : GOAL_FAILS,
                    .move = succeeds ? POINT_PASS : POINT_NONE};
}

/* ---- Estimates ---- */

static float lost_share(const Question *question, uint32_t captured, const float *ownership) {
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

static bool is_near_target(const Question *question, Point p) {
    const Goal *goal = &question->goal;
    for (int i = 0; i < goal->target_count; i++) {
        if (board_chain_is_near(question->board, goal->targets[i], p, RADIUS)) {
            return true;
        }
    }
    return false;
}

/* Adds a move to a list of at most `limit`, the likeliest first. */
static void add_try(Try move, int limit, Try *tries, int *count) {
    int i = *count;
    *count += *count < limit;
    for (; i > 0 && tries[i - 1].policy < move.policy; i--) {
        if (i < limit) {
            tries[i] = tries[i - 1];
        }
    }
    if (i < limit) {
        tries[i] = move;
    }
}

/* Sets the success of the side to move on a board of the lines, and the best of the moves that it
 * tried: none where a search decides or, after the first moves, when the time is over. Returns
 * false if there is no evaluator, or it fails. */
static bool try_moves(const Question *question, const Board *board, Color mover, int ply,
                      float *success, Try *best) {
    const Goal *goal = &question->goal;
    const LocalEvaluator *evaluator = question->limits.evaluator;
    const uint32_t captured = goal_add_captured(goal, board, 0);
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
                              ? lost_share(question, captured, evaluation.ownership)
                          : captured != 0 ? 0
                                          : find_joined(goal, board, evaluation.ownership);
    *success = mover == goal->reacher ? reached : 1 - reached;
    if (ply == PLIES || (ply > 0 && deadline_is_over(question->limits.deadline))) {
        return true;
    }
    Try likely[TRIES_MAX], best_reply;
    int count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (is_near_target(question, p) && board_check(board, mover, p, false) == MOVE_LEGAL) {
            add_try((Try){p, evaluation.policy[p], 0}, WIDTHS[ply], likely, &count);
        }
    }
    likely[count++] = (Try){POINT_PASS, 0, 0};
    *best = (Try){POINT_PASS, 0, -1};
    for (int i = 0; i < count; i++) {
        Board after;
        float reply;
        board_copy(&after, board);
        board_play(&after, mover, likely[i].point);
        if (!try_moves(question, &after, color_opponent(mover), ply + 1, &reply, &best_reply)) {
            return false;
        }
        likely[i].success = 1 - reply;
        const float more = likely[i].success - best->success;
        if (more > POLICY_WEIGHT * (best->policy - likely[i].policy)) {
            *best = likely[i];
        }
    }
    *success += MOVE_WEIGHT * (best->success - *success);
    return true;
}

/* ---- Answers ---- */

Answer question_ask(const Question *question) {
    return question_decide(question, question_prove(question));
}

Answer question_decide(const Question *question, GoalAnswer found) {
    Answer answer = {.code = found.code, .move = found.move};
    if (!question_is_open(question, found.code)) {
        Question other = *question; /* does mover win even if the other side moves first? */
        other.mover = color_opponent(question->mover);
        other.limits.nodes = question->limits.nodes / PASS_SHARE + 1;
        answer.proved = true;
        if (found.code == GOAL_WINS && question_prove(&other).code == GOAL_FAILS) {
            answer.move = POINT_PASS;
        }
        return answer;
    }
    Try best;
    float success;
    if (!try_moves(question, question->board, question->mover, 0, &success, &best)) {
        /* stones in an open region have room; otherwise the side that moves first succeeds */
        const bool has_room = question->goal.kind == GOAL_CAPTURE_ALL && !question->is_closed;
        return found.code != GOAL_UNKNOWN
                   ? answer
                   : answer_settled(!has_room || question->mover != question->goal.reacher);
    }
    const float least = found.code == GOAL_FAILS ? LEAST_IF_OUT : LEAST_SUCCESS;
    answer = answer_settled(best.success > least);
    answer.move = answer.code == GOAL_WINS ? best.point : POINT_NONE;
    return answer;
}
