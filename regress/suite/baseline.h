/* Compares a run with the --json output of an earlier one. In its suite a test is known by its
 * number and command, so lines may move. A test has passed if the answer matched, whether that was
 * expected or not; ignored tests are left out. */
#ifndef REGRESS_SUITE_BASELINE_H
#define REGRESS_SUITE_BASELINE_H

#include "engine/base/json.h"
#include "engine/base/status.h"

/* Returns NULL, with a message, if the file is not the output of dihedra regress --json. The caller
 * frees the object with json_decref. */
json_t *baseline_load(const char *path, Status *status);

/* Returns an object of lists, which the caller frees: "new_failures" (tests that passed before and
 * do not now, and new tests that failed), "new_passes", "gone" and "new". Each item has suite,
 * line, id, command, and the outcomes "before" and "now" (null if the test did not run). Suites
 * that were not run are not compared. is_whole: all tests of the suites were run, so that a missing
 * one is gone. */
json_t *baseline_compare(const json_t *baseline, const json_t *run, bool is_whole);

void baseline_print(const json_t *comparison, FILE *stream);

#endif
