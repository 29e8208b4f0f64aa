/* The position that an engine should have, by the program's own board: what a check as data cannot
 * know. */
#ifndef REGRESS_SUITE_PROTOCOL_REFEREE_H
#define REGRESS_SUITE_PROTOCOL_REFEREE_H

#include "regress/suite/protocol/probe.h"

/* Follows a command that the engine has accepted. */
void referee_follow(Probe *probe, const char *command);

/* Plays the move that the engine has made. Returns NULL, or what is illegal about it; by_superko:
 * repetition and suicide are illegal. */
const char *referee_take_move(Probe *probe, Color color, const char *vertex, bool by_superko);

/* Can these moves, a list of vertices, be played by the side to move and its opponent? */
bool referee_can_play(const Probe *probe, const json_t *moves);

/* Adds points, each with a blank behind it. `which`: "stones"; "empty", where the side to move may
 * play; "around", the empty points beside the last move, and its point at the end. Returns false
 * for any other word. */
bool referee_list_points(const Probe *probe, const char *which, Text *points);

#endif
