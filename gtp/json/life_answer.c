#include "gtp/json/life_answer.h"

#include "engine/solve/problem/problem_json.h"

/* Does mover, moving first, succeed with these threats? "yes", "no" or "unknown". */
static json_t *ask_with_threats(GoalSearch *search, const Goal *goal, const Board *board,
                                Color mover, const QueryLife *life, GoalLimits limits) {
    const GoalKoRule ko = {.ko = KO_IS_SIMPLE, .threats = {life->threats[0], life->threats[1]}};
    const GoalOutcome outcome = goal_search_run(search, goal, board, mover, 0, ko, limits).outcome;
    return json_string(problem_code_name(goal_code_of(goal, outcome, mover)));
}

bool life_answer_add(GoalSearch *search, const QueryLife *life, const Board *board,
                     const _Atomic bool *cancel, Text *text, Status *status) {
    Goal goal;
    ProblemSide kills, saves;
    if (!life_make_goal(life, board, &goal, status)) {
        return false;
    }
    const Deadline deadline = {.at = clock_seconds() + life->seconds, .cancel = cancel};
    const GoalLimits limits = {.nodes = life->nodes, .deadline = &deadline};
    const Color owner = goal_target_color(&goal);
    problem_solve(search, &goal, board, goal.reacher, limits, &kills);
    problem_solve(search, &goal, board, owner, limits, &saves);
    json_t *object = problem_json(&goal, board, &kills, &saves);
    if (life->threats[0] > 0 || life->threats[1] > 0) {
        json_set_value(
            object, "withThreats",
            json_new_packed("{s:i, s:i, s:o, s:o}", "black", life->threats[BLACK], "white",
                            life->threats[WHITE], "kill",
                            ask_with_threats(search, &goal, board, goal.reacher, life, limits),
                            "save", ask_with_threats(search, &goal, board, owner, life, limits)));
    }
    json_add_text(object, text);
    return true;
}
