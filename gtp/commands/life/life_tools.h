/* What the commands of life and death search with. */
#ifndef GTP_COMMANDS_LIFE_LIFE_TOOLS_H
#define GTP_COMMANDS_LIFE_LIFE_TOOLS_H

#include "engine/eval/network.h"
#include "engine/solve/goal/search/goal_search.h"
#include "gtp/session/call.h"

/* What the searches of one command share. */
typedef struct {
    GoalSearch *search;
    Deadline deadline;
    GoalLimits limits;
    LocalEvaluator evaluator; /* the network of the session, if it has one */
    Network *network;
    Game *game; /* that it evaluates */
} LifeTools;

/* The search of one command, with a smaller table where memory is short. Returns NULL with an error
 * if out of memory. */
GoalSearch *life_tools_new_search(GtpCall *call);

/* Opens the tools of one command, with limits by the depths of the session and an estimate by its
 * network if it has one. Returns false with an error if out of memory. */
bool life_tools_open(GtpCall *call, LifeTools *tools);

void life_tools_close(LifeTools *tools);

/* Doubles a limit for each increase_depths, and halves it for each decrease_depths. */
int64_t life_tools_shift(int64_t limit, int depths);

/* Adds a move to the answer. A pass is in capitals, GNU Go's spelling, which its suites expect. */
void life_tools_add_move(GtpCall *call, Point move);

#endif
