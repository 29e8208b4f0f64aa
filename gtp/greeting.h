/* A hint for people who start the program by hand, on standard error. */
#ifndef GTP_GREETING_H
#define GTP_GREETING_H

/* Prints three lines if standard input is a terminal: that the program speaks GTP, and how to play
 * with this program (argv[0]) in GoGui and Sabaki. */
void greeting_print(const char *argv0);

#endif
