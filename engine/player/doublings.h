/* Playout doubling advantage: a network judges as if one side were stronger than the other, as in
 * games with handicap. It can be fixed, or follow the game: the side that komi and handicap put
 * behind counts as the stronger one, as much as it takes to see a chance (KataGo's
 * dynamicPlayoutDoublingAdvantageCapPerOppLead, cpp/command/gtp.cpp).
 *
 * A DynamicDoublings belongs to one thread. */
#ifndef ENGINE_PLAYER_DOUBLINGS_H
#define ENGINE_PLAYER_DOUBLINGS_H

#include "engine/go/board/game.h"

/* What the options say. */
typedef struct {
    double fixed;         /* of this side: */
    Color side;           /* EMPTY: the one that is searched for */
    double cap_per_point; /* follows the game: at most this for each point behind; 0: does not */
} PlayoutDoublings;

/* What is remembered of a game. Starts as zero. */
typedef struct {
    double behind;    /* present doublings of the side that is behind */
    bool has_value;   /* a move was searched in this game */
    double black_win; /* Black's win rate in the last such search */
    int move_count;   /* of the game, in that search */
} DynamicDoublings;

/* Returns the fixed doublings of Black in a search for this colour (SearchLimits). */
double doublings_fixed(const PlayoutDoublings *options, Color color);

/* Returns the doublings of Black in a search for this colour's next move. If they follow the game,
 * they move by a step: up if the last search saw the side behind below 5%, down if above 25%. */
double doublings_next(DynamicDoublings *dynamic, const PlayoutDoublings *options, const Game *game,
                      Color color);

/* Returns them without a step, as in the search of the last move. */
double doublings_present(const DynamicDoublings *dynamic, const PlayoutDoublings *options,
                         const Game *game, Color color);

/* Takes note of the win rate that a search for a move of color has found. */
void doublings_note(DynamicDoublings *dynamic, const Game *game, Color color, double win_rate);

#endif
