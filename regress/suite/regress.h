/* The regression runner, dihedra regress: options, what is printed where, the exit status. The
 * work is done by suite.h, run.h, print.h and baseline.h. */
#ifndef REGRESS_SUITE_REGRESS_H
#define REGRESS_SUITE_REGRESS_H

/* argv[0] is the path of this program, the options follow it (the subcommand's name is left out).
 * Returns the exit status, as --help tells it. */
int regress_main(int argc, char **argv);

#endif
