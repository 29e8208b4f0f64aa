/* How the network inside plays each rank. rank_table.c is written by engine/lab/train/rank/fit.py
 * from the results of matches; its head says from which. Constants. */
#ifndef ENGINE_PLAYER_RANK_TABLE_H
#define ENGINE_PLAYER_RANK_TABLE_H

#include "engine/player/rank.h"

typedef struct {
    double visits;      /* a move, on average; see RankPlay */
    double temperature; /* of the policy */
    double least;       /* see SamplingParameters */
} RankRow;

extern const RankRow RANK_TABLE[RANK_MOST]; /* [rank - RANK_LEAST] */

#endif
