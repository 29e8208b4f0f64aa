/* The GTP loop: reads commands from a file descriptor, answers on a stream. */
#ifndef GTP_LOOP_H
#define GTP_LOOP_H

#include <stdio.h>

#include "gtp/options.h"

/* Runs until quit, the end of the input or a dead output; load: of the network to search with, or
 * NULL. Returns the exit status. */
int gtp_loop(const Options *options, NetworkLoad *load, int input, FILE *output);

#endif
