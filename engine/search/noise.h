/* Noise on the priors of a root, so that games of an engine against itself differ and try what its
 * policy would not. Each search has noise of its own: what the last one added to a graph that is
 * kept must go first. Private to engine/search; before the threads of a search start. */
#ifndef ENGINE_SEARCH_NOISE_H
#define ENGINE_SEARCH_NOISE_H

#include "engine/base/rng.h"
#include "engine/search/graph.h"

/* What was there before the noise. */
typedef struct {
    float priors[CELL_COUNT_MAX + 1];
    int count; /* of edges with noise; 0: none has any */
} Noise;

/* Puts share * noise in place of that share of each prior; noise sums to 1 over the edges. Drawn
 * from a Dirichlet distribution (D. Silver et al., "Mastering the game of Go without human
 * knowledge", 2017) whose concentrations sum to 10.83, as for the 361 moves there. */
void noise_add(Noise *noise, GraphEdge *edges, int count, double share, Rng *rng);

/* Gives the same edges, wherever they lie now, the priors that they had. */
void noise_remove(Noise *noise, GraphEdge *edges);

#endif
