/* What `dihedra --version` prints: the version, and what a bug report should name. */
#ifndef GTP_VERSION_H
#define GTP_VERSION_H

#include <stdio.h>

void version_print(FILE *stream);

#endif
