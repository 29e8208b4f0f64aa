/* dihedra bench latency: how long a client waits for the engine, measured over pipes. One thread,
 * one child process after another. */
#ifndef REGRESS_LATENCY_H
#define REGRESS_LATENCY_H

#include "engine/base/options.h"

/* What it measures, and its options, for the help of bench. */
extern const char LATENCY_HELP[];
extern const Option LATENCY_OPTIONS[];

/* argv[0] is the path of this program; the options follow. Returns the exit status. */
int latency_main(int argc, char **argv);

#endif
