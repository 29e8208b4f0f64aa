/* What an answer must be, as a check writes it behind "#?", "#<" and "#if"
 * (suites/comply/framing.tst). */
#ifndef REGRESS_SUITE_PROTOCOL_EXPECT_H
#define REGRESS_SUITE_PROTOCOL_EXPECT_H

#include "regress/suite/protocol/probe.h"

/* Is the last answer as expected? If not, sets why to what should have come. */
bool expect_holds(Probe *probe, const char *expected, Text *why);

/* ---- The position that the engine should have, by the program's own board ---- */

/* Follows a command that the engine has accepted. */
void expect_follow(Probe *probe, const char *command);

/* Adds points, each with a blank behind it. `which`: "stones"; "empty", where the side to move may
 * play; "around", the empty points beside the last move, and its point at the end. Returns false
 * for any other word. */
bool expect_list_points(const Probe *probe, const char *which, Text *points);

#endif
