/* A reviewed game as one HTML page (regress/page/review.js): a board to step through, graphs, what
 * the engine would have played, ownership. */
#ifndef REGRESS_REVIEW_HTML_H
#define REGRESS_REVIEW_HTML_H

#include "regress/review/review.h"

/* Writes the file whole or not at all. On failure status names the file. */
bool review_html_save(const Review *review, const char *path, Status *status);

#endif
