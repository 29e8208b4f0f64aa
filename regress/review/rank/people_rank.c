#include "regress/review/rank/people_rank.h"

#include <math.h>

static const double NORMAL_90 = 1.645; /* deviations on either side that hold 90% */
static const double LOG_CHANCE_MIN = -9;

void people_rank_add(PeopleRankFeatures *features, const RankEvidence *move) {
    if (move->rank_count > 0) {
        const double chance = fmax(move->sums[0], LOG_CHANCE_MIN);
        features->moves++;
        features->log_chance += (chance - features->log_chance) / features->moves;
    }
}

static int clamp_rank(double rank, int rank_count) {
    return (int)fmin(fmax(round(rank), 0), rank_count - 1);
}

bool people_rank_estimate(const PeopleRankFeatures *features, int rank_count,
                          RankEstimate *estimate) {
    const PeopleRankModel *model = &PEOPLE_RANK_MODEL;
    if (features->moves < PEOPLE_RANK_MOVES_MIN) {
        return false;
    }
    const double rank =
        model->constant + model->log_chance * features->log_chance + model->won * features->won;
    const double reach = NORMAL_90 * model->deviation;
    *estimate = (RankEstimate){.rank = clamp_rank(rank, rank_count),
                               .low = clamp_rank(rank - reach, rank_count),
                               .high = clamp_rank(rank + reach, rank_count)};
    return true;
}
