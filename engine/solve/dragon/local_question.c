#include "engine/solve/dragon/local_question.h"

#include "engine/go/board/liberty.h"

enum {
    KO_SHARE = 2,          /* of the evaluations for that */
    ROOM_ALIVE = 36,       /* empty points in the region */
    LIBERTIES_ALIVE = 3,   /* of one of the chains */
    ALTERNATIVES = 3,      /* of a winning move that an evaluator may prefer */
    ALTERNATIVE_SHARE = 4, /* of the nodes for each */
};

/* Between the chances of success with threats of either side, if a ko decides. */
static const float KO_DIFFERENCE = 0.2F;

/* Of 0..1: questions are mostly asked about moves that succeed. */
static const float LEAST_SUCCESS = 0.38F, LIKELY_SUCCESS = 0.6F, SURE_SUCCESS = 0.8F,
                   CERTAIN_SUCCESS = 0.95F;

/* The move that the last search spent most on. */
static Point find_busiest(const GoalSearch *search) {
    GoalMove moves[GOAL_POINTS_MAX + 1];
    Point best = POINT_PASS;
    int64_t most = -1;
    for (int i = goal_search_list_moves(search, moves) - 1; i >= 0; i--) {
        if (moves[i].point != POINT_PASS && moves[i].nodes > most) {
            most = moves[i].nodes;
            best = moves[i].point;
        }
    }
    return best;
}

/* Do the targets have so much room that they live by the look of it? */
static bool have_room(const Goal *goal, const Board *board) {
    bool has_liberties = false;
    for (int i = 0; i < goal->target_count; i++) {
        Point liberties[LIBERTIES_ALIVE];
        has_liberties |= chain_find_liberties(board, goal->targets[i], LIBERTIES_ALIVE,
                                              liberties) >= LIBERTIES_ALIVE;
    }
    return has_liberties && goal->empty_count >= ROOM_ALIVE;
}

LocalAnswer local_answer_settled(bool succeeds) {
    return (LocalAnswer){.code = succeeds ? GOAL_WINS : GOAL_FAILS,
                         .move = succeeds ? POINT_PASS : POINT_NONE};
}

GoalAnswer local_question_prove(const GoalQuestion *question) {
    return goal_answer(question->search, question->goal, question->board, question->mover,
                       goal_add_captured(question->goal, question->board, 0), question->limits);
}

GoalQuestion local_question_other_side(const GoalQuestion *question) {
    GoalQuestion other = *question;
    other.mover = color_opponent(question->mover);
    return other;
}

static bool mover_reaches(const GoalQuestion *question) {
    return question->mover == question->goal->reacher;
}

bool local_question_survives(const GoalQuestion *question, GoalCode code) {
    return code == goal_code_of(question->goal, GOAL_HELD, question->mover);
}

/* Does mover win if it has `own` ko threats and its opponent `others`? */
static bool wins_with_threats(const GoalQuestion *question, int own, int others,
                              GoalAnswer *answer) {
    const Color mover = question->mover;
    GoalKoRule ko = {.ko = KO_IS_SIMPLE};
    ko.threats[mover] = own;
    ko.threats[color_opponent(mover)] = others;
    const GoalResult result = goal_search_run(
        question->search, question->goal, question->board, mover,
        goal_add_captured(question->goal, question->board, 0), ko, question->limits);
    answer->nodes += result.nodes;
    if (result.outcome != goal_outcome_for(question->goal, mover)) {
        return false;
    }
    answer->move = result.move;
    return true;
}

void local_question_simplify_ko(const GoalQuestion *question, GoalAnswer *answer) {
    if (answer->code == GOAL_WINS_KO && wins_with_threats(question, 0, 1, answer)) {
        answer->code = GOAL_WINS;
    } else if (answer->code == GOAL_WINS_KO_THREAT && !wins_with_threats(question, 1, 0, answer)) {
        answer->code = GOAL_FAILS;
        answer->move = POINT_NONE;
    }
}

bool local_question_move_does(const GoalQuestion *question, Point move, LocalAnswer *answer) {
    Board after;
    if (move == POINT_PASS ||
        board_check(question->board, question->mover, move, false) != MOVE_LEGAL ||
        !zone_has(&question->goal->playable, move)) {
        return false;
    }
    board_copy(&after, question->board);
    board_play(&after, question->mover, move);
    GoalQuestion next = local_question_other_side(question);
    next.board = &after;
    GoalAnswer reply = local_question_prove(&next);
    local_question_simplify_ko(&next, &reply);
    answer->nodes += reply.nodes;
    return goal_code_invert(reply.code) == answer->code;
}

/* Replaces the winning move of a proved answer by the first that the estimate prefers and that wins
 * as well. */
static void prefer(const GoalQuestion *question, const LocalResult *estimate, LocalAnswer *answer) {
    if (answer->code == GOAL_FAILS || answer->move == POINT_PASS) {
        return;
    }
    GoalQuestion limited = *question;
    limited.limits.nodes = question->limits.nodes / ALTERNATIVE_SHARE + 1;
    for (int i = 0; i < estimate->move_count && i < ALTERNATIVES; i++) {
        if (local_question_move_does(&limited, estimate->moves[i].move, answer)) {
            answer->move = estimate->moves[i].move;
            return;
        }
    }
}

/* An answer where nothing is proved or estimated. */
static void guess(const GoalQuestion *question, LocalAnswer *answer) {
    const bool live = !question->is_race && goal_is_capture(question->goal) &&
                      have_room(question->goal, question->board);
    answer->code = live && mover_reaches(question) ? GOAL_FAILS : GOAL_WINS;
    answer->move = !live                     ? find_busiest(question->search)
                   : mover_reaches(question) ? POINT_NONE
                                             : POINT_PASS;
}

/* Estimates the fate of the targets of a capture goal if mover, which may be either side, moves
 * first. threatener: the side that has ko threats, or EMPTY. proves: by proofs at the leaves. */
static bool estimate_targets(const GoalQuestion *question, RegionKind region, Color mover,
                             Color threatener, bool proves, LocalResult *estimate) {
    const Goal *goal = question->goal;
    Dragon dragon = {.color = goal_target_color(goal), .chain_count = goal->target_count};
    for (int i = 0; i < goal->target_count; i++) {
        dragon.chains[i] = goal->targets[i];
    }
    GoalLimits limits = question->limits;
    limits.evaluations /= threatener == EMPTY ? 1 : KO_SHARE;
    const LocalQuestion asked = {.board = question->board,
                                 .mover = mover,
                                 .dragons = {&dragon},
                                 .threats = {(threatener == BLACK) * LOCAL_KO_THREATS,
                                             (threatener == WHITE) * LOCAL_KO_THREATS},
                                 .limits = &limits,
                                 .proof = {.search = proves ? question->search : NULL,
                                           .goal = goal,
                                           .trusts_held = region == REGION_CLOSED}};
    return goal_is_capture(goal) && local_search_run(&asked, estimate);
}

/* The code by the estimate without threats and, if its line has a ko, by those where either side
 * has one threat. Replaces the estimate by the one that has the move. */
static GoalCode find_code(const GoalQuestion *question, RegionKind region, LocalResult *estimate) {
    const Color mover = question->mover;
    const bool saves = !mover_reaches(question);
    const bool succeeds = local_move_success(&estimate->moves[0], saves) > LEAST_SUCCESS;
    LocalResult lost, won;
    if (!estimate->ko_on_line ||
        !estimate_targets(question, region, mover, color_opponent(mover), true, &lost) ||
        !estimate_targets(question, region, mover, mover, true, &won)) {
        return succeeds ? GOAL_WINS : GOAL_FAILS;
    }
    if (local_move_success(&lost.moves[0], saves) > LIKELY_SUCCESS) {
        *estimate = lost;
        return GOAL_WINS;
    }
    if (local_move_success(&won.moves[0], saves) <= LIKELY_SUCCESS ||
        local_move_success(&won.moves[0], saves) - local_move_success(&lost.moves[0], saves) <
            KO_DIFFERENCE) {
        return succeeds ? GOAL_WINS : GOAL_FAILS;
    }
    *estimate = succeeds ? *estimate : won;
    return succeeds ? GOAL_WINS_KO : GOAL_WINS_KO_THREAT;
}

/* The answer if nothing is proved. Where the estimate is in doubt, a dragon that gets out of its
 * region lives. */
static void judge_by_estimate(const GoalQuestion *question, RegionKind region,
                              const GoalAnswer *found, LocalResult *estimate, LocalAnswer *answer) {
    const LocalMove *best = &estimate->moves[0];
    const bool saves = !mover_reaches(question);
    if (found->code != GOAL_UNKNOWN && local_move_success(best, saves) > LEAST_SUCCESS &&
        local_move_success(best, saves) <= LIKELY_SUCCESS) {
        return;
    }
    answer->code = find_code(question, region, estimate);
    answer->move = answer->code == GOAL_FAILS ? POINT_NONE : best->move;
}

/* Brings a proof and the estimate together. Where the proof says that mover fails, an estimate that
 * is sure of its move is right more often: the proof holds only if the walls of its region stand.
 * So is one that finds its move likely, where the proof has a ko that one threat does not decide.
 */
static void weigh(const GoalQuestion *question, const LocalResult *estimate, LocalAnswer *answer) {
    const LocalMove *best = &estimate->moves[0];
    const bool saves = !mover_reaches(question);
    const GoalAnswer proof = {.code = answer->code, .move = answer->move};
    GoalAnswer simple = proof;
    local_question_simplify_ko(question, &simple);
    answer->code = simple.code;
    answer->move = simple.move;
    answer->nodes += simple.nodes;
    const bool is_ko = simple.code != proof.code; /* a ko that does not decide */
    if (proof.code == GOAL_FAILS ? local_move_success(best, saves) > SURE_SUCCESS
                                 : is_ko && local_move_success(best, saves) > LIKELY_SUCCESS) {
        answer->code = GOAL_WINS;
        answer->move = best->move;
    } else {
        prefer(question, estimate, answer);
    }
    answer->doubted = local_move_success(best, !saves) > SURE_SUCCESS && answer->code != GOAL_FAILS;
    answer->proved = answer->code == proof.code; /* the preferred move is proved, too */
}

/* Does mover succeed also if the other side moves first: by a proof that a sure estimate confirms,
 * or by an estimate that is next to certain? first: the estimate if mover moves first. */
static bool is_settled(const GoalQuestion *question, RegionKind region, const LocalResult *first,
                       LocalAnswer *answer) {
    LocalResult estimate;
    const GoalQuestion second = local_question_other_side(question);
    const bool saves = !mover_reaches(question);
    const GoalAnswer other = local_question_prove(&second);
    answer->nodes += other.nodes;
    return (other.code == GOAL_FAILS ||
            (other.code == GOAL_UNKNOWN &&
             local_move_success(&first->moves[0], saves) > CERTAIN_SUCCESS)) &&
           estimate_targets(question, region, second.mover, EMPTY, false, &estimate) &&
           (other.code == GOAL_FAILS
                ? local_move_success(&estimate.moves[0], saves) > SURE_SUCCESS
                : local_move_success(&estimate.moves[0], saves) > CERTAIN_SUCCESS);
}

LocalAnswer local_question_ask(const GoalQuestion *question, RegionKind region) {
    LocalResult estimate;
    const GoalAnswer found = local_question_prove(question);
    const bool is_closed =
        !question->is_disputed &&
        (region == REGION_CLOSED || !local_question_survives(question, found.code));
    LocalAnswer answer = {.code = found.code,
                          .move = found.move,
                          .proved = found.code != GOAL_UNKNOWN,
                          .region = region,
                          .nodes = found.nodes};
    const bool proves = !question->is_disputed && !(answer.proved && is_closed);
    if (estimate_targets(question, region, question->mover, EMPTY, proves, &estimate)) {
        answer.proved &= is_closed;
        if (answer.proved) {
            weigh(question, &estimate, &answer);
        } else {
            judge_by_estimate(question, region, &found, &estimate, &answer);
            if (answer.code == found.code && found.move != POINT_PASS && !question->is_disputed) {
                answer.move = found.move; /* stones that get out should do so by a proved move */
                prefer(question, &estimate, &answer);
            }
        }
        if (answer.code == GOAL_WINS && !answer.doubted &&
            is_settled(question, region, &estimate, &answer)) {
            answer.move = POINT_PASS;
        }
    } else if (!answer.proved) {
        guess(question, &answer);
    } else if (found.code == GOAL_WINS) {
        const GoalQuestion second = local_question_other_side(question);
        const GoalAnswer other = local_question_prove(&second);
        answer.nodes += other.nodes;
        answer.move = other.code == GOAL_FAILS ? POINT_PASS : answer.move;
    }
    return answer;
}
