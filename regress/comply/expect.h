/* What an answer must be, as a check writes it behind "#?", "#<" and "#if" (checks/framing.tst). */
#ifndef REGRESS_COMPLY_EXPECT_H
#define REGRESS_COMPLY_EXPECT_H

#include "regress/comply/probe.h"

/* Is the last answer as expected? If not, sets why to what should have come. */
bool expect_holds(Probe *probe, const char *expected, Text *why);

#endif
