/* Assembles the reports of a search. Private to engine/search. An Analyzer belongs to one thread;
 * others may search while it works. */
#ifndef ENGINE_SEARCH_ANALYZER_H
#define ENGINE_SEARCH_ANALYZER_H

#include "engine/search/search_context.h"

typedef struct {
    Analysis analysis;
    RootStatistics *sums; /* of all threads' statistics */
} Analyzer;

/* Returns NULL if out of memory. */
Analyzer *analyzer_new(bool moves_ownership);
void analyzer_free(Analyzer *analyzer);

/* Fills the analyzer's analysis. statistics are those of all threads. Overwrites the path of the
 * thread, which must be idle. No garbage may be collected meanwhile. */
void analyzer_run(Analyzer *analyzer, SearchThread *thread, RootStatistics *const *statistics);

#endif
