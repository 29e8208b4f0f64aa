/* A report as text for people and as JSON for programs. Pure functions of the report; any thread
 * may call them. */
#ifndef REGRESS_SUITE_PRINT_H
#define REGRESS_SUITE_PRINT_H

#include "engine/base/json.h"
#include "regress/suite/report.h"

#include <stdio.h>

/* One line a suite, below it its tests that did not just pass or fail as expected (with verbose all
 * of them) and its problems; at the end the sums. */
void print_report(const Report *report, bool verbose, FILE *stream);

/* The report as an object: counts, seconds, engine, and suites with their results and problems. */
json_t *print_json(const Report *report);

#endif
