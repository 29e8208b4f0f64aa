/* Checks as data: runs the lines of a check, of which checks/framing.tst says what they mean. */
#ifndef REGRESS_COMPLY_SCRIPT_H
#define REGRESS_COMPLY_SCRIPT_H

#include "regress/comply/probe.h"

/* Runs the probe's check up to its first complaint. */
void script_run(Probe *probe);

#endif
