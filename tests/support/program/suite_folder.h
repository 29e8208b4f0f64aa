/* For tests of the regression runner: a folder of suites, and an engine to run them on
 * (tests/support/program/engines/suite.sh).
 *
 * The folder has a pipe whose writing end the engines inherit. When all of them are gone, its
 * reading end is at its end, and not before: so a test sees that no process is left. Every function
 * fails the test if something unexpected happens. */
#ifndef TESTS_SUPPORT_PROGRAM_SUITE_FOLDER_H
#define TESTS_SUPPORT_PROGRAM_SUITE_FOLDER_H

#include "tests/support/program/cleanup.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    char path[64];
    int watch; /* the reading end: at its end when all engines are gone */
    int held;  /* the writing end, which engines inherit */
} SuiteFolder;

/* Creates an empty folder in /tmp. */
SuiteFolder suite_folder_open(void);

/* Removes the folder. Fails if an engine still runs after 20 seconds. */
void suite_folder_close(SuiteFolder *folder);

/* The path of a file of the folder, valid until the fourth call after this one. */
const char *suite_folder_path(const SuiteFolder *folder, const char *name);

void suite_folder_write(const SuiteFolder *folder, const char *name, const char *text);

/* The command line of engines/suite.sh with further commands, which must not contain single quotes,
 * or "". Valid until the next call. */
const char *suite_engine(const char *commands);

#endif
