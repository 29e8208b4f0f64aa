/* Which move of the root to play once a search has ended: the best one, or one sampled (sampling.h)
 * by visits or policies. Private to engine/search. The functions only read. */
#ifndef ENGINE_SEARCH_CHOOSE_H
#define ENGINE_SEARCH_CHOOSE_H

#include "engine/search/root.h"

/* The policies at the root that a sampled choice may need. */
typedef struct {
    RootPolicy own;   /* the evaluator's, for the case that no move has a visit */
    RootPolicy human; /* the human-play network's */
} ChoosePolicies;

/* Is the move sampled instead of the best one taken? */
bool choose_is_sampled(const SearchLimits *limits);

/* May the root pass? Unless the opponent has passed, only after pass_visits (Evaluator) and, if the
 * move will be played, not early (ending.h). */
bool choose_may_pass(const SearchContext *context);

/* Sets the result's move, win rate and score, if there is a move. */
void choose_move(const SearchContext *context, const ChoosePolicies *policies,
                 SearchResult *result);

#endif
