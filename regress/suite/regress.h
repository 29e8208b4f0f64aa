/* The command line of dihedra regress: options, what is printed where, the exit status. suite.h,
 * run.h, print.h and baseline.h do the work. */
#ifndef REGRESS_SUITE_REGRESS_H
#define REGRESS_SUITE_REGRESS_H

/* argv[0] is the path of this program; the options follow, without the subcommand's name. Returns
 * the exit status that --help describes. */
int regress_main(int argc, char **argv);

#endif
