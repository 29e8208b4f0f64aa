/* Pages that need only a browser: page/common/page.html with the styles, the scripts and what is to
 * be shown, which is JSON, put into it. Functions keep no state. */
#ifndef PAGE_REPORT_PAGE_H
#define PAGE_REPORT_PAGE_H

#include "engine/base/json.h"
#include "engine/base/status.h"

/* Writes the page of a report or of a reviewed game, whole or not at all. A report's member "kind"
 * says which of the scripts shows it. Takes the data over. Returns false with a message that begins
 * with the path. */
bool page_save_report(const char *path, json_t *report, Status *status);
bool page_save_game(const char *path, json_t *game, Status *status);

/* Reads a page that page/build has made, which has a place for data. The caller frees it. Returns
 * NULL with a message that begins with the path. */
char *page_read(const char *path, Status *status);

/* Writes such a page with the data in it, as page_save_game does. */
bool page_fill(const char *page, const char *path, json_t *data, Status *status);

#endif
