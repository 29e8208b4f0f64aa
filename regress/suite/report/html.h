/* A report as HTML pages, which need only a browser and their folder. Keeps no state; any thread
 * may call. */
#ifndef REGRESS_SUITE_REPORT_HTML_H
#define REGRESS_SUITE_REPORT_HTML_H

#include "engine/base/status.h"
#include "regress/suite/report/report.h"

/* Writes index.html, style.css and a page for each suite into the folder, which it creates if
 * necessary. Each file is written whole or not at all, the index last, so that its links lead to
 * pages of this report. */
bool html_write(const Report *report, const char *folder, Status *status);

#endif
