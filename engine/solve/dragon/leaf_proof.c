#include "engine/solve/dragon/leaf_proof.h"

enum { NODES = 400 }; /* of a search */

static GoalOutcome search(const LeafProof *proof, const Leaf *leaf, GoalKo ko) {
    const GoalLimits limits = {.nodes = NODES, .deadline = proof->deadline};
    const uint32_t captured = goal_add_captured(proof->goal, leaf->board, leaf->captured);
    GoalKoRule rule = {.ko = ko};
    for (int color = 0; color < 2 && ko == KO_IS_SIMPLE; color++) {
        rule.threats[color] = leaf->threats[color];
    }
    return goal_search_run(proof->search, proof->goal, leaf->board, leaf->mover, captured, rule,
                           limits)
        .outcome;
}

/* First the side that loses by the evaluator wins kos: mostly that decides. */
static GoalOutcome search_either(const LeafProof *proof, const Leaf *leaf, bool *by_ko) {
    const bool favors_reacher = leaf->dead > 0.5F;
    const GoalOutcome outcome =
        search(proof, leaf, favors_reacher ? KO_IS_HOLDERS : KO_IS_REACHERS);
    if (outcome == (favors_reacher ? GOAL_REACHED : GOAL_HELD) || outcome == GOAL_OPEN) {
        return outcome;
    }
    const GoalOutcome other = search(proof, leaf, favors_reacher ? KO_IS_REACHERS : KO_IS_HOLDERS);
    *by_ko = other != outcome && other != GOAL_OPEN;
    return *by_ko ? search(proof, leaf, KO_IS_SIMPLE) : other;
}

GoalOutcome leaf_proof_find(const LeafProof *proof, const Leaf *leaf, bool *by_ko) {
    *by_ko = false;
    if (proof->search == NULL) {
        return GOAL_OPEN;
    }
    const GoalOutcome outcome = leaf->threats[0] + leaf->threats[1] == 0
                                    ? search_either(proof, leaf, by_ko)
                                    : search(proof, leaf, KO_IS_SIMPLE);
    return outcome == GOAL_HELD && !proof->trusts_held ? GOAL_OPEN : outcome;
}
