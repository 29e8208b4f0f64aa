/* Opening books that KataGo's genbook writes (.katabook, versions 2 and 3). */
#ifndef GTP_BOOK_KATABOOK_H
#define GTP_BOOK_KATABOOK_H

#include "engine/book/graph.h"

/* Returns the book, recomputed, or NULL with a message that begins with the path and names the
 * line. */
BookGraph *katabook_load(const char *path, Status *status);

#endif
