/* What the program tells a person who starts it without knowing how: on standard error only. */
#ifndef GTP_HINT_H
#define GTP_HINT_H

#include "engine/base/status.h"

/* Prints three lines if standard input is a terminal: that the program speaks GTP, and how to play
 * with this program (argv[0]) in GoGui and Sabaki. */
void hint_greet(const char *argv0);

/* Is this operand, which is no subcommand, the path of an existing file? Then sets the message to
 * what can be done with it. */
bool hint_about_file(const char *path, Status *status);

#endif
