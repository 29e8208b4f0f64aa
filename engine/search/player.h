/* The engine as a player: how long to think, when to pass, when to resign. GTP and self-play both
 * play through it. A Player remembers what it found from move to move; it belongs to one thread. */
#ifndef ENGINE_SEARCH_PLAYER_H
#define ENGINE_SEARCH_PLAYER_H

#include "engine/eval/playouts.h"
#include "engine/search/search.h"
#include "engine/search/time.h"

typedef struct {
    double move_seconds; /* where no clock rules; 0: 5, or no limit where visits has one */
    int64_t visits;      /* of the root a move, kept ones included; 0: as many as time allows */
    int64_t threads;
    int64_t memory_mb;   /* for the search graph */
    uint64_t seed;       /* of the whole game; each move draws its own from it */
    double resign_below; /* win rate; 0 never resigns */
    bool symmetric;      /* the search takes images of a position for one */
    bool keep;           /* what was found stays for the next move */
    bool early_stop;     /* no more thinking once the choice cannot change */
    bool ponder;         /* thinks on while the opponent does */
    bool play_out;       /* passes only when the board is settled: dead stones taken, dame filled */
    double lag;          /* seconds kept back for the way to the clock */
    double lcb_z;        /* see SearchLimits */
    SelectParameters select;
    PolicyRates rates; /* of the playouts */
} PlayerOptions;

/* What parameter.h documents: 5 seconds a move, one thread, a quarter of a gigabyte. */
PlayerOptions player_default_options(void);

typedef struct {
    PlayoutEvaluator *playouts; /* the search drives it */
    Search *search;
    const SearchWatch *watch; /* of the next searches; NULL: none */
    const SearchAvoid *avoid; /* likewise */
    _Atomic bool *cancel;     /* likewise: set by another thread to end them early */
} Player;

/* False where there is no memory. */
bool player_init(Player *player);
void player_free(Player *player);

/* A new game: nothing of the last one counts. */
void player_forget(Player *player);

typedef struct {
    Point move;    /* POINT_PASS and POINT_RESIGN too */
    bool searched; /* false where the answer needed no search */
    SearchResult search;
} PlayerMove;

/* What searches by these options ask; constant until the next search or such call. */
const Evaluator *player_evaluator(Player *player, const PlayerOptions *options);

/* Chooses a move for color in the game's present position; does not play it. clock may be NULL.
 * The move is always legal by the game's rules. */
bool player_choose(Player *player, const PlayerOptions *options, const GameClock *clock,
                   const Game *game, Color color, PlayerMove *answer, Status *status);

/* Chooses among the allowed moves (allowed[point]) by the search alone, without a clock and without
 * resigning; passes only where none of them is legal. */
bool player_choose_among(Player *player, const PlayerOptions *options, const Game *game,
                         Color color, const bool *allowed, PlayerMove *answer, Status *status);

/* Thinks about the game's present position for color until another thread sets *cancel (or the
 * number of visits of the options is reached), for what the next choice can use of it. */
bool player_ponder(Player *player, const PlayerOptions *options, const Game *game, Color color,
                   _Atomic bool *cancel, Status *status);

/* Work for the friendly scale of playing strength 1..10: visits a move. */
int64_t player_level_visits(int level);

#endif
