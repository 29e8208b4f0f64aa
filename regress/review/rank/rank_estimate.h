/* Estimates a player's rank by the chance that each rank would have played the same moves
 * (dihedra-rank-odds). Ranks are those that the engine names, from weak to strong, all equally
 * likely at first. Chances are multiplied from move to move as if moves were independent given the
 * rank. Pure functions. */
#ifndef REGRESS_REVIEW_RANK_RANK_ESTIMATE_H
#define REGRESS_REVIEW_RANK_RANK_ESTIMATE_H

#include "engine/base/status.h"
#include "engine/base/text.h"

enum { RANK_ESTIMATE_RANKS_MAX = 64, RANK_ESTIMATE_NAME_MAX = 8 };

/* Of one player. */
typedef struct {
    int rank_count; /* 0: nothing is known */
    char names[RANK_ESTIMATE_RANKS_MAX][RANK_ESTIMATE_NAME_MAX];
    double sums[RANK_ESTIMATE_RANKS_MAX]; /* of the logarithms of the moves' chances */
    int moves;                            /* with evidence */
} RankEvidence;

/* Adds the evidence of a move: a line for each rank, "5k -2.31"; "" has none. Fails, and changes
 * nothing, if the answer is malformed or has other ranks than those before. */
bool rank_evidence_add(RankEvidence *evidence, const char *answer, Status *status);

/* Adds the evidence of other moves of the same player, about the same ranks. */
void rank_evidence_join(RankEvidence *evidence, const RankEvidence *other);

enum { RANK_ESTIMATE_MOVES_MIN = 10 };

/* Ranks by their numbers. */
typedef struct {
    int rank;      /* the middle one: as likely to be too high as too low */
    int low, high; /* the interval that holds the rank with 90% */
} RankEstimate;

/* Returns false if fewer than RANK_ESTIMATE_MOVES_MIN moves have evidence. */
bool rank_estimate(const RankEvidence *evidence, RankEstimate *estimate);

/* Adds "5k (90%: 8k to 3k)", or "5k (90%: 5k)". */
void rank_estimate_describe(const RankEvidence *evidence, const RankEstimate *estimate, Text *text);

#endif
