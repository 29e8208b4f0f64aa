/* The subcommands of the program: the help of each, and a function that runs it and returns the
 * exit status. argv[0] is the program's path, the rest are the subcommand's words. */
#ifndef GTP_SUBCOMMANDS_H
#define GTP_SUBCOMMANDS_H

#include "gtp/engine_options.h"

extern const CommandHelp ANALYSIS_HELP, BOOK_HELP, KATAGO_GTP_HELP, KATAGO_VERSION_HELP, PAGE_HELP,
    PLAY_HELP, SELFPLAY_HELP, SOLVE_HELP, TSUMEGO_HELP, VERIFY_HELP;

int analysis_main(int argc, char **argv);
int book_main(int argc, char **argv);
int katago_version_main(int argc, char **argv);
int page_main(int argc, char **argv);
int play_main(int argc, char **argv);
int selfplay_main(int argc, char **argv);
int solve_main(int argc, char **argv);
int tsumego_main(int argc, char **argv);
int verify_main(int argc, char **argv);

/* ---- KataGo's other command lines that clients use, `gtp -config FILE -model FILE` and `version`
 * (json/katago.c), so that a link named katago to this program works ---- */

/* The release of KataGo whose protocols these are. */
#define KATAGO_VERSION "1.17.2"

/* Reads the command line of `gtp` and its config files into options for a GTP session named KataGo.
 * The options' texts belong to argv. Returns false with a message if the line is wrong;
 * *exit_status is then that of the program. */
bool katago_read_gtp(int argc, char **argv, EngineOptions *options, int *exit_status);

#endif
