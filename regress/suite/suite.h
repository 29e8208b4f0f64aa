/* A suite of tests as its .tst file has it: commands in order, some of them tests.
 *
 *     # a comment
 *     loadsgf games/x.sgf 12        a command, sent as it stands
 *     10 reg_genmove black          a command with a number for people to call it by
 *     #? [D4|Q16]                   what it must answer: now it is a test
 *
 * Behind the bracket * marks a test that is expected to fail and & one not to be counted, whatever
 * it answers; as in GNU Go only the last of several marks counts. In the dialect gnugo blank lines
 * and comments may stand between a command and its #?, and either bracket may be missing; in the
 * dialect gogui these and & are errors, and an empty #? takes any answer but a refusal.
 *
 * Invariant: every #? in the file is one test. One that is no proper test has an error that says
 * why. Control characters and what stands behind a # in a command line are dropped, as GTP has it.
 *
 * A SuiteFile does not change while it is run; any thread may read it. */
#ifndef REGRESS_SUITE_SUITE_H
#define REGRESS_SUITE_SUITE_H

#include "regress/suite/pattern.h"

#include <stddef.h>

/* What a command does to the position. */
typedef enum {
    EFFECT_NONE,
    EFFECT_SETTING, /* changes how the engine thinks: it outlasts the position */
    EFFECT_MOVE,    /* makes one position out of another */
    EFFECT_RESET,   /* makes a position, whatever the one before */
} Effect;

typedef struct {
    int line;      /* from 1 */
    char *id;      /* the number, "" for none */
    char *command; /* "" where an #? has no command */
    Effect effect;
    bool is_test, is_selected; /* selected: it is to be run, as every test is at first */
    bool expects_failure, is_ignored;
    char *expected; /* between the brackets, a leading ! included; "" where it is no test */
    char *error;    /* one line, or NULL: then the pattern is compiled if it is a test */
    Pattern pattern;
} SuiteStep;

typedef struct {
    char *path;       /* as given */
    const char *name; /* the part of it behind the last slash */
    SuiteStep *steps;
    size_t count;
    char *error;     /* why the file could not be read, or NULL */
    double estimate; /* of the seconds it takes; at first by the kinds of its tests */
} SuiteFile;

/* Reads a file. One that cannot be read gives a suite without steps whose error says why. */
SuiteFile suite_read(const char *path, Dialect dialect);

/* The same for a text in memory. */
SuiteFile suite_parse(const char *path, const char *bytes, size_t length, Dialect dialect);

void suite_free(SuiteFile *suite);

/* Of a command line without its id. */
Effect suite_effect(const char *command);

/* How many tests are selected. */
size_t suite_count_tests(const SuiteFile *suite);

#endif
