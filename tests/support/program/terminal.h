/* A pseudo-terminal for a test. */
#ifndef TESTS_SUPPORT_PROGRAM_TERMINAL_H
#define TESTS_SUPPORT_PROGRAM_TERMINAL_H

/* Opens both ends: the test's and the program's. Skips the test if the system has no
 * pseudo-terminals: a container without devpts. */
void terminal_require(int *ours, int *theirs);

#endif
