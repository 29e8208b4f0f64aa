/* `dihedra tsumego`: solves problems of life and death from game records. */
#ifndef GTP_SOLVE_TSUMEGO_TSUMEGO_H
#define GTP_SOLVE_TSUMEGO_TSUMEGO_H

/* argv[0] is the program's path. Returns the exit status. */
int tsumego_main(int argc, char **argv);

#endif
