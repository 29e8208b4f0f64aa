/* Room in a search's graph: when the graph is cleaned, for how long, and how much may stay.
 *
 * Private to engine/search. A Room belongs to the thread of its Search; no thread of the search may
 * use the graph while room is made. */
#ifndef ENGINE_SEARCH_ROOM_H
#define ENGINE_SEARCH_ROOM_H

#include "engine/search/descent.h"

typedef struct {
    HashKey root; /* of the last search that asked for room */
} Room;

/* Cleans the graph before a search if more than half of it is in use and the root is not that of
 * the last search, since part of the graph can then no longer be reached. A search that is already
 * cancelled leaves the graph alone. Whatever else holds, the root gets room for its own moves. */
void room_make_for_root(Room *room, SearchContext *context);

/* Makes room in the midst of a search whose graph is full. Returns false, with the graph as it was,
 * if so little time is left that what could be added is not worth what would go. */
bool room_make(SearchContext *context);

#endif
