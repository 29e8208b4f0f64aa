/* Noise on the priors of a root, so that games of an engine against itself differ and try what its
 * policy would not. Each search has noise of its own (root_priors.h).
 *
 * Private to engine/search. To be called before the threads of a search start. */
#ifndef ENGINE_SEARCH_GRAPH_NOISE_H
#define ENGINE_SEARCH_GRAPH_NOISE_H

#include "engine/base/rng.h"
#include "engine/search/graph/graph.h"

/* Replaces this share (0..1) of each prior by noise that sums to 1 over the edges. The noise comes
 * from a Dirichlet distribution (D. Silver et al., "Mastering the game of Go without human
 * knowledge", 2017) whose concentrations sum to 10.83, as for the 361 moves there. */
void noise_add(GraphEdge *edges, int count, double share, Rng *rng);

#endif
