/* The players that a human-play network imitates, and its input for them: KataGo's SGF metadata
 * (cpp/neuralnet/sgfmetadata.cpp; names as in cpp/configs/gtp_human5k_example.cfg). Any thread may
 * call.
 *
 *     rank_R      both players of rank R, 20k to 9d, on KGS in 2020
 *     preaz_R     the same in 2016, before programs changed the way people play
 *     rank_B_W    Black of rank B, White of rank W; also preaz_B_W
 *     proyear_Y   professionals of the year Y, 1800 to 2023
 *
 *     input  0, 1   the mover, the opponent is human
 *            6-39   the mover's rank: as many ones as ranks down to it from 10d, which has none
 *            40-73  the opponent's
 *            74     the game is rated: 0, not known: 0.5
 *            75-81  kind of time control: 75 not known, 79 byo-yomi
 *            82-85  main time, period time, periods, stones of Canadian byo-yomi
 *            86     points of the board
 *            87-150 the date, as 32 waves whose periods grow from a week
 *            152-157 source of the game: OGS, KGS, Fox, Tygem, GoGoD, Go4Go
 *
 * Inputs 2-5 (unranked, rank unknown) and the rest are always 0: no profile needs them. */
#ifndef ENGINE_EVAL_NET_INPUT_HUMAN_PROFILE_H
#define ENGINE_EVAL_NET_INPUT_HUMAN_PROFILE_H

#include <stddef.h>

#include "engine/base/status.h"
#include "engine/go/board/point.h"

enum { HUMAN_PROFILE_INPUTS = 192, HUMAN_PROFILE_NAME_MAX = 16 };

typedef struct {
    char name[HUMAN_PROFILE_NAME_MAX]; /* identifies it; "": not set */
    int rank[2];                       /* [color]: 9d is 1, 1d 9, 1k 10, 20k 29 */
    bool is_professional;              /* rated, time unknown; otherwise a game on a server */
    int year, month;                   /* the game is of the first day of that month */
    int source;                        /* 1 to 6: see inputs 152-157 */
} HumanProfile;

/* NULL, or a profile without a name, is not set. */
static inline bool human_profile_is_set(const HumanProfile *profile) {
    return profile != NULL && profile->name[0] != '\0';
}

/* Reads a profile's name; upper and lower case differ. Returns false with a message if there is no
 * such profile; *profile is unchanged then. */
bool human_profile_read(const char *name, HumanProfile *profile, Status *status);

/* Fills in the input for mover to move on a board of `points` points. The profile must be set. */
void human_profile_inputs(const HumanProfile *profile, Color mover, int points,
                          float inputs[HUMAN_PROFILE_INPUTS]);

#endif
