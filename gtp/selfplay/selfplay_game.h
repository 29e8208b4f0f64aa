/* One game of the engine against itself, and what is kept of it, as text that can go to another
 * rank. */
#ifndef GTP_SELFPLAY_SELFPLAY_GAME_H
#define GTP_SELFPLAY_SELFPLAY_GAME_H

#include "engine/base/json.h"
#include "gtp/engine_options.h"

typedef enum { RANDOM_NOBODY, RANDOM_BLACK, RANDOM_WHITE, RANDOM_EACH } SelfplayRandom;

typedef struct {
    const EngineOptions *options;
    SelfplayRandom random; /* who plays random legal moves */
    bool has_record, watch;
    _Atomic bool *stopped; /* another thread sets it to end all games */
} SelfplayTerms;

/* A game to play. The seed goes with it: one that was drawn at random is another on each rank. */
typedef struct {
    int64_t number; /* from 0 */
    uint64_t seed;  /* of the match */
} SelfplayJob;

/* Does the color play random moves in game `number` (from 0)? */
bool selfplay_is_random(SelfplayRandom random, int64_t number, Color color);

/* Plays a game and appends its result to the text: {"entry": of the log, "sgf": its record or
 * null}. The game and the player are the caller's; what was in them is lost.
 * The result of a game that was stopped means nothing. */
bool selfplay_game_play(const SelfplayTerms *terms, const SelfplayJob *job, Game *game,
                        Player *player, Text *result, Status *status);

#endif
