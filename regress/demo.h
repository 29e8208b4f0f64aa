/* The demonstration: a whole game of the engine against itself, or of any two GTP engines, shown
 * move by move. One thread, two child processes. */
#ifndef REGRESS_DEMO_H
#define REGRESS_DEMO_H

/* argv[0] is the path of this program, the options follow it (the subcommand's name is left out).
 * Returns the exit status: 0 where the game came to its end by two passes or a resignation, or
 * where help was asked for. */
int demo_main(int argc, char **argv);

#endif
