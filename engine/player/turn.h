/* A player, and a turn that it is asked about. player.h has the functions. */
#ifndef ENGINE_PLAYER_TURN_H
#define ENGINE_PLAYER_TURN_H

#include "engine/book/probe.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/network.h"
#include "engine/go/board/game_clock.h"
#include "engine/player/strength.h"
#include "engine/search/search.h"

/* Playout doubling advantage: how much stronger than its opponent a side counts for a network. */
typedef struct {
    double fixed; /* of this side: */
    Color side;   /* EMPTY: the one that is searched for */
} PlayoutDoublings;

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
    bool early_stop;     /* see SearchLimits */
    bool solve;    /* plays by the exact value if it can be found (engine/solve/play/exact.c) */
    bool ponder;   /* thinks on while the opponent does */
    bool play_out; /* passes only when the board is settled: dead stones taken, dame filled */
    double lag;    /* seconds kept back for delays on the way to the clock */

    /* How to search with playouts, and with a network (net_). */
    SelectParameters select, net_select;
    double net_lcb_z;               /* see SearchLimits; with playouts it is 0 */
    int64_t net_root_symmetries;    /* images that the root's evaluation is a mean over */
    double root_fpu_reduction;      /* of SearchRoot; below 0: as elsewhere */
    double root_policy_temperature; /* prior_temperature of SearchRoot */
    double policy_optimism, root_policy_optimism; /* see SearchLimits */
    PlayoutDoublings doublings;                   /* of a network's judgement, by strength */
    HumanProfile profile;                         /* whose play a human-play network imitates */
    int strength; /* whose strength player_choose plays (strength.h); STRENGTH_NONE: the best
                     moves. Otherwise it decides on visits, time, threads and sampling */
    int8_t excludes_atari; /* Rules': 0 or 1; below 0 as the network */
    bool anti_mirror,
        genmove_anti_mirror;     /* plays against mirror Go: always, when choosing moves */
    SamplingParameters sampling; /* how moves are sampled; the default takes the best one */
    BookPlay book;               /* how moves of an opening book are chosen, if there is one */
} PlayerOptions;

/* For how long a side played by a rank has been lost. Starts as zero. */
typedef struct {
    int moves;      /* of that side, one after the other */
    int before;     /* the same without the last of them */
    int move_count; /* of the game, at the last of them */
} ResignPolicy;

typedef struct {
    const Evaluator *playouts;
    NetworkLoad *load;  /* of the network to search with; NULL: playouts */
    NetworkLoad *human; /* of the human-play network whose policy the choice may follow, which the
                           owner may set once; NULL: none */
    BookGraph *book;    /* the opening book, which the owner may set; NULL: none */
    Search *search;
    ResignPolicy resign_policy[2]; /* [color] */
    const SearchWatch *watch;      /* of the next searches; NULL: none */
    const SearchAvoid *avoid;      /* in the next searches; NULL: nothing */
    _Atomic bool *cancel; /* another thread sets it to end a search early; NULL: none does */
} Player;

typedef struct {
    const Game *game; /* in its present position */
    Color color;      /* to move */
    const PlayerOptions *options;
    const GameClock *clock; /* NULL: none */
    double start;           /* of the time for it, by clock_seconds(); 0: now */
} Turn;

typedef struct {
    Point move;            /* may be POINT_PASS or POINT_RESIGN */
    Color color;           /* that moves */
    bool searched;         /* false if the answer needed no search */
    bool network_was_late; /* one was still being read, and the search did without it */
    bool is_from_book;     /* the opening book's choice */
    BookOpinion book;      /* of a move from there */
    SearchResult search;
} PlayerMove;

/* ---- When to resign (resign_policy.c) ---- */

/* Counts the turn's move by the search of its choice, once for each position. Returns whether to
 * resign instead. The engine resigns as soon as its win rate is below the limit. A rank also needs
 * several such moves in a row, and to be behind by more than players of this rank catch up; the few
 * playouts of a rank without a network say too little. policies: [color]. */
bool resign_policy_decides(ResignPolicy policies[2], const Turn *turn, const PlayerMove *choice,
                           bool has_network);

#endif
