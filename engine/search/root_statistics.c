#include "engine/search/root_statistics.h"

#include <stdlib.h>

RootStatistics *root_statistics_new(bool moves_ownership) {
    RootStatistics *statistics = calloc(1, sizeof *statistics);
    if (statistics == NULL) {
        return NULL;
    }
    if (moves_ownership) {
        statistics->moves_ownership =
            calloc(ANALYSIS_MOVES_MAX, sizeof *statistics->moves_ownership);
        if (statistics->moves_ownership == NULL) {
            free(statistics);
            return NULL;
        }
    }
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
    sums->score += answer->score;
    sums->score_squares += (double)answer->score * answer->score;
    sums->final_score += answer->final_score;
    sums->final_squares += answer->final_square;
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

static void merge_score(const ScoreStatistics *from, ScoreStatistics *sums) {
    sums->count += from->count;
    sums->score += from->score;
    sums->score_squares += from->score_squares;
    sums->final_score += from->final_score;
    sums->final_squares += from->final_squares;
    sums->no_result += from->no_result;
}

static void merge_ownership(const OwnershipStatistics *from, OwnershipStatistics *sums) {
    sums->count += from->count;
    for (int i = 0; i < CELL_COUNT_MAX; i++) {
        sums->ownership[i] += from->ownership[i];
        sums->ownership_squares[i] += from->ownership_squares[i];
    }
}

void root_statistics_merge(RootStatistics *statistics, RootStatistics *sums) {
    pthread_mutex_lock(&statistics->mutex);
    merge_score(&statistics->root, &sums->root);
    merge_ownership(&statistics->ownership, &sums->ownership);
    for (int i = 0; i < ANALYSIS_MOVES_MAX; i++) {
        merge_score(&statistics->scores[i], &sums->scores[i]);
        if (statistics->moves_ownership != NULL && sums->moves_ownership != NULL &&
            statistics->moves_ownership[i].count > 0) {
            merge_ownership(&statistics->moves_ownership[i], &sums->moves_ownership[i]);
        }
    }
    pthread_mutex_unlock(&statistics->mutex);
}
