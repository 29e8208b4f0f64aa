/* What all searches of a position have in common: board, rules, table, and the techniques in use.
 *
 * Shared by all threads. What has no note beside it is set before the first search and constant
 * from then on. */
#ifndef ENGINE_SOLVE_SOLVER_CONTEXT_H
#define ENGINE_SOLVE_SOLVER_CONTEXT_H

#include "engine/go/board/rules.h"
#include "engine/solve/bitboard.h"
#include "engine/solve/bounds.h"

/* What may be switched off to measure it, or to check that the answers stay. */
typedef struct {
    bool symmetry;  /* canonical keys */
    bool exchange;  /* a position and its colour exchange share an entry */
    bool cutoff;    /* all children are looked up before one is searched */
    bool life;      /* unconditional life */
    bool reduction; /* late moves of the attacker are searched less deeply */
} SolverTechniques;

static const SolverTechniques SOLVER_ALL_TECHNIQUES = {true, true, true, true, true};

typedef struct {
    int width, height;
    Rules rules; /* ko and suicide count; scoring is by area without komi */
    SolverTechniques use;
    uint64_t hash_seed;
    int threads;            /* 1..TEAM_MAX */
    bool ignores_ko_bounds; /* uses no bound that rests on taking a ko: for proofs under superko */
    bool pessimistic_first; /* pessimistic searches (solver_thread_set_pessimistic) begin at once,
                               as tests want it */
    size_t table_bytes;     /* at least 64 */
} SolverOptions;

enum { SOLVER_CONTEXT_SEARCHING = 1 << 12, SOLVER_CONTEXT_HISTORY = 1 << 16 /* bits */ };

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
    bool ignores_ko_bounds; /* under superko nothing is stored that rests on taking a ko */
    SolverTechniques use;
    /* All threads read and write it without a lock: an entry is found whole or not at all, and each
     * bound in it holds on every path. So an update that another overwrites costs time alone. */
    Table table;
    HashLanes state_lanes[2]; /* [mover]: board, rules and side to move, for the keys */
    uint16_t cell_from[SYMMETRY_COUNT][64]; /* [g][canonical cell]: the cell on the board */
    uint8_t orbit[64];                      /* [spot]: the same for all images of a point */
    /* Boards before the searches, which superko bans in all of them, as a filter (README.md). These
     * and the next two change only while no search runs. */
    bool has_history;
    uint64_t history[SOLVER_CONTEXT_HISTORY / 64];
    /* The greatest unconditional life of either colour that a board before the searches had and
     * their root has not: its points and its stones; 0: none (README.md). */
    int lost_points, lost_stones;
    /* Each 0, or the key of a position that a thread is searching: a hint to the others to search
     * something else first. One that is lost or stale costs time, never an answer; so relaxed. */
    _Atomic uint64_t searching[SOLVER_CONTEXT_SEARCHING];
    /* Called now and then by one thread at a time. May be NULL. */
    void (*tick)(void *context);
    void *tick_context;
    atomic_flag is_ticking; /* held by the thread that is in tick */
} SolverContext;

/* Makes a context with an empty table. Returns false if out of memory. */
bool solver_context_init(SolverContext *context, const SolverOptions *options);
void solver_context_free(SolverContext *context);

/* As bitboard_play does, with the rules of the context. A suicide of one stone, which leaves the
 * board as it was, counts as illegal: the README says why no value depends on it. */
BitboardOutcome solver_context_play(const SolverContext *context, const Bitboard *from, int move,
                                    Bitboard *to);

/* Calls tick, unless another thread is at it. */
void solver_context_tick(SolverContext *context);

HashKey solver_context_key(const SolverContext *context, const Bitboard *bitboard);

/* The key of a position together with a move on a spot of it, or its own key if the move is a pass
 * or BITBOARD_NONE. Images of the two have the same key. */
HashKey solver_context_key_of_move(const SolverContext *context, const Bitboard *bitboard,
                                   int move);

/* Which of the two lanes of a bitboard has the key, once the state lanes are added. */
static inline int solver_context_lane(const SolverContext *context, int to_move) {
    return context->use.exchange && to_move == WHITE;
}

static inline HashKey solver_context_key_of_lanes(const SolverContext *context,
                                                  const HashLanes *lanes) {
    return context->use.symmetry ? hash_key_of_lanes(lanes) : hash_plain_key_of_lanes(lanes);
}

/* The cell of a canonical cell, and back, by the orientation of a key. */
static inline int solver_context_cell(const SolverContext *context, Symmetry orientation,
                                      int canonical) {
    return context->cell_from[orientation][canonical];
}

/* What two wins rest on together: the kos of both, or the greater distance. */
static inline Kos solver_context_join(const SolverContext *context, Kos a, Kos b) {
    return context->ko != KO_SIMPLE ? a | b : a > b ? a : b;
}

/* Adds what was found of a position to its entry of the table. */
TableStored solver_context_store(SolverContext *context, const BoundsUpdate *update);

/* The same with what another process has found, unless the table says as much. */
void solver_context_merge(SolverContext *context, const BoundsUpdate *update);

/* Does a colour with these stones keep that many points by unconditional life, whatever superko
 * bans of what its clean-up makes? */
bool solver_context_is_secure(const SolverContext *context, Bits stones, int needed);

/* Adds a board to those that are banned in all searches under superko. */
void solver_context_add_history(SolverContext *context, const Bits stones[2]);

/* May a board be one of these, or an image of one, or one with colours exchanged? */
bool solver_context_may_be_in_history(const SolverContext *context, const Bits stones[2]);

/* The kos of a bound (bounds.h) that a stone at spot stands for, on a board with these stones. */
Kos solver_context_kos(const SolverContext *context, const Bits stones[2], Bits spots);

#endif
