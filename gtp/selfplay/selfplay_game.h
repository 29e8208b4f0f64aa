/* One game of the engine against itself, and its result as text that can go to another rank. */
#ifndef GTP_SELFPLAY_SELFPLAY_GAME_H
#define GTP_SELFPLAY_SELFPLAY_GAME_H

#include "engine/base/json.h"
#include "gtp/engine_options.h"

typedef enum { RANDOM_NONE, RANDOM_BLACK, RANDOM_WHITE, RANDOM_EACH } SelfplayRandom;

typedef struct {
    const EngineOptions *options;
    SelfplayRandom random; /* the side that plays random legal moves */
    bool has_record, watch;
    _Atomic bool *stopped; /* another thread sets it to end all games */
} SelfplayTerms;

/* A game to play, with its seed: one sampled there would differ between ranks. */
typedef struct {
    int64_t number; /* from 0 */
    uint64_t seed;  /* of the match */
} SelfplayJob;

/* Does the color play random moves in game `number` (from 0)? */
bool selfplay_is_random(SelfplayRandom random, int64_t number, Color color);

/* Plays a game and appends its result to the text: {"entry": of the log, "sgf": its record or
 * null}. Overwrites the game and the player. The result of a stopped game means nothing. */
bool selfplay_game_play(const SelfplayTerms *terms, const SelfplayJob *job, Game *game,
                        Player *player, Text *result, Status *status);

#endif
