/* A position of the game, remembered so that later commands can ask whether the game still stands
 * there. Moves may have been taken back, played anew or loaded in between; nobody has to tell the
 * bookmark. A bookmark that is all zeros is not set.
 *
 * Not thread-safe: bookmarks belong to the thread that runs commands. */
#ifndef GTP_BOOKMARK_H
#define GTP_BOOKMARK_H

#include "engine/go/board/game.h"

typedef struct {
    bool is_set;
    int move_count; /* moves played before the position */
    uint64_t hash;  /* of its stones */
} Bookmark;

/* Marks the present position. */
void bookmark_set(Bookmark *bookmark, const Game *game);

void bookmark_clear(Bookmark *bookmark);

/* Does the game stand in the marked position? */
bool bookmark_holds(const Bookmark *bookmark, const Game *game);

/* Does the game stand there, or did its present moves lead through it? */
bool bookmark_is_on_path(const Bookmark *bookmark, const Game *game);

#endif
