/* A network's answer about a position, computed from the values of its last layers. Keeps no state.
 */
#ifndef ENGINE_EVAL_NET_ANSWER_H
#define ENGINE_EVAL_NET_ANSWER_H

#include <stddef.h>

#include "engine/base/rng.h"
#include "engine/eval/net/input/features.h"
#include "engine/eval/net/model/model.h"

/* The policies of a network. The optimistic one prefers moves that turn out better than expected
 * (KataGo, docs/KataGoMethods.md, "Optimistic Policy"); networks have it from version 12 on. */
typedef enum { POLICY_ORDINARY, POLICY_OPTIMISTIC, POLICY_COUNT } Policy;

/* How many of them a network has. */
static inline int answer_policies(const Model *model) {
    return model->policy.channels < POLICY_COUNT ? 1 : POLICY_COUNT;
}

/* The values of the heads; cells are those of the image that was evaluated. Only the policies that
 * the network has are set. */
typedef struct {
    float policy[POLICY_COUNT][CELL_COUNT_MAX];
    float pass[POLICY_COUNT];
    float value[3];                 /* win, loss, no result */
    float scores[MODEL_SCORES_MAX]; /* mean, deviation, lead, variance time, two errors */
    float ownership[CELL_COUNT_MAX];
} RawAnswer;

/* The answer, as seen by the side to move. Cells are those of the board itself, whichever image was
 * evaluated. */
typedef struct {
    double win, loss, no_result;
    double score_mean, score_mean_square; /* expected points and square of points */
    double lead;                          /* points of komi that would make the game even */
    double variance_time, winloss_error, score_error; /* -1 if the model does not say */
    float pass;                                       /* policy and pass sum to 1 */
    bool is_finite; /* false: the network's weights are absurd, and nothing else here has meaning */
    float policy[CELL_COUNT_MAX];    /* [cell]; 0 if the move is illegal */
    float ownership[CELL_COUNT_MAX]; /* [cell]; 1: the mover's, -1: the opponent's */
} NetAnswer;

/* Bytes of an answer before its policy. */
enum { NET_ANSWER_VALUES = offsetof(NetAnswer, policy) };

/* Computes the answer. optimism is the share of the optimistic policy, 0..1; it has no effect on
 * networks without one and on human-play networks. Returns answer->is_finite. */
bool answer_finish(const Model *model, const Features *features, const RawAnswer *raw,
                   double optimism, NetAnswer *answer);

/* Samples a move by the policy for the present position of a game; instead of an illegal one, the
 * next legal one in the order of cells, or a pass. */
Point answer_sample_move(const NetAnswer *answer, const Game *game, Rng *rng);

#endif
