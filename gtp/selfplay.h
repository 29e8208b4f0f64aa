/* `dihedra selfplay`: games of the engine against itself in one process. */
#ifndef GTP_SELFPLAY_H
#define GTP_SELFPLAY_H

/* argv[0] is "selfplay". Returns the exit status. */
int selfplay_main(int argc, char **argv);

#endif
