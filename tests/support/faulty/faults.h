/* The faults of the engine that tests of `dihedra comply` run: each breaks one sentence of a
 * specification. The list was written from the specifications, before the checks.
 *
 * A process has one fault at most, chosen on its command line before anything else runs. */
#ifndef TESTS_SUPPORT_FAULTY_FAULTS_H
#define TESTS_SUPPORT_FAULTY_FAULTS_H

#include <stdbool.h>

typedef struct {
    const char *name;
    const char *check; /* of regress/comply/checks, whose sentence the fault breaks */
} Fault;

extern const Fault FAULTS[]; /* ends with a NULL name */

/* Switches a fault on. Returns false if the name is unknown. */
bool fault_choose(const char *name);

/* Is this fault on? The name must be one of FAULTS. */
bool fault_is(const char *name);

#endif
