/* An engine that speaks KataGo's JSON analysis protocol (`katago analysis ...`), asked about all
 * positions of a game at once: it works on several at a time.
 *
 * One thread at a time. */
#ifndef REGRESS_REVIEW_PARALLEL_H
#define REGRESS_REVIEW_PARALLEL_H

#include "regress/review/analysis_engine.h"

/* Does the command line start such an engine: is its second word "analysis"? */
bool parallel_is_meant(const char *command);

/* What to ask, and where the answers go. */
typedef struct {
    const GameLine *line;
    int first, last; /* positions */
    AnalysisLimits limits;
    PositionAnalysis *analyses; /* [position] */
    char *name, *version;       /* of the engine, 64 bytes each */
    void (*progress)(void *context, int done, int total);
    void *context;
} ParallelReview;

/* Starts an engine, which does not run yet, asks it and stops it. */
bool parallel_run(const ParallelReview *review, const EngineClient *client, Status *status);

#endif
