/* What is known of the moves of a root before its search, by an opening book or by reading.
 * Plain data. */
#ifndef ENGINE_SEARCH_GRAPH_ROOT_HINT_H
#define ENGINE_SEARCH_GRAPH_ROOT_HINT_H

#include "engine/go/board/point.h"

enum { ROOT_HINTS_MAX = 2 };

/* Chances that moves are the best, which need not sum to 1. All images of a move have its chance;
 * the moves without one share what is left, by their priors. */
typedef struct {
    double share;              /* of the root's priors that is taken from here, 0..1 */
    float chance[POINT_COUNT]; /* [point, POINT_PASS]; 0: none */
    double left;               /* of all moves without a chance together */
} RootHint;

#endif
