/* Life and death, races and connections, by GNU Go's commands, and what the other commands of life
 * and death share with them. */
#ifndef GTP_COMMANDS_LIFE_LIFE_H
#define GTP_COMMANDS_LIFE_LIFE_H

#include "engine/solve/goal/search/goal_search.h"
#include "gtp/session/call.h"

/* The search of one command, with a smaller table where memory is short. Returns NULL with an error
 * if out of memory. */
GoalSearch *life_new_search(GtpCall *call);

/* Doubles a limit for each increase_depths, and halves it for each decrease_depths. */
int64_t life_shift(int64_t limit, int depths);

/* Adds a move to the answer. A pass is in capitals, GNU Go's spelling, which its suites expect. */
void life_add_move(GtpCall *call, Point move);

#endif
