/* A book in memory, to be made and read: nodes found by key, edges between them, minimax.
 *
 * Invariant: node 0 is the start position, and every node is reached from it. No two edges of a
 * node have the same move. A BookGraph belongs to one thread; several may read it. */
#ifndef ENGINE_BOOK_GRAPH_H
#define ENGINE_BOOK_GRAPH_H

#include "engine/base/map.h"
#include "engine/book/node.h"
#include "engine/book/position.h"

enum { BOOK_ROOT = 0 };
static const uint32_t BOOK_NODE_NONE = UINT32_MAX;

typedef struct {
    BookFacts facts;
    Geometry *geometry;
    BookNode *nodes;
    uint32_t node_count;
    uint64_t edge_count;
    Map index; /* of nodes, by key */
} BookGraph;

/* Makes a book of the start position alone. The program ends if memory runs out (memory.h). */
BookGraph *book_graph_new(const BookFacts *facts);
void book_graph_free(BookGraph *graph);

/* Sets the start position of the graph's own facts. */
void book_graph_start(const BookGraph *graph, BookPosition *position);

/* Finds a node by the key of its position, or by the key itself. Returns BOOK_NODE_NONE if there is
 * none. */
uint32_t book_graph_find(const BookGraph *graph, const BookPosition *position);
uint32_t book_graph_find_key(const BookGraph *graph, uint64_t key, uint32_t check);

/* Adds a copy of a node, without its edges: for readers of files. */
uint32_t book_graph_append(BookGraph *graph, const BookNode *node);

/* The edge of a move of the book, or NULL. */
const BookEdge *book_graph_edge(const BookGraph *graph, uint32_t node, Point move);

/* Adds an edge to node `from`, which has none of this move yet. */
void book_graph_link(BookGraph *graph, uint32_t from, const BookEdge *edge);

/* Plays p, a legal move, from a node at its position and adds node and edge if they are new.
 * Returns the node after it; position is then that after the move. */
uint32_t book_graph_play(BookGraph *graph, uint32_t node, BookPosition *position, Point p,
                         double prior);

/* Lists the nodes that the root leads to, each after those that it leads to itself, but for edges
 * that close a cycle; the root is last. The caller frees the list. */
uint32_t *book_graph_order(const BookGraph *graph, uint32_t *count);

/* Recomputes minimax and visits of all nodes. An edge that closes a cycle is ignored: a
 * repetition gains nothing. */
void book_graph_recompute(BookGraph *graph);

/* Plays the way to every node and checks that each edge's move is legal, but for superko, and leads
 * to its child by its symmetry. Returns false with the first fault. */
bool book_graph_check_moves(const BookGraph *graph, Status *status);

/* ---- Books in files (file.c) ---- */

/* Reads a whole book, with minimax recomputed. Returns NULL with a message that begins with the
 * path if the file cannot be read, any of it is damaged, or its structure is not that of a book.
 * *stale (may be NULL): nodes whose values in the file are not those recomputed. */
BookGraph *book_graph_load(const char *path, uint32_t *stale, Status *status);

/* Saves a book, recomputed. Fails with a message that begins with the path and leaves the old file.
 */
bool book_graph_save(const BookGraph *graph, const char *path, Status *status);

#endif
