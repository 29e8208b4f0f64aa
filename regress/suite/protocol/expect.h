/* What an answer must be, as a check writes it behind "#?", "#<" and "#if"
 * (suites/comply/framing.tst). */
#ifndef REGRESS_SUITE_PROTOCOL_EXPECT_H
#define REGRESS_SUITE_PROTOCOL_EXPECT_H

#include "regress/suite/protocol/probe.h"

/* Is the last answer as expected? If not, sets why to what should have come. */
bool expect_holds(Probe *probe, const char *expected, Text *why);

#endif
