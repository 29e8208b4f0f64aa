/* A position of the game, saved so that later commands can check whether the game still stands
 * there, whatever was undone, played or loaded in between. All zeros: not set.
 *
 * Not thread-safe: saved positions belong to the thread that runs commands. */
#ifndef GTP_SESSION_SAVED_POSITION_H
#define GTP_SESSION_SAVED_POSITION_H

#include "engine/go/board/game.h"

typedef struct {
    bool is_set;
    int move_count; /* moves played before the position */
    uint64_t hash;  /* of its stones */
} SavedPosition;

/* Saves the present position. */
void saved_position_set(SavedPosition *saved, const Game *game);

void saved_position_clear(SavedPosition *saved);

/* Does the game stand in the saved position? */
bool saved_position_holds(const SavedPosition *saved, const Game *game);

/* Does the game stand there, or did its present moves lead through it? */
bool saved_position_is_on_path(const SavedPosition *saved, const Game *game);

#endif
