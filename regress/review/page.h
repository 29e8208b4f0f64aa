/* The parts of a review's page that are not about one game. */
#ifndef REGRESS_REVIEW_PAGE_H
#define REGRESS_REVIEW_PAGE_H

#include "engine/base/text.h"

/* CSS, in addition to that of html_add_style. */
extern const char analyze_style[];

/* What makes the page move: reads the element "game" (see analyze_html.c), shows "controls". */
void analyze_add_script(Text *page);

#endif
