/* Names for temporary files. */
#ifndef TESTS_SUPPORT_PROGRAM_TEMPORARY_PATH_H
#define TESTS_SUPPORT_PROGRAM_TEMPORARY_PATH_H

enum { TEMPORARY_PATH_MAX = 64 }; /* bytes of a path, its NUL counted */

/* Creates an empty file in /tmp under a name that no other process has. The caller unlinks it. */
void temporary_path(char path[TEMPORARY_PATH_MAX]);

#endif
