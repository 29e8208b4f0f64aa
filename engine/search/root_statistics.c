#include "engine/search/search_context.h"

#include <stdlib.h>

RootStatistics *root_statistics_new(bool moves_ownership) {
    RootStatistics *statistics = calloc(1, sizeof *statistics);
    OwnershipStatistics *moves = moves_ownership ? calloc(ANALYSIS_MOVES_MAX, sizeof *moves) : NULL;
    if (statistics == NULL || (moves_ownership && moves == NULL)) {
        free(statistics);
        free(moves);
        return NULL;
    }
    statistics->moves_ownership = moves;
    pthread_mutex_init(&statistics->mutex, NULL);
    return statistics;
}

void root_statistics_free(RootStatistics *statistics) {
    if (statistics != NULL) {
        pthread_mutex_destroy(&statistics->mutex);
        free(statistics->moves_ownership);
        free(statistics);
    }
}

static void add_score(ScoreStatistics *sums, const EvalAnswer *answer) {
    sums->count++;
    sums->score += answer->lead;
    sums->score_squares += (double)answer->lead * answer->lead;
    sums->final_score += answer->score_mean;
    sums->final_squares += answer->score_mean_square;
    sums->no_result += answer->no_result;
}

static void add_ownership(OwnershipStatistics *sums, const float *ownership, int cell_count) {
    sums->count++;
    for (int i = 0; i < cell_count; i++) {
        sums->ownership[i] += ownership[i];
        sums->ownership_squares[i] += (double)ownership[i] * ownership[i];
    }
}

void root_statistics_add(RootStatistics *statistics, int edge, const EvalAnswer *answer,
                         bool has_ownership, int cell_count) {
    pthread_mutex_lock(&statistics->mutex);
    add_score(&statistics->root, answer);
    if (edge >= 0) {
        add_score(&statistics->scores[edge], answer);
    }
    if (has_ownership) {
        add_ownership(&statistics->ownership, answer->ownership, cell_count);
        if (edge >= 0 && statistics->moves_ownership != NULL) {
            add_ownership(&statistics->moves_ownership[edge], answer->ownership, cell_count);
        }
    }
    pthread_mutex_unlock(&statistics->mutex);
}

/* Adds structs or arrays of doubles. */
static void add_all(const void *from, size_t bytes, void *sums) {
    for (size_t i = 0; i < bytes / sizeof(double); i++) {
        ((double *)sums)[i] += ((const double *)from)[i];
    }
}

void root_statistics_merge(RootStatistics *statistics, RootStatistics *sums) {
    const OwnershipStatistics *moves = statistics->moves_ownership;
    pthread_mutex_lock(&statistics->mutex);
    add_all(&statistics->root, sizeof sums->root, &sums->root);
    add_all(statistics->scores, sizeof sums->scores, sums->scores);
    add_all(&statistics->ownership, sizeof sums->ownership, &sums->ownership);
    for (int i = 0; moves != NULL && i < ANALYSIS_MOVES_MAX; i++) {
        if (moves[i].count > 0) { /* nearly all of them have none */
            add_all(&moves[i], sizeof *moves, &sums->moves_ownership[i]);
        }
    }
    pthread_mutex_unlock(&statistics->mutex);
}
