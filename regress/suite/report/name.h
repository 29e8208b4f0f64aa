/* Short unique names of the suites of a report, for the classes of JUnit tests and the file names
 * of HTML pages. */
#ifndef REGRESS_SUITE_REPORT_NAME_H
#define REGRESS_SUITE_REPORT_NAME_H

#include "regress/suite/report/report.h"

enum { SUITE_NAME_MAX = 80 }; /* bytes, the NUL included */

typedef struct {
    char text[SUITE_NAME_MAX];
} SuiteName;

/* Returns one name for each suite, in their order; the caller frees them with free(). A name is the
 * file's name without ".tst"; characters other than letters, digits, '_', '-' and '.' become '-'.
 * If another suite (ignoring case) or the page "index" already has the name, a number is appended.
 */
SuiteName *suite_names_new(const Report *report);

#endif
