/* The edges of a node: which moves get one, and their priors. Private to engine/search. Any thread
 * of a search may expand any node. */
#ifndef ENGINE_SEARCH_EXPAND_H
#define ENGINE_SEARCH_EXPAND_H

#include "engine/search/search_context.h"

/* Expands the node of the thread's last step, unless it has edges: one for each class of equivalent
 * moves worth a look. Their priors are the policy in the thread's answer, normalized. Returns false
 * if the graph is full. */
bool expand_node(SearchThread *thread, const Step *step);

/* Sets the priors of the step's edges to the policy in the thread's answer. */
void expand_set_priors(const SearchThread *thread, const Step *step, GraphEdge *edges);

/* The symmetries by which an edge stands for several moves, as a bit set: those of the node's
 * position, or the identity alone if only some moves are allowed there. */
unsigned expand_symmetries(const SearchThread *thread, const Step *step);
unsigned expand_root_symmetries(const SearchContext *context);

#endif
