/* Estimates a person's rank from one game on 19x19: a linear model, fitted to games of people whose
 * ranks are known. One game says little, and the interval shows
 * it. Pure functions. */
#ifndef REGRESS_REVIEW_RANK_PEOPLE_RANK_H
#define REGRESS_REVIEW_RANK_PEOPLE_RANK_H

#include "regress/review/rank/rank_estimate.h"

/* Numbers of ranks are those of RankEvidence, 0 for the weakest. */
typedef struct {
    double constant, log_chance, won; /* rank = constant + log_chance * features.log_chance + ... */
    double deviation;                 /* of people's ranks from the estimate, in ranks */
} PeopleRankModel;

extern const PeopleRankModel PEOPLE_RANK_MODEL;

enum {
    /* The moves that count, from 0: the first ones are known by heart, and the weight of those in
     * the endgame depends on the game. */
    PEOPLE_RANK_FIRST_MOVE = 20,
    PEOPLE_RANK_END_MOVE = 150,
    PEOPLE_RANK_MOVES_MIN = 20 /* of them, by the player */
};

/* Of one player in one game. */
typedef struct {
    int moves;         /* that counted */
    double log_chance; /* mean logarithm of their chances if the weakest rank had played them */
    int won;           /* 1: won, -1: lost, 0: neither or unknown */
} PeopleRankFeatures;

/* Adds a move to log_chance and moves. */
void people_rank_add(PeopleRankFeatures *features, const RankEvidence *move);

/* Returns false if fewer than PEOPLE_RANK_MOVES_MIN moves counted. */
bool people_rank_estimate(const PeopleRankFeatures *features, int rank_count,
                          RankEstimate *estimate);

#endif
