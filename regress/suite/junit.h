/* A report as JUnit XML, as Jenkins and GitLab read it. */
#ifndef REGRESS_SUITE_JUNIT_H
#define REGRESS_SUITE_JUNIT_H

#include "engine/base/status.h"
#include "regress/suite/report.h"

/* Writes the report to path, whole or not at all. A suite is a testsuite. Failed tests are
 * failures; expected failures, ignored and unsupported tests count as skipped, with the reason;
 * unexpected passes as passed, with a note. Problems stand in the suite's system-err. A suite that
 * could not be read has one test, which is an error: without it nobody would miss the others. */
bool junit_write(const Report *report, const char *path, Status *status);

#endif
