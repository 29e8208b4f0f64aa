/* A report as one HTML page (regress/page/suite.js), which needs only a browser. Keeps no state;
 * any thread may call. */
#ifndef REGRESS_SUITE_REPORT_HTML_H
#define REGRESS_SUITE_REPORT_HTML_H

#include "engine/base/status.h"
#include "regress/suite/report/report.h"

/* Writes index.html into the folder, which it creates if necessary, whole or not at all. */
bool html_write(const Report *report, const char *folder, Status *status);

#endif
