/* What an evaluator says of a position by itself, without a search: for comparison with other
 * programs and for tests. Pure function of its arguments: any thread. */
#ifndef ENGINE_EVAL_RAW_H
#define ENGINE_EVAL_RAW_H

#include "engine/eval/network.h"

enum { RAW_PLAYOUTS = 256 }; /* averaged where an answer is that of a playout */

typedef struct {
    double win;                  /* Black's chance to win, 0..1 */
    double no_result;            /* the chance of a game without one, half of it in win */
    double lead;                 /* points of komi that would make it even, for Black */
    double score, score_squares; /* Black's points less White's, komi included; of their squares */
    double variance_time, winloss_error, score_error; /* as KataGo's; -1: not known */
    double policy[POINT_COUNT];   /* [point, POINT_PASS too]: 0..1, sums to 1; -1: not legal */
    double owner[CELL_COUNT_MAX]; /* [cell]: 1 Black's, -1 White's */
} RawEvaluation;

/* Asks about the game's present position with color to move, turned by the symmetry, and turns the
 * answer back: playouts, which draw from the seed, or a network. False with a message where there
 * is no memory, or the network's answer is not finite. */
bool raw_ask_network(Network *network, const Game *game, Color color, Symmetry g,
                     RawEvaluation *raw, Status *status);
bool raw_ask_playouts(const Evaluator *evaluator, const Game *game, Color color, Symmetry g,
                      uint64_t seed, RawEvaluation *raw, Status *status);

#endif
