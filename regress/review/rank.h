/* Estimates a person's rank from one game on 19x19, by how likely the engine's policy took the
 * moves to be, and by who won. A line that was fitted to games of people whose ranks are known
 * (engine/lab/train/rank/people.py). One game says little, and the interval shows it. Pure
 * functions. */
#ifndef REGRESS_REVIEW_RANK_H
#define REGRESS_REVIEW_RANK_H

#include <stdbool.h>

enum {
    /* The moves that count, from 0: the first ones are known by heart, and the weight of those in
     * the endgame depends on the game. */
    RANK_FIRST_MOVE = 20,
    RANK_END_MOVE = 150,
    RANK_MOVES_MIN = 20, /* of them, by the player */
    RANK_TEXT_MAX = 16
};

/* Of one player in one game. */
typedef struct {
    int moves;         /* that counted */
    double log_chance; /* the mean logarithm of their chances */
    int won;           /* 1: won, -1: lost, 0: neither or unknown */
} RankFeatures;

/* Ranks by their numbers, 0 for 20k. The interval holds 90%. */
typedef struct {
    int rank, low, high;
} RankEstimate;

/* Adds a move of this chance, 0 if the engine did not consider it. */
void rank_add_move(RankFeatures *features, double chance);

/* Returns false if fewer than RANK_MOVES_MIN moves counted. */
bool rank_estimate(const RankFeatures *features, RankEstimate *estimate);

/* "5k"; returns text. */
const char *rank_text(int rank, char text[RANK_TEXT_MAX]);

#endif
