/* The command line of dihedra analyze, read and checked. */
#ifndef REGRESS_REVIEW_OPTIONS_H
#define REGRESS_REVIEW_OPTIONS_H

#include "engine/base/options.h"
#include "engine/base/status.h"
#include "engine/base/text.h"
#include "engine/review/review.h"

#include <stdint.h>

/* Does this program's own engine accept this option and value? value NULL: does it know the option?
 * Returns false with a message if not. */
typedef bool AnalyzeOwnOption(const char *name, const char *value, Status *status);

typedef struct {
    OptionList paths;
    const char *out, *html, *resume, *player, *error_path; /* NULL: not given */
    const char *engine_page;                               /* NULL: to be found */
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
    bool json, with_engine;
} AnalyzeOptions;

/* Texts point into argv. The caller frees `paths` and `own` in any case. */
bool analyze_options_read(int argc, char **argv, AnalyzeOwnOption *check_own,
                          AnalyzeOptions *options, Status *status);

extern const CommandHelp ANALYZE_HELP;

/* argv[0] is the path of this program; the options follow. Options that analyze does not know are
 * for this program's engine; check_own checks them, because this folder knows engines by GTP only.
 * Returns the exit status that --help describes. */
int analyze_main(int argc, char **argv, AnalyzeOwnOption *check_own);

#endif
