/* A network as the evaluator of local searches (engine/solve/goal/search/goal_node.h). It
 * belongs to one thread. */
#ifndef ENGINE_PLAYER_LOCAL_NETWORK_H
#define ENGINE_PLAYER_LOCAL_NETWORK_H

#include "engine/eval/network.h"
#include "engine/solve/goal/search/goal_node.h"

typedef struct {
    LocalEvaluator evaluator;
    Network *network;
    Game *game; /* the position that is evaluated */
} LocalNetwork;

/* like: the game whose rules and komi the network is told. The network must outlive it. Returns
 * false if out of memory. */
bool local_network_open(LocalNetwork *local, Network *network, const Game *like);
void local_network_close(LocalNetwork *local);

#endif
