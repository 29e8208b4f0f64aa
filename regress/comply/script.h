/* Checks as text: a command a line, and below it what must come, as probe_expect takes it.
 *
 *     new             a new game, on a board of the usual size; "new 19": of that size
 *     play b C3       a command; it must succeed
 *     play w C3       a command with ...
 *     ? illegal move  ... what is expected: "= REGEX", "= number N", "=", "=empty", "? TEXT", "?"
 *                     or "*"
 */
#ifndef REGRESS_COMPLY_SCRIPT_H
#define REGRESS_COMPLY_SCRIPT_H

#include "regress/comply/probe.h"

/* Runs the lines up to the first that is not answered as expected. */
void script_run(const char *script, Probe *probe);

#endif
