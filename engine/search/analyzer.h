/* Puts together what a search has to report. Private to engine/search. */
#ifndef ENGINE_SEARCH_ANALYZE_H
#define ENGINE_SEARCH_ANALYZE_H

#include "engine/search/descent.h"

/* Room for an Analysis, and for the sums of all threads' tallies. */
typedef struct {
    Analysis analysis;
    Tally *sums;
} Analyzer;

/* NULL where memory runs out. */
Analyzer *analyzer_new(bool moves_owner);
void analyzer_free(Analyzer *analyzer);

/* Fills the analyzer's analysis. worker is one that is not on its way; its path is used up. Other
 * threads may go on searching, but the graph must not be cleaned meanwhile. tallies: of count
 * threads. lcb_z as in SearchLimits. */
void analyze(Analyzer *analyzer, Worker *worker, Tally *const *tallies, int count, double lcb_z);

#endif
