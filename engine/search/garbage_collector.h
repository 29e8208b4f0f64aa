/* Garbage collection in a search's graph: when it runs, for how long, and how much may stay.
 *
 * Private to engine/search. A GarbageCollector belongs to the thread of its Search; no thread
 * of the search may use the graph during a collection. */
#ifndef ENGINE_SEARCH_GARBAGE_COLLECTOR_H
#define ENGINE_SEARCH_GARBAGE_COLLECTOR_H

#include "engine/search/search_context.h"

typedef struct {
    HashKey root; /* of the last search that a collection was wanted for */
} GarbageCollector;

/* Collects garbage before a search if more than half of it is in use and the root is not that of
 * the last search, since part of the graph can then no longer be reached. A search that is already
 * cancelled leaves the graph alone. In any case the root gets memory for its own moves. */
void garbage_collector_run_for_root(GarbageCollector *collector, SearchContext *context);

/* Collects garbage in the midst of a search whose graph is full. Returns false, with the graph as
 * it was, if so little time is left that what could be added is not worth what would go. */
bool garbage_collector_run(SearchContext *context);

#endif
