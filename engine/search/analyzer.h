/* Puts the reports of a search together.
 *
 * Private to engine/search. An Analyzer belongs to one thread; others may go on searching while it
 * works. */
#ifndef ENGINE_SEARCH_ANALYZER_H
#define ENGINE_SEARCH_ANALYZER_H

#include "engine/search/search_context.h"

/* Room for an Analysis and for the sums over all threads' statistics. */
typedef struct {
    Analysis analysis;
    RootStatistics *sums;
} Analyzer;

/* Returns NULL if out of memory. */
Analyzer *analyzer_new(bool moves_ownership);
void analyzer_free(Analyzer *analyzer);

/* Fills the analyzer's analysis. The thread must be idle; its path is used up. No garbage may be
 * collected meanwhile. statistics are those of all threads. */
void analyzer_run(Analyzer *analyzer, SearchThread *thread, RootStatistics *const *statistics);

#endif
