/* An engine, or one on each rank, asked about positions of a line. */
#ifndef REGRESS_REVIEW_ANALYSIS_JOB_H
#define REGRESS_REVIEW_ANALYSIS_JOB_H

#include "engine/cluster/mpi/mpi.h"
#include "regress/review/analysis_engine.h"
#include "regress/review/options.h"

/* What an engine has said, by numbers of positions. */
typedef struct {
    PositionAnalysis *analyses;
    RankEvidence *evidence; /* of the move from the position */
} AnalysisResults;

/* The members to be set before the first call come first. */
typedef struct {
    const AnalyzeOptions *options;
    const char *program; /* the path of this one */
    const GameLine *line;
    int last_move; /* of those under review */
    AnalysisLimits limits;
    const char *error_path; /* as in engine_process_start */
    Interrupt *interrupt;
    void (*progress)(void *context, int done, int total);
    void *context;

    char name[64], version[64]; /* of the engine */
    AnalysisEngine analysis_engine;
    bool is_started; /* the engine runs */
    int next;        /* the position to lead it to next */
} AnalysisJob;

/* Asks about positions first to last, and about the moves from them. */
bool analysis_job_run(AnalysisJob *analysis_job, int first, int last,
                      const AnalysisResults *results, Status *status);

/* The same by all ranks, which call it together. Rank 0 gets the results, and hands out stretches
 * of positions to the others, each of which has an engine. */
bool analysis_job_distribute(Mpi *mpi, AnalysisJob *analysis_job, int first, int last,
                             const AnalysisResults *results, Status *status);

/* Stops the engine. */
void analysis_job_end(AnalysisJob *analysis_job);

#endif
