/* A run compared with an earlier one, as its --json printed it.
 *
 * A test is found again by its suite and its number and command, else by its line and command, else
 * by its command where neither has a number; so lines may move. It has passed where the answer
 * matched, expected or not; ignored tests are left out. */
#ifndef REGRESS_SUITE_BASELINE_H
#define REGRESS_SUITE_BASELINE_H

#include "engine/base/json.h"
#include "engine/base/status.h"
#include "regress/suite/report.h"
#include "regress/suite/suite.h"

/* NULL with a message where the file is none that dihedra regress --json printed. Freed by
 * json_decref. */
json_t *baseline_load(const char *path, Status *status);

/* Sets the estimates of suites that the baseline knows to the seconds they took. */
void baseline_estimate(const json_t *baseline, SuiteFile *files, size_t count);

/* An object of lists: "new_failures" (tests that passed and do not now, and new ones that failed),
 * "new_passes", "gone" and "new"; each item has suite, line, id, command, and the outcomes "before"
 * and "now", null where there is none. Suites that were not run are not compared; is_whole: all
 * tests of the others were run, so that what is missing is gone. */
json_t *baseline_compare(const json_t *baseline, const Report *report, bool is_whole);

size_t baseline_count(const json_t *comparison, const char *list);

void baseline_print(const json_t *comparison, FILE *stream);

#endif
