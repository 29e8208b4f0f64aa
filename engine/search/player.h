/* The engine as a player: how long to think, when to pass, when to resign. GTP and self-play both
 * play through it. A Player remembers what it found from move to move; it belongs to one thread. */
#ifndef ENGINE_SEARCH_PLAYER_H
#define ENGINE_SEARCH_PLAYER_H

#include "engine/board/game_clock.h"
#include "engine/eval/network_load.h"
#include "engine/eval/playout_evaluator.h"
#include "engine/search/search.h"

typedef struct {
    double move_seconds; /* if no clock runs; 0: 5, or no limit if visits or playouts has one */
    int64_t visits;      /* of the root a move, those kept from before included; 0: no limit */
    int64_t playouts;    /* a move: visits that its own search makes; 0: no limit */
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
    double noise;        /* see SearchLimits; for games of the engine against itself */
    PolicyRates rates;   /* of the playouts */

    /* How to search by each evaluator. */
    SelectParameters select, net_select;
    double lcb_z, net_lcb_z; /* see SearchLimits */
    int64_t net_root_images; /* likewise */
} PlayerOptions;

/* What parameter.h documents: 5 seconds a move, one thread, a quarter of a gigabyte. */
PlayerOptions player_default_options(void);

typedef struct {
    PlayoutEvaluator *playouts;
    NetworkLoad *load; /* of the network that the search drives; NULL: it drives the playouts */
    Search *search;
    const SearchWatch *watch; /* of the next searches; NULL: none */
    const SearchAvoid *avoid; /* likewise */
    _Atomic bool *cancel;     /* likewise: set by another thread to end them early */
} Player;

/* load (NULL: no network) must outlive the player, and may serve many. The first search waits for
 * the network: one whose time is limited by a clock or by move_seconds for a part of that time, and
 * then it drives the playouts. False where there is no memory. */
bool player_init(Player *player, NetworkLoad *load);
void player_free(Player *player);

/* What the player's verdicts on the end of the game are kept in. */
Ending *player_ending(Player *player);

/* A new game: nothing of the last one counts. */
void player_forget(Player *player);

typedef struct {
    Point move;            /* POINT_PASS and POINT_RESIGN too */
    bool searched;         /* false where the answer needed no search */
    bool network_was_late; /* the search drove the playouts: the network was still being read */
    SearchResult search;
} PlayerMove;

/* What searches by these options ask, once the network has been read; constant until the next
 * search or such call. NULL with a message where the network cannot be used. */
const Evaluator *player_evaluator(Player *player, const PlayerOptions *options, Status *status);

/* Chooses a move for color in the game's present position; does not play it. clock may be NULL.
 * The move is always legal by the game's rules. */
bool player_choose(Player *player, const PlayerOptions *options, const GameClock *clock,
                   const Game *game, Color color, PlayerMove *answer, Status *status);

/* May the search's word on who wins end the game? Only after the opening, and on many visits. */
bool player_can_judge(const Game *game, const SearchResult *search);

/* Chooses among the allowed moves (allowed[point]) by the search alone, without resigning; passes
 * only where none of them is legal. clock may be NULL. */
bool player_choose_among(Player *player, const PlayerOptions *options, const GameClock *clock,
                         const Game *game, Color color, const bool *allowed, PlayerMove *answer,
                         Status *status);

/* Looks at the game's present position for color for the sake of the watch's reports, of which
 * there is at least one: until it has the number of visits of the options, which must be set, but
 * no longer than a clock (NULL: none) or move_seconds gives a move that began at start, by
 * clock_seconds(). */
bool player_look(Player *player, const PlayerOptions *options, const GameClock *clock, double start,
                 const Game *game, Color color, Status *status);

/* Thinks about the game's present position for color until another thread sets player->cancel (or
 * the number of visits of the options is reached), for what the next choice can use of it. Does
 * nothing if that comes before the network has been read. */
bool player_ponder(Player *player, const PlayerOptions *options, const Game *game, Color color,
                   Status *status);

/* Work for the friendly scale of playing strength 1..10: visits a move. */
int64_t player_level_visits(int level);

#endif
