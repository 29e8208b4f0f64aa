#include "engine/solve/proof/assume.h"

static Answer says(const void *context, const Bits stones[2], int to_move, int ko) {
    const Prover *prover = context;
    uint8_t key[STRATEGY_KEY_MAX];
    if (refuted_boards_count(&prover->refuted) > 0 &&
        prover_has_board(prover, &prover->refuted, stones, to_move)) {
        return ANSWER_NO;
    }
    if (to_move != (int)prover->winner) {
        return ANSWER_OPEN;
    }
    prover_pack(prover, stones, ko, key);
    return strategy_builder_find(&prover->builder, key) != STRATEGY_ENTRY_NONE ? ANSWER_YES
                                                                               : ANSWER_OPEN;
}

void assume_strategy(Prover *prover) {
    SolverQuery *queries[] = {&prover->thread->query, &prover->pathless->query};
    prover->assumption = ++solver_context(prover->solver)->assumptions;
    for (int i = 0; i < 2; i++) {
        queries[i]->assumed = (SolverAssumption){says, prover};
        queries[i]->assumption = prover->assumption;
    }
}
