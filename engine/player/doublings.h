/* Playout doubling advantage: a network judges as if one side were stronger than the other, as in
 * handicap games. It is fixed or dynamic: then the side that komi and handicap put behind counts as
 * the stronger one, by as much as it takes to see a chance (KataGo's
 * dynamicPlayoutDoublingAdvantageCapPerOppLead, cpp/command/gtp.cpp).
 *
 * A DynamicDoublings belongs to one thread. */
#ifndef ENGINE_PLAYER_DOUBLINGS_H
#define ENGINE_PLAYER_DOUBLINGS_H

#include "engine/player/turn.h"

/* Returns the fixed doublings of Black in a search for this color (SearchLimits). */
double doublings_fixed(const PlayoutDoublings *options, Color color);

/* Returns the doublings of Black in a search for the turn's move. Dynamic ones move by a step: up
 * if the last search saw the side behind below 5%, down if above 25%. */
double doublings_next(DynamicDoublings *dynamic, const Turn *turn);

/* Returns them without a step, as in the search of the last move. */
double doublings_present(const DynamicDoublings *dynamic, const Turn *turn);

/* Records the win rate that a search for the turn's move has found. */
void doublings_note(DynamicDoublings *dynamic, const Turn *turn, double win_rate);

#endif
