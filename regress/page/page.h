/* The frame of every HTML page: head, style sheet and end. Functions keep no state. */
#ifndef REGRESS_PAGE_PAGE_H
#define REGRESS_PAGE_PAGE_H

#include "engine/base/text.h"

/* The most bytes of a text from outside that are shown in a table's cell, and in a block of its
 * own; the rest is cut (markup_add_cut). */
enum { CELL_BYTES = 160, BLOCK_BYTES = 4000 };

/* The style sheet of all pages, boards included. */
void page_add_style(Text *css);

/* Opens a page that finds its style sheet in style.css beside it. The title is escaped. */
void page_open(Text *page, const char *title);

/* Opens a page that is whole in itself: it holds its style sheet, to which css is appended, and its
 * content policy lets it load nothing else. */
void page_open_whole(Text *page, const char *title, const char *css);

void page_close(Text *page);

#endif
