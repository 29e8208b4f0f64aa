/* The edges of a node: which moves get one, and their priors.
 *
 * Private to engine/search. Any thread of a search may expand any node. */
#ifndef ENGINE_SEARCH_EXPAND_H
#define ENGINE_SEARCH_EXPAND_H

#include "engine/search/search_context.h"

/* Gives the step's node its edges, unless it has them: one for each class of equivalent moves worth
 * a look, in no particular order, with the policy in the thread's answer, made to sum to 1, as
 * their priors. The step is the thread's last. Returns false if the graph is full. */
bool expand(SearchThread *thread, const Step *step);

/* Sets the priors of the step's edges to the policy in the thread's answer. */
void expand_set_priors(const SearchThread *thread, const Step *step, GraphEdge *edges);

/* The symmetries by which a move at the node stands for other moves, as a bit set: those of the
 * node's position, or the identity alone if only some moves are allowed there. */
unsigned expand_symmetries(const SearchThread *thread, const Step *step);
unsigned expand_root_symmetries(const SearchContext *context);

#endif
