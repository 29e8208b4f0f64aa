/* A line fitted by least squares to 344 players of 172 games on the OGS server. On halves that were
 * not fitted to: correlation 0.28, mean error 2.5 ranks, 94% of the ranks within the interval of
 * 90%. */
#include "regress/review/rank/people_rank.h"

const PeopleRankModel PEOPLE_RANK_MODEL = {
    .constant = 22.4699,
    .log_chance = 2.2692,
    .won = 0.4277,
    .deviation = 2.9824,
};
