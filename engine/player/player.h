/* The engine as a player: how long to think, when to pass, when to resign. GTP and self-play both
 * play through it. A Player remembers what it found from move to move; it belongs to one thread. */
#ifndef ENGINE_PLAYER_PLAYER_H
#define ENGINE_PLAYER_PLAYER_H

#include "engine/eval/network_load.h"
#include "engine/eval/playout_evaluator.h"
#include "engine/go/board/game_clock.h"
#include "engine/player/doublings.h"
#include "engine/player/resign_policy.h"
#include "engine/player/strength.h"
#include "engine/search/search.h"

typedef struct {
    double move_seconds; /* a move, if no clock runs; 0: 5 s, or no limit if visits or playouts is
                            set */
    int64_t visits;      /* a move: of the root, kept ones included; 0: no limit */
    int64_t playouts;    /* a move: those of its own search; 0: no limit */
    int64_t threads;
    int64_t memory_mb;   /* for the search graph */
    uint64_t seed;       /* of the game; each move derives its own from it */
    double resign_below; /* win rate; 0 never resigns */
    bool symmetric;      /* images of a position are searched as one */
    bool keep;           /* what was found is kept for the next move */
    bool early_stop;     /* stops thinking once the choice cannot change */
    bool solve;        /* plays by the exact value if it can be found (engine/solve/play/exact.h) */
    bool ponder;       /* thinks on while the opponent does */
    bool play_out;     /* passes only when the board is settled: dead stones taken, dame filled */
    double lag;        /* seconds kept back for delays on the way to the clock */
    double noise;      /* see SearchLimits; for games of the engine against itself */
    PolicyRates rates; /* of the playouts */

    /* How to search with playouts, and with a network (net_). */
    SelectParameters select, net_select;
    double lcb_z, net_lcb_z; /* see SearchLimits */
    int64_t net_root_images; /* images that the root's evaluation is a mean over */
    double policy_optimism, root_policy_optimism; /* see SearchLimits */
    PlayoutDoublings doublings;                   /* of a network's judgement, by strength */
    HumanProfile profile;                         /* whose play a human-play network imitates */
    int strength; /* whose strength player_choose plays (strength.h); STRENGTH_NONE: the best
                     moves. Otherwise it decides on visits, time, threads and sampling */
    bool anti_mirror, genmove_anti_mirror; /* minds mirror Go: always, when choosing moves */
    SamplingParameters sampling; /* how moves are sampled; the default takes the best one */
} PlayerOptions;

/* Returns the defaults, which parameter.h documents: 5 seconds a move, one thread, 256 MiB. */
PlayerOptions player_default_options(void);

typedef struct {
    PlayoutEvaluator *playouts;
    NetworkLoad *load;  /* of the network to search with; NULL: playouts */
    NetworkLoad *human; /* of the human-play network whose policy the choice may follow, which the
                           owner may set once; NULL: none */
    Search *search;
    Search *strength_search;       /* of player_weigh_strengths; NULL before its first call */
    ResignPolicy resign_policy[2]; /* [color] */
    DynamicDoublings dynamic_doublings;
    const SearchWatch *watch; /* of the next searches; NULL: none */
    const SearchAvoid *avoid; /* in the next searches; NULL: nothing */
    _Atomic bool *cancel;     /* another thread sets it to end a search early; NULL: none does */
} Player;

/* load (NULL: no network) must outlive the player, and may serve many. The first search waits until
 * the network has been read. If its time is limited, by a clock or by move_seconds, it waits for
 * part of that time and then does without it. Returns false if out of memory. */
bool player_init(Player *player, NetworkLoad *load);
void player_free(Player *player);

/* Returns what the player judges the end of games with (engine/go/ending/ending.h), after waiting
 * until the network has been read, which decides where that is in doubt. */
Ending *player_ending(Player *player);

/* Forgets what was found: a new game begins. */
void player_forget(Player *player);

typedef struct {
    Point move;            /* may be POINT_PASS or POINT_RESIGN */
    bool searched;         /* false if the answer needed no search */
    bool network_was_late; /* one was still being read, and the search did without it */
    SearchResult search;
} PlayerMove;

/* Can the rank be played with the networks in use, as far as they have been read? Waits for them
 * if only a human-play network could play it. Returns false with a message if not. */
bool player_can_play_strength(Player *player, int strength, Status *status);

/* Chooses a move for color in the game's present position; does not play it. clock may be NULL. A
 * rank takes at most 0.2 s, and neither uses nor leaves anything in the graph of other searches.
 * The move is always legal by the game's rules. */
bool player_choose(Player *player, const PlayerOptions *options, const GameClock *clock,
                   const Game *game, Color color, PlayerMove *answer, Status *status);

/* May the search decide who has won? Only after the opening, and with many visits. */
bool player_can_judge(const Game *game, const SearchResult *search);

/* Chooses among the allowed moves (allowed[point]) by the search alone, without resigning; passes
 * only if none of them is legal. clock may be NULL. */
bool player_choose_among(Player *player, const PlayerOptions *options, const GameClock *clock,
                         const Game *game, Color color, const bool *allowed, PlayerMove *answer,
                         Status *status);

/* Searches the game's present position for color, for the sake of the watch's reports; there is at
 * least one. They are the engine's own opinion, whatever the rank. Ends at the options' number of
 * visits, or when the time of a move that began at `start` (by clock_seconds()) is over, by the
 * clock (NULL: none), move_seconds or, if nothing else is set, the default. */
bool player_analyze(Player *player, const PlayerOptions *options, const GameClock *clock,
                    double start, const Game *game, Color color, Status *status);

/* Thinks about the game's present position for color until another thread sets player->cancel (or
 * the number of visits of the options is reached), for the sake of the watch's reports: the
 * engine's own opinion, whatever the rank. Does nothing if that comes before the network has been
 * read. */
bool player_analyze_until_cancelled(Player *player, const PlayerOptions *options, const Game *game,
                                    Color color, Status *status);

/* The same while color, the opponent, is thinking, for what the next choice can use of it. */
bool player_ponder(Player *player, const PlayerOptions *options, const Game *game, Color color,
                   Status *status);

/* What a move of color says about who plays: chances[strength] is that of a player of the rank,
 * from STRENGTH_LEAST to STRENGTH_MOST, to choose it. No chance is 0: any player may slip. The move
 * must be legal. A pass tells nothing, and no move does where the game is over in all but name:
 * *tells is false then. Leaves the graph of other searches alone. Returns false with a message if
 * no rank can be played. */
bool player_weigh_strengths(Player *player, const PlayerOptions *options, const Game *game,
                            Color color, Point move, double chances[STRENGTH_MOST + 1], bool *tells,
                            Status *status);

/* Returns the visits a move at a level of playing strength, 1..10. */
int64_t player_level_visits(int level);

#endif
