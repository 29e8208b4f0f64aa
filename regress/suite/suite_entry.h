/* A suite that has run, as JSON: the entry of a run's log and the result that a rank sends to the
 * coordinator. Functions keep no state. */
#ifndef REGRESS_SUITE_SUITE_ENTRY_H
#define REGRESS_SUITE_SUITE_ENTRY_H

#include "engine/base/json.h"
#include "regress/suite/report/report.h"
#include "regress/suite/suite.h"

/* number: of the suite in the run, from 1. The caller frees the entry with json_decref. */
json_t *suite_entry_new(size_t number, const Suite *suite);

/* Reads an entry of one of these files: sets its index and the suite, which the caller frees. Texts
 * are what suite_entry_new was given, except that bytes that are not UTF-8 have become question
 * marks. Fails if it is not an entry, or contradicts itself or its file. */
bool suite_entry_read(const json_t *entry, const SuiteFile *files, size_t count, size_t *index,
                      Suite *suite, Status *status);

/* Everything about the suites that must be the same for a log to be continued, and on all ranks: an
 * array. The caller frees it with json_decref. */
json_t *suite_entry_settings(const SuiteFile *files, size_t count);

#endif
