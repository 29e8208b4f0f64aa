#include "engine/search/root_policy.h"

void root_policy_take(RootPolicy *policy, const Scene *scene, const EvalAnswer *answer) {
    const Board *board = &scene->root;
    double sum = answer->policy[POINT_PASS];
    *policy = (RootPolicy){.is_known = true};
    policy->share[POINT_PASS] = answer->policy[POINT_PASS];
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (game_check(scene->game, (Color)board->to_move, p) == MOVE_LEGAL) {
            policy->share[p] = answer->policy[p];
            sum += answer->policy[p];
        }
    }
    for (int p = 0; p < POINT_COUNT; p++) {
        policy->share[p] /= sum;
    }
}

void root_policy_ask(RootPolicy *policy, Worker *worker, const Evaluator *evaluator,
                     const HumanProfile *profile) {
    const Scene *scene = worker->scene;
    const EvalQuestion question = {
        .game = scene->game,
        .board = &scene->root,
        .last = scene->last,
        .before = scene->before,
        .images = scene->root_images,
        .profile = profile,
        .optimism = scene->root_optimism,
        .hides_past = scene->hides_past,
        .goes_on = scene->root_goes_on,
        .playout_doublings = scene->playout_doublings,
        .deadline = &scene->deadline,
        .wants_policy = true,
        .rng = &worker->rng,
    };
    evaluator->evaluate(evaluator, &question, &worker->answer, 1);
    root_policy_take(policy, scene, &worker->answer);
}

Point root_policy_best(const RootPolicy *policy) {
    Point best = POINT_NONE;
    for (int p = 0; policy->is_known && p < POINT_COUNT; p++) {
        best = best == POINT_NONE || policy->share[p] > policy->share[best] ? (Point)p : best;
    }
    return best;
}
