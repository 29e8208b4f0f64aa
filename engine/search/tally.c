#include "engine/search/tally.h"

#include <stdlib.h>

Tally *tally_new(bool moves_owner) {
    Tally *tally = calloc(1, sizeof *tally);
    if (tally == NULL) {
        return NULL;
    }
    if (moves_owner) {
        tally->moves_owner = calloc(ANALYSIS_MOVES_MAX, sizeof *tally->moves_owner);
        if (tally->moves_owner == NULL) {
            free(tally);
            return NULL;
        }
    }
    pthread_mutex_init(&tally->mutex, NULL);
    return tally;
}

void tally_free(Tally *tally) {
    if (tally != NULL) {
        pthread_mutex_destroy(&tally->mutex);
        free(tally->moves_owner);
        free(tally);
    }
}

static void add_score(TallyScore *sums, const EvalAnswer *answer) {
    sums->count++;
    sums->score += answer->score;
    sums->score_squares += (double)answer->score * answer->score;
    sums->final_score += answer->final_score;
    sums->final_squares += answer->final_square;
    sums->no_result += answer->no_result;
}

static void add_owner(TallyOwner *sums, const float *owner, int cell_count) {
    sums->count++;
    for (int i = 0; i < cell_count; i++) {
        sums->owner[i] += owner[i];
        sums->owner_squares[i] += (double)owner[i] * owner[i];
    }
}

void tally_add(Tally *tally, int edge, const EvalAnswer *answer, bool has_owner, int cell_count) {
    pthread_mutex_lock(&tally->mutex);
    add_score(&tally->root, answer);
    if (edge >= 0) {
        add_score(&tally->scores[edge], answer);
    }
    if (has_owner) {
        add_owner(&tally->owner, answer->owner, cell_count);
        if (edge >= 0 && tally->moves_owner != NULL) {
            add_owner(&tally->moves_owner[edge], answer->owner, cell_count);
        }
    }
    pthread_mutex_unlock(&tally->mutex);
}

static void merge_score(const TallyScore *from, TallyScore *sums) {
    sums->count += from->count;
    sums->score += from->score;
    sums->score_squares += from->score_squares;
    sums->final_score += from->final_score;
    sums->final_squares += from->final_squares;
    sums->no_result += from->no_result;
}

static void merge_owner(const TallyOwner *from, TallyOwner *sums) {
    sums->count += from->count;
    for (int i = 0; i < CELL_COUNT_MAX; i++) {
        sums->owner[i] += from->owner[i];
        sums->owner_squares[i] += from->owner_squares[i];
    }
}

void tally_merge(Tally *tally, Tally *sums) {
    pthread_mutex_lock(&tally->mutex);
    merge_score(&tally->root, &sums->root);
    merge_owner(&tally->owner, &sums->owner);
    for (int i = 0; i < ANALYSIS_MOVES_MAX; i++) {
        merge_score(&tally->scores[i], &sums->scores[i]);
        if (tally->moves_owner != NULL && sums->moves_owner != NULL &&
            tally->moves_owner[i].count > 0) {
            merge_owner(&tally->moves_owner[i], &sums->moves_owner[i]);
        }
    }
    pthread_mutex_unlock(&tally->mutex);
}
