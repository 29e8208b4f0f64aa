/* dihedra comply: checks whether an engine follows GTP, and which clients can use it. The report
 * has the form of a regression run (suite/report.h) of one suite. Its results have beside that
 * meaning and levels; advice is "ignored", a check that was skipped "unsupported" with the reason
 * in message. The run has levels: key, name, ready, because and without, the last two lists of
 * texts. */
#ifndef REGRESS_SUITE_PROTOCOL_COMPLY_H
#define REGRESS_SUITE_PROTOCOL_COMPLY_H

#include "engine/base/options.h"

extern const CommandHelp COMPLY_HELP;

/* Runs the subcommand. Returns the exit status. */
int comply_main(int argc, char **argv);

#endif
