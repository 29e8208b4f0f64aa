/* Which nodes to expand next: those that are cheapest to reach, by costs of moves that lose little,
 * are likely, or are not yet understood.
 *
 * Costs and constants are those of KataGo's genbook (cpp/book/book.cpp, recomputeNodeCost, with
 * cpp/configs/book/genbook7tt.cfg), without its steering by hand and re-expansions. Pure functions
 * of a book that has been recomputed. */
#ifndef ENGINE_BOOK_COST_H
#define ENGINE_BOOK_COST_H

#include "engine/book/graph.h"

typedef struct {
    double from_root;    /* of the cheapest way to the node */
    double from_root_pv; /* the same, or of a node whose best line leads here if that is cheaper */
    double largest_loss; /* of a move on that way */
    double expansion;    /* of adding a move to it; INFINITY: closed */
} BookCost;

/* Sets the costs of all nodes. */
void book_costs_set(const BookGraph *graph, BookCost *costs);

/* The chance of the moves outside of the book: what the priors of those in it leave. */
double book_prior_left(const BookGraph *graph, uint32_t node);

/* Lists at most max nodes that are open to expansion, the cheapest first. Returns their number. */
int book_costs_select(const BookGraph *graph, const BookCost *costs, uint32_t *nodes, int max);

#endif
