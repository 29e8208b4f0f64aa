/* A suite of tests as a .tst file holds it: commands in order, some of them tests.
 *
 *     # a comment
 *     loadsgf games/x.sgf 12        a command, sent as it is
 *     10 reg_genmove black          a command with a number by which people refer to it
 *     #? [D4|Q16]                   the expected answer: it makes the command a test
 *
 * After the bracket, * marks a test that is expected to fail, and & one that does not count
 * whatever the answer; as in GNU Go only the last of several marks counts. In the dialect gnugo
 * blank lines and comments may stand between a command and its #?, and either bracket may be
 * missing. In the dialect gogui these and & are errors, and an empty #? accepts any answer except a
 * refusal.
 *
 * In the dialect of checks (suites/comply/framing.tst) a step is a line: the head of a check has
 * its name as id and its sentence as command, and is selected.
 *
 * Invariant: every #? in the file is one test. A malformed test has an error that says why. Control
 * characters and comments at the end of a command line are dropped, as GTP requires; so is a byte
 * order mark.
 *
 * A SuiteFile does not change while it runs; any thread may read it. */
#ifndef REGRESS_SUITE_SUITE_H
#define REGRESS_SUITE_SUITE_H

#include "regress/suite/pattern.h"

#include <stddef.h>

/* What a command does to the position. */
typedef enum {
    EFFECT_NONE,
    EFFECT_SETTING, /* changes how the engine thinks; stays when the position changes */
    EFFECT_MOVE,    /* changes the position */
    EFFECT_RESET,   /* makes a position that does not depend on the one before */
} Effect;

typedef struct {
    int line;      /* from 1 */
    char *id;      /* the number; "": none */
    char *command; /* "" if a #? has no command */
    Effect effect;
    bool is_test, is_selected; /* selected: to be run, as every test is at first */
    bool expects_failure, is_ignored;
    char *expected; /* between the brackets, a leading ! included; "" if it is no test */
    char *error;    /* one line; NULL: none, and the pattern of a test is compiled */
    Pattern pattern;
} SuiteStep;

typedef struct {
    char *path;       /* as given */
    const char *name; /* the part of path after the last slash */
    SuiteStep *steps;
    size_t count;
    char *error; /* why the file could not be read; NULL: it was */
} SuiteFile;

/* Reads a file. If it cannot be read, the suite has no steps and its error says why. The caller
 * frees it with suite_free. */
SuiteFile suite_read(const char *path, Dialect dialect);

/* Reads the contents of a file. */
SuiteFile suite_parse(const char *path, const char *bytes, size_t length, Dialect dialect);

void suite_free(SuiteFile *suite);

/* The effect of a command line without its id. */
Effect suite_effect(const char *command);

/* How many tests are selected. */
size_t suite_count_tests(const SuiteFile *suite);

#endif
