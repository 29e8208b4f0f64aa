/* Pages that show a report: page.html with the styles, the scripts and the report itself, which is
 * JSON, put into it. A page needs no other file. Functions keep no state. */
#ifndef REGRESS_PAGE_REPORT_PAGE_H
#define REGRESS_PAGE_REPORT_PAGE_H

#include "engine/base/json.h"
#include "engine/base/status.h"

/* Writes the page of a report, whole or not at all. The member "kind" says which of the scripts
 * shows it. Takes the report over. Returns false with a message that begins with the path. */
bool report_page_save(const char *path, json_t *report, Status *status);

#endif
