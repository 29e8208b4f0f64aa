/* A game of the engine against itself as the log has it. Functions keep no state. */
#ifndef GTP_SELFPLAY_SELFPLAY_ENTRY_H
#define GTP_SELFPLAY_SELFPLAY_ENTRY_H

#include "engine/base/json.h"
#include "engine/go/sgf/record.h"
#include "gtp/engine_options.h"

/* The moves after which a game is broken off. */
int selfplay_move_limit(int cells);

typedef struct {
    int64_t number; /* from 0 */
    char result[RECORD_RESULT_MAX];
    double score; /* NAN: resigned */
    int moves;
    bool unfinished;
    int64_t playouts;
    double slowest_move; /* seconds */
} SelfplayEntry;

/* The caller frees it with json_decref. */
json_t *selfplay_entry_json(const SelfplayEntry *entry);

/* Reads an entry of the log. Fails if it contradicts itself or what the games are played with. */
bool selfplay_entry_read(const json_t *json, const EngineOptions *options, SelfplayEntry *entry,
                         Status *status);

#endif
