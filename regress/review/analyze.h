/* dihedra analyze: computes what each move of a game lost. One thread, one engine on each rank. */
#ifndef REGRESS_REVIEW_ANALYZE_H
#define REGRESS_REVIEW_ANALYZE_H

#include "engine/base/status.h"

/* Does this program's own engine accept this option and value? value NULL: does it know the option?
 * Returns false with a message if not. */
typedef bool AnalyzeOwnOption(const char *name, const char *value, Status *status);

/* argv[0] is the path of this program; the options follow. Options that analyze does not know are
 * for this program's engine; check_own checks them, because this folder knows engines by GTP only.
 * Returns the exit status that --help describes. */
int analyze_main(int argc, char **argv, AnalyzeOwnOption *check_own);

#endif
