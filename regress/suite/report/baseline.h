/* Compares a run with the --json output of an earlier one.
 *
 * In its suite a test is identified by number and command; otherwise by line and command;
 * otherwise, if it has no number, by its command. So lines may move. A test has passed if the
 * answer matched, whether that was expected or not; ignored tests are left out. Functions keep no
 * state. */
#ifndef REGRESS_SUITE_REPORT_BASELINE_H
#define REGRESS_SUITE_REPORT_BASELINE_H

#include "engine/base/json.h"
#include "engine/base/status.h"
#include "regress/suite/report/report.h"

/* Returns NULL, with a message, if the file is not the output of dihedra regress --json. The caller
 * frees the object with json_decref. */
json_t *baseline_load(const char *path, Status *status);

/* The seconds that the suite at path took then; 0 if it is not in the baseline. */
double baseline_seconds(const json_t *baseline, const char *path);

/* Returns an object of lists, which the caller frees: "new_failures" (tests that passed before and
 * do not now, and new tests that failed), "new_passes", "gone" and "new". Each item has suite,
 * line, id, command, and the outcomes "before" and "now", null if there is none. Suites that were
 * not run are not compared. is_whole: all tests of the suites were run, so that a missing one is
 * gone. */
json_t *baseline_compare(const json_t *baseline, const Report *report, bool is_whole);

/* The length of one of these lists. */
size_t baseline_count(const json_t *comparison, const char *list);

void baseline_print(const json_t *comparison, FILE *stream);

#endif
