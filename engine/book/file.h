/* Books in files, mapped: opened at once at any size, and shared by all processes that read them.
 *
 *     0       header, 1024 bytes: magic, byte order, version, the book's facts, counts, checksum
 *     1024    a BookRecord for each node, by ascending mixed key (hash_mix)
 *             a BookLink for each edge, by node and ascending move
 *             8 bytes for each of the header's bounds, which earlier versions wrote: not read
 *     then    for each 4096 bytes of all these a checksum of 8 bytes
 *
 * Invariant: nothing of a block is used before its checksum was found right, on first use. A path
 * that is saved to holds the whole old file or the whole new one. The same book makes the same
 * bytes, in whatever order its nodes were found.
 *
 * Any number of threads may read one BookFile. */
#ifndef ENGINE_BOOK_FILE_H
#define ENGINE_BOOK_FILE_H

#include "engine/book/graph.h"

typedef struct BookFile BookFile;

/* Opens a book and checks its header and length. Returns NULL with a message that begins with the
 * path. The file must not be truncated while it is open; book_graph_save makes another file. */
BookFile *book_file_open(const char *path, Status *status);
void book_file_close(BookFile *file);

const BookFacts *book_file_facts(const BookFile *file);
const Geometry *book_file_geometry(const BookFile *file);
uint64_t book_file_nodes(const BookFile *file);
uint64_t book_file_edges(const BookFile *file);
uint64_t book_file_bytes(const BookFile *file);

typedef enum { BOOK_FOUND, BOOK_UNKNOWN, BOOK_DAMAGED } BookAnswer;

/* Finds the record of a position: its index. If a block is damaged, says so once in status. */
BookAnswer book_file_find(BookFile *file, const BookPosition *position, uint32_t *index,
                          Status *status);

/* Reads a node without its edges. Its minimax figures are those of records (node.h). */
BookAnswer book_file_node(BookFile *file, uint32_t index, BookNode *node, Status *status);

/* Reads the edges of a node. */
BookAnswer book_file_edges_of(BookFile *file, uint32_t index, BookEdge edges[GRAPH_EDGES_MAX],
                              int *count, Status *status);

/* ---- From and to memory ---- */

/* Reads a whole book, with minimax recomputed. Returns NULL with a message that begins with the
 * path if the book cannot be opened, any block is damaged, or its structure is not that of a book.
 * *stale (may be NULL): nodes whose values in the file are not those recomputed. */
BookGraph *book_graph_load(const char *path, uint32_t *stale, Status *status);

/* Saves a book, recomputed. Fails with a message that begins with the path and leaves the old file.
 */
bool book_graph_save(const BookGraph *graph, const char *path, Status *status);

#endif
