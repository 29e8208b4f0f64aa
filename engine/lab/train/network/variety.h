/* The variety of a corpus' games: rules, komi, handicap, openings, how strong each side is, and how
 * moves are sampled from a network's policy. All randomness comes from the Rng passed. */
#ifndef ENGINE_LAB_TRAIN_NETWORK_VARIETY_H
#define ENGINE_LAB_TRAIN_NETWORK_VARIETY_H

#include "engine/base/rng.h"
#include "engine/eval/net/answer.h"

/* How a side chooses its moves. */
typedef struct {
    double temperature; /* a move's weight is its policy to the power of 1 / temperature */
    double odd_share;   /* of moves that are sampled otherwise, 0..1 */
} MoveStyle;

/* How a game is played. */
typedef struct {
    MoveStyle moves[2];    /* [color] */
    double komi_share;     /* of moves before which the komi is set about even */
    bool is_even;          /* the komi is set to even before the first evaluated move is played */
    double komi_deviation; /* of the noise added when it is set, in points */
} GameStyle;

/* Starts a game on the game's board size: rules, komi, handicap, and some legal moves at random. An
 * uneven one begins with stones of one color alone: set up, played in a row, or as a handicap. The
 * game must not be in use. Returns false with a message if out of memory. */
bool variety_start_game(Rng *rng, Game *game, bool is_uneven, GameStyle *style, Status *status);

/* Samples the next move from an answer about the game's present position. */
Point variety_sample_move(Rng *rng, const GameStyle *style, const Game *game,
                          const NetAnswer *answer);

/* A komi that makes the game about even if Black leads by this many points with the present one. */
double variety_sample_komi(Rng *rng, const GameStyle *style, double komi, double black_lead);

/* Samples the size of the boards that are not of the usual sizes: squares and some rectangles. */
void variety_sample_size(Rng *rng, int *width, int *height);

#endif
