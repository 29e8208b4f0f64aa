/* Books in files.
 *
 *     0       header, 1024 bytes: magic, byte order, version, the book's facts, counts, checksum
 *     1024    a BookRecord for each node, by ascending mixed key (hash_mix)
 *             a BookLink for each edge, by node and ascending move
 *             8 bytes for each of the header's bounds, which earlier versions wrote: not read
 *     then    for each 4096 bytes of all these a checksum of 8 bytes
 *
 * Equal books make equal bytes, whatever the order in which their nodes were found. */
#ifndef ENGINE_BOOK_FILE_H
#define ENGINE_BOOK_FILE_H

#include "engine/book/graph.h"

/* Reads a whole book, with minimax recomputed. Returns NULL with a message that begins with the
 * path if the file cannot be read, any of it is damaged, or its structure is not that of a book.
 * *stale (may be NULL): nodes whose values in the file are not those recomputed. */
BookGraph *book_graph_load(const char *path, uint32_t *stale, Status *status);

/* Saves a book, recomputed. Fails with a message that begins with the path and leaves the old file.
 */
bool book_graph_save(const BookGraph *graph, const char *path, Status *status);

#endif
