/* What evaluators say of the moves at the root, point by point and with this game's own history:
 * the node may be known from other histories, turned, and has one edge for equivalent moves.
 *
 * Private to engine/search. To be filled in before the threads of a search start. */
#ifndef ENGINE_SEARCH_ROOT_POLICY_H
#define ENGINE_SEARCH_ROOT_POLICY_H

#include "engine/search/search_context.h"

typedef struct {
    bool is_known;
    double share[POINT_COUNT]; /* [point, or POINT_PASS]: 0..1; sums to 1; 0 if the game's rules
                                  forbid the move */
} RootPolicy;

/* Takes the policy from the answer to a request about the root. */
void root_policy_take(RootPolicy *policy, const SearchContext *context, const EvalAnswer *answer);

/* Asks an evaluator, which imitates the profile, for the policy at the root. The answer stays in
 * thread->answer until its next request. */
void root_policy_ask(RootPolicy *policy, SearchThread *thread, const Evaluator *evaluator,
                     const HumanProfile *profile);

/* Returns the move with the greatest share, or POINT_NONE if the policy is not known. */
Point root_policy_best(const RootPolicy *policy);

#endif
