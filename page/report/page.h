/* Pages that need only a browser: page/common/page.html with the styles, the scripts and what is to
 * be shown, which is JSON, put into it. Functions keep no state. */
#ifndef PAGE_REPORT_PAGE_H
#define PAGE_REPORT_PAGE_H

#include "engine/base/json.h"
#include "engine/base/status.h"

/* Makes a page. style comes after what all pages share; nonce is an attribute of the script's
 * element, or "". Takes the data over. The caller frees the text. */
Text page_new(const char *head, const char *nonce, const char *style, const char *script,
              json_t *data);

/* Writes a page, whole or not at all. Takes the data over. Returns false with a message that begins
 * with the path. */
bool page_save(const char *path, const char *style, const char *script, json_t *data,
               Status *status);

/* Writes the page of a report, whose member "kind" says which of the scripts shows it, as page_save
 * does. */
bool page_save_report(const char *path, json_t *report, Status *status);

/* Reads a page that page/build has made, which has a place for data. The caller frees it. Returns
 * NULL with a message that begins with the path. */
char *page_read(const char *path, Status *status);

/* Writes such a page with the data in it, as page_save does. */
bool page_fill(const char *page, const char *path, json_t *data, Status *status);

#endif
