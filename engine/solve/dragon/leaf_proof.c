#include "engine/solve/dragon/leaf_proof.h"

enum { NODES = 500 }; /* of a search */

static GoalOutcome search(const LeafProof *proof, const Leaf *leaf, GoalKo ko) {
    const GoalLimits limits = {.nodes = NODES, .deadline = proof->deadline};
    const uint32_t captured = goal_add_captured(proof->goal, leaf->board, leaf->captured);
    return goal_search_run(proof->search, proof->goal, leaf->board, leaf->mover, captured,
                           (GoalKoRule){.ko = ko}, limits)
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

GoalOutcome leaf_proof_find(const LeafProof *proof, const Leaf *leaf, Color ko_winner,
                            bool *by_ko) {
    *by_ko = false;
    if (proof->search == NULL) {
        return GOAL_OPEN;
    }
    const GoalOutcome outcome =
        ko_winner == EMPTY
            ? search_either(proof, leaf, by_ko)
            : search(proof, leaf,
                     ko_winner == proof->goal->reacher ? KO_IS_REACHERS : KO_IS_HOLDERS);
    return outcome == GOAL_HELD && !proof->trusts_held ? GOAL_OPEN : outcome;
}
