#include "regress/page/page.h"
#include "regress/page/markup.h"
#include "regress/page/svg.h"

/* Colours are pairs for light and dark mode, each with a contrast of at least 4.5:1 to its
 * background (WCAG 2.1, 1.4.3). No meaning rests on colour alone. */
static const char style[] = {
#include "regress/page/page.css.inc"
    0};

void page_add_style(Text *css) {
    text_add(css, "%s%s", style, svg_style);
}

static void open_head(Text *page) {
    text_add(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                   "<meta name=\"color-scheme\" content=\"light dark\"/>\n");
}

static void add_title(Text *page, const char *title) {
    text_add(page, "<title>");
    markup_add_cut(page, title, CELL_BYTES);
    text_add(page, "</title>\n");
}

void page_open(Text *page, const char *title) {
    open_head(page);
    add_title(page, title);
    text_add(page, "<link rel=\"stylesheet\" href=\"style.css\"/>\n</head>\n<body>\n");
}

void page_open_whole(Text *page, const char *title, const char *css) {
    open_head(page);
    text_add(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n");
    add_title(page, title);
    text_add(page, "<style>\n");
    page_add_style(page);
    text_add(page, "%s</style>\n</head>\n<body>\n", css);
}

void page_close(Text *page) {
    text_add(page, "</body>\n</html>\n");
}
