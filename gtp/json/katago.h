/* KataGo's other command lines that clients use: `gtp -config FILE -model FILE` and `version`, so
 * that a link named katago to this program works. */
#ifndef GTP_JSON_KATAGO_H
#define GTP_JSON_KATAGO_H

#include "gtp/engine_options.h"

/* The release of KataGo whose protocols these are. */
#define KATAGO_VERSION "1.17.2"

/* Reads the command line of `gtp` and its config files into options for a GTP session named KataGo.
 * The options' texts belong to argv. Returns false with a message if the line is wrong;
 * *exit_status is then that of the program. */
bool katago_read_gtp(int argc, char **argv, EngineOptions *options, int *exit_status);

#endif
