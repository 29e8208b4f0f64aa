/* Samples a move from a search's visits and from a human policy. The method and the parameters are
 * KataGo's (cpp/search/searchresults.cpp and searchhelpers.cpp; its names in brackets):
 *
 *     1. Weights below `prune` count as 0, the others lose `subtract`; both are limited to 1/64 of
 *        the greatest weight.
 *     2. The share `human_share` of the weights is replaced by the human policy, each move of which
 *        is multiplied by exp(-utility lost / human_lambda) (A. Jacob et al., "Modeling strong and
 *        human-like gameplay with KL-regularized search", 2022). If human_ignores_pass is set, the
 *        pass keeps its own share of the weights.
 *     3. Shares of less than `least` times the greatest become 0 (not in KataGo).
 *     4. Shares below `below`, or all if none is above it, are damped: with c = `below`, or the
 *        greatest share if that is less, the share p becomes c (p / c)^(1 / temperature).
 *
 * Pure functions, apart from the Rng passed. */
#ifndef ENGINE_SEARCH_SAMPLING_H
#define ENGINE_SEARCH_SAMPLING_H

#include <stdbool.h>

#include "engine/base/rng.h"
#include "engine/go/board/point.h"

typedef struct {
    double temperature;       /* [chosenMoveTemperature] late in the game */
    double temperature_early; /* [...Early] at its beginning */
    double halflife;          /* [...Halflife] moves that halve the difference, on 19x19 */
    double below;             /* [...OnlyBelowProb] */
    double subtract, prune;   /* [chosenMoveSubtract, chosenMovePrune] visits */
    double human_share;       /* [humanSLChosenMoveProp] 0..1 */
    double human_lambda;      /* [humanSLChosenMovePiklLambda] in utility: 2 is a win for a loss */
    bool human_ignores_pass;  /* [humanSLChosenMoveIgnorePass] */
    double own_share; /* 0..1: human_share of the evaluator's own policy, if there is no human
                         one */
    double least;     /* 0..1 */
    bool move_filter; /* excludes filled eyes and needless self-atari, and passes if the
                         policy is sure or no other move is left (choose.c) */
} SamplingParameters;

typedef struct {
    Point move;     /* or POINT_PASS */
    double weight;  /* visits, or another measure of the chance; 0 or more */
    double human;   /* the human policy; 0 or more */
    double utility; /* -1 a loss to 1 a win; NAN: not known, counts as the mean */
} SamplingMove;

/* Returns the temperature after move_count moves on a board of that many points. Smaller boards
 * have shorter beginnings. */
double sampling_temperature(const SamplingParameters *parameters, int move_count, int points);

/* Makes the weights, not all of them 0, chances that sum to 1. with_human: takes step 2, in which
 * the human policy may be 0 for all moves. At temperature 0 shares that would be damped become 0
 * unless they are the greatest. */
void sampling_find_chances(const SamplingParameters *parameters, double temperature,
                           bool with_human, SamplingMove *moves, int count);

/* Samples a move by the weights, which need not sum to 1. Returns its index. */
int sampling_choose_index(const SamplingMove *moves, int count, Rng *rng);

#endif
