/* Which moves of a book are shown or kept: by ply, visits and loss. */
#ifndef GTP_BOOK_LIMITS_H
#define GTP_BOOK_LIMITS_H

#include "gtp/book/request.h"

typedef struct BookLimits BookLimits;

/* The limits of a request, for a book that has been recomputed and changes only by edges that are
 * removed. */
BookLimits *book_limits_new(const BookRequest *request, const BookGraph *graph);
void book_limits_free(BookLimits *limits);

bool book_limits_allow(const BookLimits *limits, const BookGraph *graph, uint32_t node,
                       const BookEdge *edge);

/* How much less the side to move gets by a move than by the best, in winning less losing. */
double book_edge_loss(const BookGraph *graph, uint32_t node, const BookEdge *edge);

#endif
