/* Sums over the evaluations of one thread below each move of the root, for reports: more than the
 * graph keeps.
 *
 * Private to engine/search. One thread adds to RootStatistics while another reads them, under a
 * mutex, whose time is negligible beside that of an evaluation. */
#ifndef ENGINE_SEARCH_ROOT_STATISTICS_H
#define ENGINE_SEARCH_ROOT_STATISTICS_H

#include <pthread.h>

#include "engine/eval/evaluator.h"
#include "engine/search/analysis.h"

/* Sums over evaluations, all of them doubles, since a float stops counting at 2^24. */
typedef struct {
    double count, score, score_squares; /* Black's */
    double final_score, final_squares, no_result;
} ScoreStatistics;

typedef struct {
    double count, ownership[CELL_COUNT_MAX], ownership_squares[CELL_COUNT_MAX];
} OwnershipStatistics;

typedef struct {
    pthread_mutex_t mutex;
    ScoreStatistics scores[ANALYSIS_MOVES_MAX]; /* [edge of the root] */
    ScoreStatistics root;                       /* all of them, and the root's own evaluations */
    OwnershipStatistics ownership;
    OwnershipStatistics *moves_ownership; /* [edge of the root], or NULL */
} RootStatistics;

/* Returns NULL if out of memory. */
RootStatistics *root_statistics_new(bool moves_ownership);
void root_statistics_free(RootStatistics *statistics);

/* Adds an evaluation below an edge of the root (-1: of the root itself), with its ownership if
 * has_ownership is set. */
void root_statistics_add(RootStatistics *statistics, int edge, const EvalAnswer *answer,
                         bool has_ownership, int cell_count);

/* Adds the statistics to sums, which belong to the calling thread and have moves_ownership if the
 * statistics have. */
void root_statistics_merge(RootStatistics *statistics, RootStatistics *sums);

#endif
