/* One game of the engine against itself, and what is kept of it. */
#ifndef GTP_SELFPLAY_SELFPLAY_GAME_H
#define GTP_SELFPLAY_SELFPLAY_GAME_H

#include "engine/base/json.h"
#include "engine/go/sgf/record.h"
#include "gtp/engine_options.h"

/* A game as the log has it. */
typedef struct {
    int64_t number; /* from 0 */
    char result[RECORD_RESULT_MAX];
    double score; /* NAN: resigned */
    int moves;
    bool unfinished;
    int64_t playouts;
    double slowest_move; /* seconds */
} SelfplayEntry;

bool selfplay_entry_read(const json_t *json, SelfplayEntry *entry, Status *status);

typedef struct {
    const EngineOptions *options;
    bool has_record;
    _Atomic bool *stopped; /* another thread sets it to end all games */
} SelfplayTerms;

/* Plays a game, whose number is from 0, and appends its result to the text: {"entry": of the log,
 * "sgf": its record or null}. Overwrites the game and the player. The result of a stopped game
 * means nothing. seed: of all games; one sampled here would differ between ranks. */
bool selfplay_game_play(const SelfplayTerms *terms, int64_t number, uint64_t seed, Game *game,
                        Player *player, Text *result, Status *status);

#endif
