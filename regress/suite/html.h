/* A report as pages for people, which need no network and nothing but the folder they are in. */
#ifndef REGRESS_SUITE_HTML_H
#define REGRESS_SUITE_HTML_H

#include "engine/base/status.h"
#include "regress/suite/report.h"

/* Writes index.html, style.css and a page for each suite into the folder, which is made where it is
 * missing. Each file is written whole or not at all, the index last, so that its links lead to
 * pages of this report. */
bool html_write(const Report *report, const char *folder, Status *status);

#endif
