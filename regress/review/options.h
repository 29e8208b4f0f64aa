/* The command line of dihedra analyze, read and checked. */
#ifndef REGRESS_REVIEW_OPTIONS_H
#define REGRESS_REVIEW_OPTIONS_H

#include "engine/base/options.h"
#include "engine/base/status.h"
#include "engine/base/text.h"
#include "regress/review/analyze.h"
#include "regress/review/review.h"

#include <stdint.h>

typedef struct {
    OptionList paths;
    const char *out, *html, *resume, *player, *error_path; /* NULL: not given */
    const char *engine;                                    /* command line; NULL: this program */
    AnalyzeOwnOption *check_own;
    Text own;         /* options for this program's engine */
    int64_t visits;   /* 0: not given */
    double seconds;   /* 0: not given */
    int64_t from, to; /* moves, from 1; to 0: the last one */
    int game;         /* of the file, from 1; 0: not given */
    double deep;      /* times the visits or seconds */
    int engines;      /* 0: not given */
    double timeout;   /* seconds */
    bool json;
} AnalyzeOptions;

/* Texts point into argv. The caller frees `paths` and `own` in any case. */
bool analyze_options_read(int argc, char **argv, AnalyzeOwnOption *check_own,
                          AnalyzeOptions *options, Status *status);

extern const CommandHelp ANALYZE_HELP;

#endif
