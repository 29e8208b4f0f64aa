/* How long a user of the engine waits: measured from outside, over pipes, as a client would. One
 * thread, one child process after another. */
#ifndef REGRESS_LATENCY_H
#define REGRESS_LATENCY_H

#include "engine/base/options.h"

/* What it measures and which options it takes, for the usage of bench. */
extern const char LATENCY_HELP[];
extern const Option LATENCY_OPTIONS[];

/* argv[0] is the path of this program, the options follow it. Returns the exit status. */
int latency_main(int argc, char **argv);

#endif
