/* Priors of the root for one search only, with noise or its own share of optimism. The next
 * search of the same graph, with another root, restores the old ones first.
 *
 * Private to engine/search. To be called before the threads of a search start. */
#ifndef ENGINE_SEARCH_GRAPH_ROOT_PRIORS_H
#define ENGINE_SEARCH_GRAPH_ROOT_PRIORS_H

#include "engine/base/rng.h"
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

/* Replaces this share (0..1) of each prior by noise that sums to 1 over the edges. The noise comes
 * from a Dirichlet distribution (D. Silver et al., "Mastering the game of Go without human
 * knowledge", 2017) whose concentrations sum to 10.83, as for the 361 moves there. */
void root_priors_add_noise(GraphEdge *edges, int count, double share, Rng *rng);

#endif
