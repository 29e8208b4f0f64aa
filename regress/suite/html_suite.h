/* The page of one suite: what failed, each with its board, and all tests. */
#ifndef REGRESS_SUITE_HTML_SUITE_H
#define REGRESS_SUITE_HTML_SUITE_H

#include "engine/base/text.h"
#include "regress/suite/name.h"
#include "regress/suite/report.h"

/* names are those of all the report's suites. */
void html_add_suite(Text *page, const Report *report, const SuiteName *names, size_t index);

#endif
