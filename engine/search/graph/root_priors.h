/* Priors that the root has for one search only: with noise, or of a share of optimism that other
 * nodes do not have. The graph is kept and its nodes are no roots in other searches, so the next
 * search puts the old ones back first.
 *
 * Private to engine/search. To be called before the threads of a search start. */
#ifndef ENGINE_SEARCH_GRAPH_ROOT_PRIORS_H
#define ENGINE_SEARCH_GRAPH_ROOT_PRIORS_H

#include "engine/base/rng.h"
#include "engine/search/graph/graph.h"

/* The priors as they were. */
typedef struct {
    float priors[GRAPH_EDGES_MAX];
    int count; /* of edges whose priors may have changed; 0: none has */
} RootPriors;

/* Saves the priors of the root's edges before they change, unless it has done so. */
void root_priors_save(RootPriors *saved, const GraphEdge *edges, int count);

/* Gives the same edges, wherever they are now, their old priors back. */
void root_priors_restore(RootPriors *saved, GraphEdge *edges);

/* Replaces this share (0..1) of each prior by noise that sums to 1 over the edges. The noise comes
 * from a Dirichlet distribution (D. Silver et al., "Mastering the game of Go without human
 * knowledge", 2017) whose concentrations sum to 10.83, as for the 361 moves there. */
void root_priors_add_noise(GraphEdge *edges, int count, double share, Rng *rng);

#endif
