/* Writes a book as a folder that a browser opens from a disk: one page, and the positions in shards
 * that it loads as scripts. */
#ifndef GTP_BOOK_HTML_H
#define GTP_BOOK_HTML_H

#include "engine/book/graph.h"

/* Creates the folder and writes the positions that moves with at least min_visits visits lead to.
 * Returns false with a message that begins with a path. */
bool book_html_save(const BookGraph *graph, double min_visits, const char *folder, Status *status);

#endif
