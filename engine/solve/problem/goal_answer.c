#include "engine/solve/problem/goal_answer.h"

GoalCode goal_code_of(const Goal *goal, GoalOutcome outcome, Color mover) {
    return outcome == GOAL_OPEN                       ? GOAL_UNKNOWN
           : outcome == goal_outcome_for(goal, mover) ? GOAL_WINS
                                                      : GOAL_FAILS;
}

GoalCode goal_code_invert(GoalCode code) {
    static const GoalCode INVERSE[] = {
        [GOAL_FAILS] = GOAL_WINS,
        [GOAL_WINS] = GOAL_FAILS,
        [GOAL_WINS_KO] = GOAL_WINS_KO_THREAT,
        [GOAL_WINS_KO_THREAT] = GOAL_WINS_KO,
        [GOAL_UNKNOWN] = GOAL_UNKNOWN,
    };
    return INVERSE[code];
}

/* Takes a search into the answer. Returns whether mover wins. */
static bool take_result(const Goal *goal, Color mover, const GoalResult *result,
                        GoalAnswer *answer) {
    const bool wins = result->outcome == goal_outcome_for(goal, mover);
    answer->nodes += result->nodes;
    answer->zone = result->zone;
    answer->move = wins ? result->move : POINT_NONE;
    return wins;
}

GoalAnswer goal_answer(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                       uint32_t captured, GoalLimits limits) {
    const GoalKo own = goal_kos_of(goal, mover), other = goal_kos_of(goal, color_opponent(mover));
    /* The extremes first: kos rarely decide. The first win under the last rule is looked up again,
     * so that the line of play is the one of the answer. */
    const struct {
        GoalKo ko;
        GoalCode won, lost; /* GOAL_UNKNOWN: goes on */
    } STEPS[] = {
        {other, GOAL_WINS, GOAL_UNKNOWN},
        {own, GOAL_UNKNOWN, GOAL_FAILS},
        {KO_IS_SIMPLE, GOAL_WINS_KO, GOAL_UNKNOWN},
        {own, GOAL_WINS_KO_THREAT, GOAL_FAILS},
    };
    GoalAnswer answer = {.code = GOAL_UNKNOWN, .move = POINT_NONE};
    for (int i = 0; i < 4 && answer.code == GOAL_UNKNOWN; i++) {
        const GoalKoRule ko = {.ko = STEPS[i].ko};
        const GoalResult result = goal_search_run(search, goal, board, mover, captured, ko, limits);
        const bool wins = take_result(goal, mover, &result, &answer);
        if (result.outcome == GOAL_OPEN) {
            break;
        }
        answer.code = wins ? STEPS[i].won : i == 0 && !result.ko_met ? GOAL_FAILS : STEPS[i].lost;
    }
    if (answer.code == GOAL_UNKNOWN) {
        answer.move = POINT_NONE;
    }
    return answer;
}

void goal_answer_count_threats(GoalSearch *search, const Goal *goal, const Board *board,
                               Color mover, GoalLimits limits, GoalAnswer *answer) {
    const bool own = answer->code == GOAL_WINS_KO_THREAT; /* it is the mover that needs them */
    for (int threats = 1; threats <= GOAL_THREATS_MAX; threats++) {
        GoalKoRule ko = {.ko = KO_IS_SIMPLE};
        GoalAnswer counted = {.nodes = 0};
        ko.threats[own ? mover : color_opponent(mover)] = threats;
        const GoalResult result = goal_search_run(search, goal, board, mover, 0, ko, limits);
        const bool are_enough = take_result(goal, mover, &result, &counted) == own;
        answer->nodes += counted.nodes;
        if (result.outcome == GOAL_OPEN) {
            return;
        }
        if (are_enough) {
            answer->threats = own ? threats : 0;
            answer->opponent_threats = own ? 0 : threats;
            answer->move = own ? counted.move : answer->move;
            return;
        }
    }
}
