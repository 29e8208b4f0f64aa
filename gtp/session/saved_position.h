/* Positions of the game that are saved, so that later commands can check whether the game still
 * stands there, whatever was undone, played or loaded in between.
 *
 * Not thread-safe: they belong to the thread that runs commands. */
#ifndef GTP_SESSION_SAVED_POSITION_H
#define GTP_SESSION_SAVED_POSITION_H

#include "engine/go/board/game.h"

/* All zeros: not set. */
typedef struct {
    bool is_set;
    int move_count; /* moves played before the position */
    uint64_t hash;  /* of its stones */
} SavedPosition;

/* Saves the present position. */
static inline void saved_position_set(SavedPosition *saved, const Game *game) {
    *saved = (SavedPosition){
        .is_set = true, .move_count = game->move_count, .hash = game->past[game->move_count].hash};
}

static inline void saved_position_clear(SavedPosition *saved) {
    saved->is_set = false;
}

/* Does the game stand in the saved position? */
static inline bool saved_position_holds(const SavedPosition *saved, const Game *game) {
    return saved->is_set && saved->move_count == game->move_count &&
           game->past[saved->move_count].hash == saved->hash;
}

#endif
