/* Playing as strong as people of a rank: how far to search and how to sample moves.
 *
 * A rank plays by the network's policy. The weaker it is, the flatter the policy and the wider the
 * choice; the strongest have visits that correct it. Pure functions. */
#ifndef ENGINE_PLAYER_STRENGTH_H
#define ENGINE_PLAYER_STRENGTH_H

#include <stdint.h>

#include "engine/base/status.h"
#include "engine/eval/evaluator.h"
#include "engine/search/sampling.h"

/* A strength counts the ranks from 20 kyu up: 1 is 20k, 20 is 1k, 21 is 1d, 29 is 9d. */
enum {
    STRENGTH_NONE = 0, /* "off": plays as well as it can */
    STRENGTH_LEAST = 1,
    STRENGTH_1D = 21,
    STRENGTH_MOST = 29,
    STRENGTH_TEXT_MAX = 4,
};

/* Milliseconds of a rank's move. What the search leaves is for an evaluation under way and the
 * answer. */
enum { STRENGTH_MOVE_MS = 200, STRENGTH_SEARCH_MS = 160 };

/* Reads 20k..1k or 1d..9d; "off" is STRENGTH_NONE. Returns false with a message, and changes
 * nothing, if the text is no rank. */
bool strength_read(const char *text, int *strength, Status *status);

/* Writes "5k", "1d", or "off" without a rank. Returns text. */
const char *strength_write(int strength, char text[STRENGTH_TEXT_MAX + 1]);

typedef struct {
    double visits; /* a move, on average: 2.25 is two, and every fourth time three */
    SamplingParameters sampling;
} StrengthPlay;

/* Returns how the network inside plays a rank, which must be STRENGTH_LEAST to STRENGTH_MOST. No
 * rank has fewer visits than one below it. */
StrengthPlay strength_play(int strength);

/* Returns how to play with a human-play network that imitates the rank. */
StrengthPlay strength_play_imitated(void);

/* Returns the profile that it imitates then. strength must not be STRENGTH_NONE. */
HumanProfile strength_profile(int strength);

#endif
