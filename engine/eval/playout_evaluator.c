#include "engine/eval/playout_evaluator.h"

#include "engine/eval/prior/prior.h"

enum {
    POLICY_VISITS = 4, /* a policy costs more than a game, and most nodes are visited only once */
    PASS_VISITS = 8,   /* fewer games say too little about passing */
};

static void evaluate(const Evaluator *evaluator, const EvalRequest *request, EvalAnswer *answer) {
    const PlayoutEvaluator *playouts = (const PlayoutEvaluator *)evaluator;
    if (request->wants_policy) {
        prior_compute(request->board, request->last, request->before, answer->policy);
    }
    Board board;
    board_copy(&board, request->board);
    const PlayoutResult result = playout_policy_run(&playouts->rates, &board, request->last,
                                                    request->before, request->rng, &answer->trace);
    answer->win = evaluator_final_value(request->game, result.score, &answer->lead);
    evaluator_set_final(answer);
    if (request->wants_ownership) {
        uint8_t owners[POINT_COUNT];
        playout_owners(&board, owners);
        evaluator_set_ownership(board.geometry, owners, answer->ownership);
    }
}

void playout_evaluator_init(PlayoutEvaluator *playouts, const PlayoutPolicyRates *rates) {
    *playouts = (PlayoutEvaluator){.evaluator = {.policy_visits = POLICY_VISITS,
                                                 .pass_visits = PASS_VISITS,
                                                 .has_trace = true,
                                                 .evaluate = evaluate},
                                   .rates = *rates};
}
