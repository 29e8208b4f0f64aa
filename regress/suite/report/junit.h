/* A report as JUnit XML, which Jenkins and GitLab read. Keeps no state; any thread may call. */
#ifndef REGRESS_SUITE_REPORT_JUNIT_H
#define REGRESS_SUITE_REPORT_JUNIT_H

#include "engine/base/status.h"
#include "regress/suite/report/report.h"

/* Writes the report to path, whole or not at all. A suite is a testsuite. Failed tests are
 * failures; expected failures, ignored and unsupported tests are skipped, with the reason;
 * unexpected passes are passed, with a note. Problems are in the suite's system-err. A suite that
 * could not be read has one test in error, so that its absence is noticed. */
bool junit_write(const Report *report, const char *path, Status *status);

#endif
