/* What a network says about a position, from the numbers that its layers give. Keeps no state. */
#ifndef ENGINE_EVAL_NET_ANSWER_H
#define ENGINE_EVAL_NET_ANSWER_H

#include "engine/base/rng.h"
#include "engine/eval/net/features.h"
#include "engine/eval/net/model.h"

/* What the heads give for the image that Features describes, cells in its order. */
typedef struct {
    float policy[CELL_COUNT_MAX];
    float pass;
    float value[3];                 /* win, loss, no result */
    float scores[MODEL_SCORES_MAX]; /* mean, deviation, lead, variance time, two errors */
    float ownership[CELL_COUNT_MAX];
} RawAnswer;

/* All from the side of the mover; cells and moves of the board itself, whatever image was asked. */
typedef struct {
    double win, loss, no_result;
    double score_mean, score_square;                  /* points, and their square's expectation */
    double lead;                                      /* points of komi that would make it even */
    double variance_time, winloss_error, score_error; /* -1 where the model says nothing of it */
    float policy[CELL_COUNT_MAX];                     /* [cell]; 0 where the move is illegal */
    float pass;                                       /* policy and pass sum to 1 */
    float ownership[CELL_COUNT_MAX];                  /* [cell], 1: the mover's, -1: the other's */
} NetAnswer;

/* False where the numbers are not finite: a network with absurd weights. */
bool answer_finish(const Model *model, const Features *features, const RawAnswer *raw,
                   NetAnswer *answer);

/* A move drawn by the policy for the present position of a game, of those that are still legal; a
 * pass where the draw misses them. */
Point answer_draw_move(const NetAnswer *answer, const Game *game, Rng *rng);

#endif
