/* Reads the books that KataGo's genbook writes (.katabook, versions 2 and 3): their nodes become
 * positions, their moves links, their values Black's.
 *
 * The format, from the source of KataGo 1.17 (cpp/book/book.cpp): a line of JSON with rules and
 * parameters, the number of nodes, a line of hash for each, then a line of JSON for each node. A
 * node is a position in some orientation; a move names the symmetry that turns its node's
 * orientation into its child's. KataGo's symmetries mirror top and bottom (1), left and right (2),
 * then transpose (4). */
#ifndef GTP_BOOK_KATABOOK_H
#define GTP_BOOK_KATABOOK_H

#include "engine/book/graph.h"

typedef struct {
    uint32_t nodes;  /* of the file */
    uint32_t merged; /* nodes that are another one's position here, with other histories */
    uint32_t *place; /* the book's node of each of the file's; the caller frees it */
} KatabookReport;

/* Returns the book, recomputed, or NULL with a message that begins with the path and names the
 * line. */
BookGraph *katabook_load(const char *path, KatabookReport *report, Status *status);

#endif
