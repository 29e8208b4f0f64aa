/* The engine as a player: how long to think, when to pass, when to resign. GTP and self-play both
 * play through it. */
#ifndef ENGINE_SEARCH_PLAYER_H
#define ENGINE_SEARCH_PLAYER_H

#include "engine/search/time.h"
#include "engine/search/uct.h"

typedef struct {
    double move_seconds; /* where no clock rules; 0: 5, or no limit where visits has one */
    int64_t visits;      /* of the root a move; 0: as many as time allows */
    int64_t threads;
    int64_t memory_mb;   /* for the search graph */
    uint64_t seed;       /* of the whole game; each move draws its own from it */
    double resign_below; /* win rate; 0 never resigns */
    bool symmetric;      /* the search takes images of a position for one */
    bool play_out;       /* passes only when the board is settled: dead stones taken, dame filled */
    double lag;          /* seconds kept back for the way to the clock */
} PlayerOptions;

/* What parameter.h documents: 5 seconds a move, one thread, a quarter of a gigabyte. */
PlayerOptions player_default_options(void);

typedef struct {
    Point move;    /* POINT_PASS and POINT_RESIGN too */
    bool searched; /* false where the answer needed no search */
    UctResult search;
} PlayerMove;

/* Chooses a move for color in the game's present position; does not play it. clock may be NULL.
 * The move is always legal by the game's rules. */
bool player_choose(const PlayerOptions *options, const GameClock *clock, const Game *game,
                   Color color, PlayerMove *answer, Status *status);

/* Chooses among the allowed moves (allowed[point]) by the search alone, without a clock and without
 * resigning; passes only where none of them is legal. */
bool player_choose_among(const PlayerOptions *options, const Game *game, Color color,
                         const bool *allowed, PlayerMove *answer, Status *status);

/* Work for the friendly scale of playing strength 1..10: visits a move. */
int64_t player_level_visits(int level);

#endif
