/* The page of one suite: each failed test with its board, then all tests. Keeps no state. */
#ifndef REGRESS_SUITE_REPORT_HTML_SUITE_H
#define REGRESS_SUITE_REPORT_HTML_SUITE_H

#include "engine/base/text.h"
#include "regress/suite/report/name.h"
#include "regress/suite/report/report.h"

/* Adds the page of suite `index`. names: of all suites of the report (name.h). */
void html_add_suite(Text *page, const Report *report, const SuiteName *names, size_t index);

#endif
