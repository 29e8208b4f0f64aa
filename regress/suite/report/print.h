/* A report as text for people and as JSON for programs. Functions of the report alone; any thread
 * may call them. */
#ifndef REGRESS_SUITE_REPORT_PRINT_H
#define REGRESS_SUITE_REPORT_PRINT_H

#include "engine/base/json.h"
#include "regress/suite/report/report.h"

#include <stdio.h>

/* Prints one line for each suite; below it the tests that neither passed nor failed as expected
 * (with verbose, all tests) and its problems; at the end the sums. */
void print_report(const Report *report, bool verbose, FILE *stream);

/* The report as an object: counts, seconds, engine, and suites with their results and problems. The
 * caller frees it with json_decref. */
json_t *print_json(const Report *report);

/* A test and a problem, as there. */
json_t *print_test_json(const Test *test);
json_t *print_problem_json(const Problem *problem);

#endif
