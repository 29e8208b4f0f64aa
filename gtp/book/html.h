/* Writes a book as a page that a browser opens from a disk, with a board to click through it. */
#ifndef GTP_BOOK_HTML_H
#define GTP_BOOK_HTML_H

#include "engine/book/graph.h"

/* Writes the positions that moves with at least min_visits visits lead to. Returns false with a
 * message that begins with the path. */
bool book_html_save(const BookGraph *graph, double min_visits, const char *path, Status *status);

#endif
