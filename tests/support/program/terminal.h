/* A pseudo-terminal for a test. */
#ifndef TESTS_SUPPORT_PROGRAM_TERMINAL_H
#define TESTS_SUPPORT_PROGRAM_TERMINAL_H

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>

/* Opens both ends: the test's and the program's. Skips the test if the system has no
 * pseudo-terminals: a container without devpts. */
static inline void terminal_require(int *ours, int *theirs) {
    *ours = posix_openpt(O_RDWR | O_NOCTTY);
    const bool ok = *ours >= 0 && grantpt(*ours) == 0 && unlockpt(*ours) == 0;
    *theirs = ok ? open(ptsname(*ours), O_RDWR | O_NOCTTY) : -1;
    if (*theirs < 0) {
        cr_skip_test("no pseudo-terminal can be opened (is devpts mounted?)");
    }
}

#endif
