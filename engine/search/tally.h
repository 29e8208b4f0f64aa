/* What one thread of a search has seen below each move of the root: more than the graph keeps, for
 * reports. Private to engine/search. The thread adds while another one reads: a mutex each, which
 * next to an evaluation costs nothing. */
#ifndef ENGINE_SEARCH_TALLY_H
#define ENGINE_SEARCH_TALLY_H

#include <pthread.h>

#include "engine/search/analysis.h"

/* Sums over evaluations, however many: a float would take no more ones from 2^24 on. */
typedef struct {
    int64_t count;
    double score, score_squares; /* Black's */
} TallyScore;

typedef struct {
    int64_t count;
    double owner[CELL_COUNT_MAX], owner_squares[CELL_COUNT_MAX];
} TallyOwner;

typedef struct {
    pthread_mutex_t mutex;
    TallyScore scores[ANALYSIS_MOVES_MAX]; /* [edge of the root] */
    TallyScore root;                       /* all of them, and of the root itself */
    TallyOwner owner;
    TallyOwner *moves_owner; /* [edge of the root], or NULL */
} Tally;

/* NULL where memory runs out. */
Tally *tally_new(bool moves_owner);
void tally_free(Tally *tally);

/* Adds an evaluation below an edge of the root (-1: of the root itself). owner, by cell, may be
 * NULL. */
void tally_add(Tally *tally, int edge, float score, const float *owner, int cell_count);

/* Adds what the tally has to sums, which is nobody else's. */
void tally_merge(Tally *tally, Tally *sums);

#endif
