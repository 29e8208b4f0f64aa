/* Short names of the suites of a report: the classes of JUnit's tests and the names of HTML's
 * pages. */
#ifndef REGRESS_SUITE_NAME_H
#define REGRESS_SUITE_NAME_H

#include "regress/suite/report.h"

enum { SUITE_NAME_MAX = 80 };

typedef struct {
    char text[SUITE_NAME_MAX];
} SuiteName;

/* One name a suite, in their order, to be freed by free(): the file's name without ".tst", made of
 * letters, digits, '_', '-' and '.' alone, with a number behind it where another suite (case
 * aside) or the page "index" has that name already. */
SuiteName *suite_names_new(const Report *report);

#endif
