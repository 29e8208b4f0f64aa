/* Garbage collection in a search's graph: when it runs, for how long, and how much may stay.
 *
 * Private to engine/search. No thread may use the graph during a collection. */
#ifndef ENGINE_SEARCH_GARBAGE_COLLECTOR_H
#define ENGINE_SEARCH_GARBAGE_COLLECTOR_H

#include "engine/search/search_context.h"

/* Collects garbage before a search if more than half of the graph is in use and the root differs
 * from that of the last search, so that part of the graph is out of reach. A search that is already
 * cancelled leaves the graph alone, unless the root lacks memory for its own moves. */
void garbage_collector_run_for_root(SearchContext *context);

/* Is enough time left until `end`, by clock_seconds(), for a search to gain by a collection? */
bool garbage_collector_has_time(double end);

/* Collects garbage during a search whose graph is full and which goes on until `end`. Returns
 * false, with the graph as it was, if that is too little time. */
bool garbage_collector_run(SearchContext *context, double end);

#endif
