/* Names for temporary files. */
#ifndef TESTS_SUPPORT_PROGRAM_TEMPORARY_PATH_H
#define TESTS_SUPPORT_PROGRAM_TEMPORARY_PATH_H

#include "tests/support/program/cleanup.h"

enum { TEMPORARY_PATH_MAX = 64 }; /* bytes of a path, its NUL counted */

/* Creates an empty file in /tmp under a name that no other process has. It is removed at the end of
 * the test. */
void temporary_path(char path[TEMPORARY_PATH_MAX]);

/* Creates one with these bytes in it. */
void temporary_file(char path[TEMPORARY_PATH_MAX], const void *bytes, size_t length);

#endif
