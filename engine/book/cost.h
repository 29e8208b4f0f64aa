/* Which nodes to expand next: those that are cheapest to reach by moves that lose little and are
 * likely, as in drop-out expansion (Lincke 2000) with priors. */
#ifndef ENGINE_BOOK_COST_H
#define ENGINE_BOOK_COST_H

#include "engine/book/graph.h"

/* Lists at most max nodes that are open to expansion, the cheapest first, ties by key, of a book
 * that has been recomputed. Returns their number. */
int book_select(const BookGraph *graph, uint32_t *nodes, int max);

#endif
