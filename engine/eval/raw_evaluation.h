/* An evaluator's answer about a position without a search. Any thread may call. */
#ifndef ENGINE_EVAL_RAW_EVALUATION_H
#define ENGINE_EVAL_RAW_EVALUATION_H

#include "engine/eval/network.h"

/* Playout games that are averaged for one evaluation. */
enum { RAW_EVALUATION_PLAYOUTS = 256 };

typedef struct {
    double win;               /* Black's chance to win, 0..1, with half of no_result */
    double no_result;         /* the chance, 0..1, that the game has no result */
    double lead;              /* points of komi that would make the game even, for Black */
    double score_mean;        /* mean of Black's points less White's, komi included */
    double score_mean_square; /* mean of the squares of those */
    double variance_time, winloss_error, score_error; /* as in KataGo; -1: not known */
    double policy[POINT_COUNT];       /* [point, or POINT_PASS]: 0..1, sums to 1; -1: illegal */
    double ownership[CELL_COUNT_MAX]; /* [cell]: 1 Black's, -1 White's */
} RawEvaluation;

/* Evaluates the game's present position. The evaluator sees it turned by the symmetry; the answer
 * is turned back. Returns false with a message if out of memory, if the network's answer is not
 * finite, or if it is a human-play network and the request has no profile. */
bool raw_evaluation_by_network(Network *network, const NetworkRequest *request, RawEvaluation *raw,
                               Status *status);

/* Translates a network's answer about the game's present position, with color to move. */
void raw_evaluation_take(const Game *game, Color color, const NetAnswer *answer,
                         RawEvaluation *raw);

typedef struct {
    const Game *game; /* in its present position */
    Color color;      /* to move */
    Symmetry symmetry;
    uint64_t seed; /* of the playout games */
} PlayoutsRequest;

/* Evaluates by playout games. */
bool raw_evaluation_by_playouts(const Evaluator *evaluator, const PlayoutsRequest *playouts,
                                RawEvaluation *raw, Status *status);

#endif
