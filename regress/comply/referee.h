/* The position that an engine should have, by the program's own board: what a check as data cannot
 * know. */
#ifndef REGRESS_COMPLY_REFEREE_H
#define REGRESS_COMPLY_REFEREE_H

#include "regress/comply/probe.h"

/* Begins a new game on a board of this size, with the engine and here, and has the engine think
 * briefly. */
void referee_begin(Probe *probe, int size);

/* Follows a command that the engine has accepted. */
void referee_follow(Probe *probe, const char *command);

/* Plays the move that the engine has made. Returns false, with what is illegal about it added to
 * why, if it is illegal; by_superko: so are repetition and suicide. */
bool referee_take_move(Probe *probe, Color color, const char *vertex, bool by_superko, Text *why);

/* Complains unless the engine has these stones, by what every engine knows: a move on a stone is
 * refused, and one on an empty point, where it is legal under all rules, is not. The engine's
 * position is the same afterwards, unless it is at fault. */
void referee_check_board(Probe *probe);

/* Checks the lines "info move ... info move ... [rootInfo ...] [ownership ...]" of the last
 * response, about the position with this color to move. Returns false, with what should have come
 * added to why, if they are wrong. */
bool referee_check_reports(Probe *probe, Color color, bool is_kata, bool wants_ownership,
                           bool wants_pv_visits, Text *why);

#endif
