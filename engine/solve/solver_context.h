/* What all searches of a position share: board, rules, table, and the techniques in use. Members
 * without a note are constant from the first search on. */
#ifndef ENGINE_SOLVE_SOLVER_CONTEXT_H
#define ENGINE_SOLVE_SOLVER_CONTEXT_H

#include "engine/go/board/rules.h"
#include "engine/solve/bitboard.h"
#include "engine/solve/bounds.h"

/* Switched off to measure them, or to check that the answers stay. */
typedef struct {
    bool symmetry;      /* canonical keys */
    bool exchange;      /* a position and its color exchange share an entry */
    bool cutoff;        /* all children are looked up before one is searched */
    bool life;          /* unconditional life */
    bool reduction;     /* late moves of the attacker are searched less deeply */
    bool threats;       /* a move that leaves a threat to live is lost without a search */
    bool extension;     /* the fewer moves the defender has, the less depth they cost */
    bool learned_order; /* moves are ordered by what was learned */
    bool path_bounds;   /* bounds that rest on bans are kept for paths with the same bans */
} SolverTechniques;

static const SolverTechniques SOLVER_ALL_TECHNIQUES = {true, true, true, true, true,
                                                       true, true, true, true};

/* [KoRule], in files, options and JSON */
static const char *const SOLVE_KO_NAMES[] = {"simple", "psk", "ssk", NULL};

typedef struct {
    int width, height;
    Rules rules; /* ko and suicide count; scoring is by area without komi */
    SolverTechniques use;
    uint64_t hash_seed;
    int threads;            /* 1..TEAM_MAX */
    bool pessimistic_first; /* for tests: pessimistic searches (solver_query.h) begin at once */
    size_t table_bytes;     /* at least 64 */
} SolverOptions;

enum {
    SOLVER_CONTEXT_SEARCHING = 1 << 12,
    SOLVER_CONTEXT_HISTORY = 1 << 16, /* bits */
    SOLVER_TICK_NODES = 1 << 12,      /* of a thread from tick to tick: some milliseconds */
};

/* Searches that end together. */
typedef struct {
    /* Any thread may set it. Only the thread that begins the group's next search clears it, before
     * that search. Relaxed within searches: one that sees it late ends late. */
    _Atomic bool stop;
    bool is_shared; /* several threads make the same search; changes only between searches */
} SolverGroup;

typedef struct {
    BitboardShape *shape;
    KoRule ko;
    bool suicide;
    SolverTechniques use;
    /* All threads read and write it without a lock: an entry is found whole or not at all, and each
     * bound in it holds on every path. So an update that another overwrites costs time alone. */
    Table table;
    HashLanes state_lanes[2]; /* [mover]: board, rules and side to move, for the keys */
    uint8_t orbit[64];        /* [spot]: the same for all images of a point */
    /* Boards before the searches, which superko bans in all of them, as a filter (README.md). These
     * and the next two change only while no search runs. */
    bool has_history;
    uint64_t history[SOLVER_CONTEXT_HISTORY / 64];
    /* The greatest unconditional life of either color that a board before the searches had and
     * their root has not: its points and its stones; 0: none (README.md). */
    int lost_points, lost_stones;
    uint32_t assumptions; /* numbers given to SolverQuery.assumption; changes as those do */
    /* Each 0, or the key of a position that a thread is searching: a hint to the others to search
     * something else first. One that is lost or stale costs time, never an answer; so relaxed. */
    _Atomic uint64_t searching[SOLVER_CONTEXT_SEARCHING];
    /* Called by each thread after SOLVER_TICK_NODES positions, unless another thread is in it. May
     * be NULL. */
    void (*tick)(void *context);
    void *tick_context;
    atomic_flag is_ticking; /* held by the thread that is in tick */
} SolverContext;

/* Returns false if out of memory. */
bool solver_context_init(SolverContext *context, const SolverOptions *options);
void solver_context_free(SolverContext *context);

/* As bitboard_play, with the rules of the context. */
static inline bool solver_context_play(const SolverContext *context, const Bitboard *from, int move,
                                       Bitboard *to) {
    return bitboard_play(context->shape, from, move, context->suicide, to);
}

/* The legal moves, without the pass. */
Bits solver_context_moves(const SolverContext *context, const Bitboard *bitboard);

/* Calls tick unless another thread is already in it. */
void solver_context_tick(SolverContext *context);

HashKey solver_context_key(const SolverContext *context, const Bitboard *bitboard);

/* What the table knows about a position. */
Bounds solver_context_bounds(const SolverContext *context, const Bitboard *bitboard);

/* The key of a position together with a move: for a pass or BITBOARD_NONE the position's own key.
 * Images of the two have the same key. */
HashKey solver_context_key_of_move(const SolverContext *context, const Bitboard *bitboard,
                                   int move);

/* Which of a bitboard's lanes the key is made of. */
static inline int solver_context_lane(const SolverContext *context, int to_move) {
    return context->use.exchange && to_move == WHITE;
}

static inline HashKey solver_context_key_of_lanes(const SolverContext *context,
                                                  const HashLanes *lanes) {
    return context->use.symmetry ? hash_key_of_lanes(lanes) : hash_plain_key_of_lanes(lanes);
}

/* What two wins rest on together: the kos of both, or the greater distance. */
static inline Kos solver_context_join(const SolverContext *context, Kos a, Kos b) {
    return context->ko != KO_SIMPLE ? a | b : a > b ? a : b;
}

/* Adds to an entry of the table what a search found: lower, upper or an open question, and what it
 * cost. */
void solver_context_store(SolverContext *context, uint64_t key, uint64_t check,
                          const Bounds *update);

/* The points that secure a score of goal points more than the opponent's. */
static inline int solver_context_needed(const SolverContext *context, int goal) {
    return (context->shape->cell_count + goal + 1) / 2;
}

/* Does a color with these stones keep that many points by unconditional life, whatever superko
 * bans of what its clean-up makes? */
bool solver_context_is_secure(const SolverContext *context, Bits stones, int needed);

/* Adds a board to those that are banned in all searches under superko. */
void solver_context_add_history(SolverContext *context, const Bits stones[2]);

/* May a board be one of these, or an image of one, or one with colors exchanged? */
bool solver_context_may_be_in_history(const SolverContext *context, const Bits stones[2]);

/* The filter bits (bounds.h) of the stones on these spots, on a board with these stones. */
Kos solver_context_kos(const SolverContext *context, const Bits stones[2], Bits spots);

#endif
