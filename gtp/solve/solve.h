/* `dihedra solve`: the exact score of a small board or a late position. */
#ifndef GTP_SOLVE_SOLVE_H
#define GTP_SOLVE_SOLVE_H

/* argv[0] is the program's path. Returns the exit status. */
int solve_main(int argc, char **argv);

#endif
