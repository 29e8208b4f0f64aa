/* How the network inside plays each rank. strength_table.c is written by
 * engine/lab/train/rank/fit.py from the results of matches; its head says from which. Constants. */
#ifndef ENGINE_PLAYER_STRENGTH_TABLE_H
#define ENGINE_PLAYER_STRENGTH_TABLE_H

#include "engine/player/strength.h"

typedef struct {
    double visits;      /* a move, on average; see StrengthPlay */
    double temperature; /* of the policy */
    double least;       /* see SamplingParameters */
} StrengthRow;

extern const StrengthRow STRENGTH_TABLE[STRENGTH_MOST]; /* [strength - STRENGTH_LEAST] */

#endif
