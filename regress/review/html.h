/* A reviewed game as one HTML page, which needs nothing but a browser: a board to step through,
 * graphs, what the engine would have played, who owns what. Without scripts it still shows the last
 * position, the graphs, the summary and the table of all moves. */
#ifndef REGRESS_REVIEW_HTML_H
#define REGRESS_REVIEW_HTML_H

#include "regress/review/review.h"

/* The file holds all of it or what it held before. On failure status names the file. */
bool html_save(const Review *review, const char *path, Status *status);

#endif
