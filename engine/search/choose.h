/* Which move of the root to play once a search has ended: the best one, or one sampled at random
 * (sampling.h), from its visits or from policies.
 *
 * Private to engine/search. The functions only read. */
#ifndef ENGINE_SEARCH_CHOOSE_H
#define ENGINE_SEARCH_CHOOSE_H

#include "engine/search/root_policy.h"

/* What a choice is made from, besides what the search found. */
typedef struct {
    RootPolicy own;   /* the evaluator's; asked for if no move has a visit */
    RootPolicy human; /* the human-play network's */
} ChoosePolicies;

/* Is the move sampled, rather than the best one taken? */
bool choose_is_sampled(const SearchLimits *limits);

/* May the root pass? Unless the opponent has passed, passing takes some visits to be considered. */
bool choose_may_pass(const SearchContext *context);

/* Sets the result's move, win rate and score. Leaves them as they are if there is no move. */
void choose_move(const SearchContext *context, const ChoosePolicies *policies,
                 SearchResult *result);

/* Returns the chance with which a move that is sampled by these parameters is this one. */
double choose_chance(const SearchContext *context, const SamplingParameters *sampling,
                     const ChoosePolicies *policies, Point move);

#endif
