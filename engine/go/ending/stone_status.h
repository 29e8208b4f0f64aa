/* Which stones are alive, dead or in seki: by Benson's algorithm if it decides, otherwise by games
 * and, in doubt, by the caller's source, by reading and by the caller's proofs. Pure functions. */
#ifndef ENGINE_GO_ENDING_STONE_STATUS_H
#define ENGINE_GO_ENDING_STONE_STATUS_H

#include "engine/base/deadline.h"
#include "engine/go/board/board.h"
#include "engine/go/board/game.h"
#include "engine/go/board/score.h"
#include "engine/go/reading/reading.h"

/* Predicts ownership better than games do: a network. It is called only if games leave a doubt. Its
 * answer depends on the stones and the suicide rule alone. */
typedef struct {
    /* Sets owner[point of the board] to -1 (White's) .. 1 (Black's). Returns false if the deadline
     * (NULL: none) comes first. */
    bool (*find)(const void *context, const Game *game, const Deadline *deadline, float *owner);
    const void *context;
} OwnershipSource;

static const OwnershipSource OWNERSHIP_UNKNOWN = {0};

/* Sets status[point] to a StoneStatus for each point in use: the same for all stones of a chain,
 * STATUS_NONE for empty points. Each chain in seki shares a liberty with an opposing chain in seki.
 * prover: called for chains that may be in seki, unless it is NULL. by_random_games gets the mean
 * owner in random games unless it is NULL. Returns false, with undefined results, if the deadline
 * (NULL: none) comes first. */
bool stone_status_find(const Game *game, OwnershipSource source, ChainProver *prover,
                       const Deadline *deadline, uint8_t status[POINT_COUNT],
                       float *by_random_games);

/* ---- Who owns which point at the end, as the mean of many games ---- */

/* The seed for judging whether the game is over: every judgement plays the same games. */
static const uint64_t ESTIMATE_SEED = 0x6F776E6572736869;

/* Random games show sekis. Games by the playouts' policy show who lives if both sides answer. */
typedef enum { ESTIMATE_BY_RANDOM_GAMES, ESTIMATE_BY_POLICY } EstimateMethod;

typedef struct {
    EstimateMethod method;
    Color first; /* begins each game; EMPTY: the sides by turns */
    int count;
    uint64_t seed;
} EstimateGames;

/* Sets owner[point of the board] to -1 (White's in every game) .. 1 (Black's). Returns false and
 * sets nothing if the deadline (NULL: none) comes before the last game has begun. */
bool estimate_owners(const Board *board, const EstimateGames *games, const Deadline *deadline,
                     float *owner);

#endif
