#include "regress/review/rank.h"

#include <math.h>
#include <stdio.h>

/* By engine/lab/train/rank/people.py: rank = constant + log_chance * features.log_chance + ... */
static const struct {
    double constant, log_chance, won;
    double deviation; /* of people's ranks from the estimate */
} MODEL = {21.167, 1.982, 0.498, 3.030};

static const double REACH = 1.4; /* deviations on either side that hold 90% of people */
static const double LOG_CHANCE_MIN = -5;

enum { DAN = 20, RANKS = 29 }; /* 20 kyu ranks, then 9 dan ranks */

void rank_add_move(RankFeatures *features, double chance) {
    features->moves++;
    features->log_chance +=
        (fmax(log(chance), LOG_CHANCE_MIN) - features->log_chance) / features->moves;
}

static int clamp_rank(double rank) {
    return (int)fmin(fmax(round(rank), 0), RANKS - 1);
}

bool rank_estimate(const RankFeatures *features, RankEstimate *estimate) {
    if (features->moves < RANK_MOVES_MIN) {
        return false;
    }
    const double rank =
        MODEL.constant + MODEL.log_chance * features->log_chance + MODEL.won * features->won;
    const double reach = REACH * MODEL.deviation;
    *estimate =
        (RankEstimate){clamp_rank(rank), clamp_rank(rank - reach), clamp_rank(rank + reach)};
    return true;
}

const char *rank_text(int rank, char text[RANK_TEXT_MAX]) {
    snprintf(text, RANK_TEXT_MAX, "%d%c", rank < DAN ? DAN - rank : rank - DAN + 1,
             rank < DAN ? 'k' : 'd');
    return text;
}
