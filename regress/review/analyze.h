/* `dihedra analyze`: an engine looks through a game. */
#ifndef REGRESS_REVIEW_ANALYZE_H
#define REGRESS_REVIEW_ANALYZE_H

/* argv[0] is the path of this program; returns the exit status. */
int analyze_main(int argc, char **argv);

#endif
