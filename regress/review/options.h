/* The command line of dihedra analyze, read and checked. */
#ifndef REGRESS_REVIEW_OPTIONS_H
#define REGRESS_REVIEW_OPTIONS_H

#include "engine/base/status.h"
#include "engine/base/text.h"
#include "regress/review/analyze.h"

#include <stdint.h>

typedef struct {
    const char *file, *out, *html, *error_path; /* NULL: not given */
    const char *engine;                         /* command line; NULL: this program */
    AnalyzeOwnOption *check_own;
    Text own;         /* options for this program's engine */
    int64_t visits;   /* 0: not given */
    double seconds;   /* 0: not given */
    int64_t from, to; /* moves, from 1; to 0: the last one */
    double blunder;   /* percent */
    double timeout;   /* seconds */
    bool json, help;
} AnalyzeOptions;

void analyze_options_help(void);

/* Texts point into argv. The caller frees `own` in any case. If help is asked for, the rest is not
 * checked. */
bool analyze_options_read(int argc, char **argv, AnalyzeOwnOption *check_own,
                          AnalyzeOptions *options, Status *status);

#endif
