/* What one thread of a search has seen below each move of the root: more than the graph keeps, for
 * reports.
 *
 * Private to engine/search. One thread adds to a Tally while another one reads it, under a mutex
 * that costs nothing next to an evaluation. */
#ifndef ENGINE_SEARCH_TALLY_H
#define ENGINE_SEARCH_TALLY_H

#include <pthread.h>

#include "engine/eval/evaluator.h"
#include "engine/search/analysis.h"

/* Sums over evaluations; doubles, since a float stops counting at 2^24. */
typedef struct {
    int64_t count;
    double score, score_squares; /* Black's */
    double final_score, final_squares, no_result;
} TallyScore;

typedef struct {
    int64_t count;
    double owner[CELL_COUNT_MAX], owner_squares[CELL_COUNT_MAX];
} TallyOwner;

typedef struct {
    pthread_mutex_t mutex;
    TallyScore scores[ANALYSIS_MOVES_MAX]; /* [edge of the root] */
    TallyScore root;                       /* all of them, and the root's own evaluations */
    TallyOwner owner;
    TallyOwner *moves_owner; /* [edge of the root], or NULL */
} Tally;

/* Returns NULL if out of memory. */
Tally *tally_new(bool moves_owner);
void tally_free(Tally *tally);

/* Adds an evaluation below an edge of the root (-1: of the root itself), with its ownership if
 * has_owner is set. */
void tally_add(Tally *tally, int edge, const EvalAnswer *answer, bool has_owner, int cell_count);

/* Adds the tally to sums, which no other thread may use meanwhile. */
void tally_merge(Tally *tally, Tally *sums);

#endif
