/* Hints for people who start the program by hand, on standard error. */
#ifndef GTP_GREETING_H
#define GTP_GREETING_H

#include "engine/base/status.h"

/* Prints three lines if standard input is a terminal: that the program speaks GTP, and how to play
 * with this program (argv[0]) in GoGui and Sabaki. */
void greeting_print(const char *argv0);

/* Is this operand, which is not a subcommand, the path of an existing file? Then the message says
 * what can be done with it. */
bool greeting_explain_file(const char *path, Status *status);

#endif
