/* Playing as strong as people of a rank: how far to search and how to sample moves for it.
 *
 * A rank plays by the network's policy, the way people know shapes at first sight. The weaker it
 * is, the flatter the policy and the wider the choice; the strongest have visits that correct it.
 * The figures (rank_table.h) come from matches; engine/lab/train/rank/README.md tells how. Pure
 * functions. */
#ifndef ENGINE_PLAYER_RANK_H
#define ENGINE_PLAYER_RANK_H

#include <stdint.h>

#include "engine/base/status.h"
#include "engine/eval/evaluator.h"
#include "engine/search/sampling.h"

/* A rank counts the steps from 20 kyu up: 1 is 20k, 20 is 1k, 21 is 1d, 29 is 9d. */
enum {
    RANK_NONE = 0, /* "off": plays as well as it can */
    RANK_LEAST = 1,
    RANK_1D = 21,
    RANK_MOST = 29,
    RANK_TEXT_MAX = 4,
};

/* Reads 20k..1k or 1d..9d; "off" is RANK_NONE. Returns false with a message, and changes nothing,
 * if the text is no rank. */
bool rank_read(const char *text, int *rank, Status *status);

/* Writes "5k", "1d", or "off" without a rank. Returns text. */
const char *rank_write(int rank, char text[RANK_TEXT_MAX + 1]);

typedef struct {
    double visits; /* a move, on average: 2.25 is two, and every fourth time three */
    SamplingParameters sampling;
} RankPlay;

/* Returns how the network inside plays a rank, which must be RANK_LEAST to RANK_MOST. No rank has
 * fewer visits than one below it. */
RankPlay rank_play(int rank);

/* Returns how to play with a human-play network that imitates the rank. */
RankPlay rank_play_imitated(void);

/* Returns the people that it imitates then. rank must not be RANK_NONE. */
HumanProfile rank_profile(int rank);

#endif
