/* Checks as data: runs the lines of a check, of which suites/comply/framing.tst says what they
 * mean. */
#ifndef REGRESS_SUITE_PROTOCOL_SCRIPT_H
#define REGRESS_SUITE_PROTOCOL_SCRIPT_H

#include "regress/suite/protocol/probe.h"

/* Runs the probe's check up to its first complaint. */
void script_run(Probe *probe);

#endif
