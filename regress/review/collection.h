/* Many reviewed games as one: an index page of them, mistakes made more than once, and positions to
 * drill as a record.
 *
 * A Collection belongs to one thread at a time. */
#ifndef REGRESS_REVIEW_COLLECTION_H
#define REGRESS_REVIEW_COLLECTION_H

#include "engine/review/review.h"

typedef struct Collection Collection;

/* player: whose games they are; NULL: of both sides. */
Collection *collection_new(const char *player);
void collection_free(Collection *collection);

/* The color that the collection's player has in a game; EMPTY: neither. Without a player: EMPTY. */
Color collection_color(const Collection *collection, const GameLine *line);

/* Adds a judged game. page is the name of its page in the index's folder. */
void collection_add(Collection *collection, const Review *review, const char *page);

int collection_count(const Collection *collection);

/* Writes index.html and drills.sgf into the folder, each whole or not at all. */
bool collection_save(const Collection *collection, const char *folder, Status *status);

/* Prints the object of --json. */
void collection_print(const Collection *collection, FILE *stream);

#endif
