#include "engine/search/root_policy.h"

#include "engine/search/descent.h"

void root_policy_take(RootPolicy *policy, const SearchContext *context, const EvalAnswer *answer) {
    const Board *board = &context->root;
    double sum = answer->policy[POINT_PASS];
    *policy = (RootPolicy){.is_known = true};
    policy->share[POINT_PASS] = answer->policy[POINT_PASS];
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (game_check(context->game, (Color)board->to_move, p) == MOVE_LEGAL) {
            policy->share[p] = answer->policy[p];
            sum += answer->policy[p];
        }
    }
    for (int p = 0; p < POINT_COUNT; p++) {
        policy->share[p] /= sum;
    }
}

void root_policy_ask(RootPolicy *policy, SearchThread *thread, const Evaluator *evaluator,
                     const HumanProfile *profile) {
    descent_start(thread);
    EvalRequest request = descent_request(thread, true);
    request.profile = profile;
    request.optimism = thread->context->limits.root_policy_optimism;
    evaluator->evaluate(evaluator, &request, &thread->answer, 1);
    root_policy_take(policy, thread->context, &thread->answer);
}

Point root_policy_best(const RootPolicy *policy) {
    Point best = POINT_NONE;
    for (int p = 0; policy->is_known && p < POINT_COUNT; p++) {
        best = best == POINT_NONE || policy->share[p] > policy->share[best] ? (Point)p : best;
    }
    return best;
}
