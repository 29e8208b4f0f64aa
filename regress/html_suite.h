/* The page of one suite: what failed, each with its board, and all tests. */
#ifndef REGRESS_HTML_SUITE_H
#define REGRESS_HTML_SUITE_H

#include "engine/base/text.h"
#include "regress/report.h"
#include "regress/suite_name.h"

/* names are those of all the report's suites. */
void html_add_suite(Text *page, const Report *report, const SuiteName *names, size_t index);

#endif
