/* Priors of the root for one search only, with its own share of optimism. The next
 * search of the same graph, with another root, restores the old ones first.
 *
 * Private to engine/search. To be called before the threads of a search start. */
#ifndef ENGINE_SEARCH_GRAPH_ROOT_PRIORS_H
#define ENGINE_SEARCH_GRAPH_ROOT_PRIORS_H

#include "engine/search/graph/graph.h"

/* The old priors. */
typedef struct {
    float priors[GRAPH_EDGES_MAX];
    int count; /* 0: none are saved */
} RootPriors;

/* Saves the priors of the root's edges, unless they have been saved. */
void root_priors_save(RootPriors *saved, const GraphEdge *edges, int count);

/* Restores the priors of the same edges, wherever they are now. */
void root_priors_restore(RootPriors *saved, GraphEdge *edges);

#endif
