/* KataGo's other command lines that clients try: `gtp -config FILE -model FILE` and `version`, so
 * that a link named katago to this program suffices. */
#ifndef GTP_JSON_KATAGO_H
#define GTP_JSON_KATAGO_H

#include "gtp/engine_options.h"

/* `version`: prints which release of KataGo is imitated, and by what. Returns the exit status. */
int katago_version_main(int argc, char **argv);

/* Reads the command line of `gtp` and its config files into options for a GTP session, which
 * answers to the name KataGo. Sets *help instead if that is asked for. The options' texts belong to
 * argv. Returns false with a message if the line is wrong; *exit_status is then that of the
 * program. */
bool katago_read_gtp(int argc, char **argv, EngineOptions *options, bool *help, int *exit_status);

#endif
