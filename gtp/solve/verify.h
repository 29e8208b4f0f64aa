/* `dihedra verify`: checks a proof that `dihedra solve --proof` has written. */
#ifndef GTP_SOLVE_VERIFY_H
#define GTP_SOLVE_VERIFY_H

/* argv[0] is the program's path. Returns the exit status. */
int verify_main(int argc, char **argv);

#endif
