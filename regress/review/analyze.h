/* dihedra analyze: looks through a game. The work is done by options.h, line.h, analyst.h,
 * review.h, print.h, sgf.h and html.h. */
#ifndef REGRESS_REVIEW_ANALYZE_H
#define REGRESS_REVIEW_ANALYZE_H

#include "engine/base/status.h"

/* May this program's own engine be started with that option and value? value NULL asks only whether
 * it knows the option. Returns false with a message if not. */
typedef bool AnalyzeOwnOption(const char *name, const char *value, Status *status);

/* argv[0] is the path of this program, the options follow it. Options that are not its own are for
 * this program's engine: check_own tells, since this folder knows engines by GTP only. Returns the
 * exit status, as --help tells it. */
int analyze_main(int argc, char **argv, AnalyzeOwnOption *check_own);

#endif
