/* What all searches of a position have in common: board, rules, table, and the techniques in use.
 *
 * Shared by all threads. Constant but for the table, which needs no lock, and the atomic members.
 */
#ifndef ENGINE_SOLVE_ARENA_H
#define ENGINE_SOLVE_ARENA_H

#include "engine/go/board/rules.h"
#include "engine/solve/claim.h"
#include "engine/solve/field.h"

/* What may be switched off to measure it, or to check that the answers stay. */
typedef struct {
    bool symmetry;  /* canonical keys */
    bool exchange;  /* a position and its colour exchange share an entry */
    bool cutoff;    /* all children are looked up before one is searched */
    bool life;      /* unconditional life */
    bool reduction; /* late moves of the attacker are searched less deeply */
} SolveTechniques;

static const SolveTechniques SOLVE_ALL_TECHNIQUES = {true, true, true, true, true};

enum { ARENA_BUSY = 1 << 12, ARENA_PAST = 1 << 16 /* bits */ };

/* Searches that end together. */
typedef struct {
    _Atomic bool stop; /* relaxed: a search that sees it late ends late */
    bool is_shared;    /* several threads make the same search */
} SolveGroup;

typedef struct {
    FieldShape *shape;
    KoRule ko;
    bool suicide;
    bool is_careful; /* under superko nothing is stored that rests on taking a ko */
    SolveTechniques use;
    Table table;
    HashLanes context[2]; /* [mover]: board, rules and side to move, for the keys */
    uint16_t cell_from[SYMMETRY_COUNT][64]; /* [g][canonical cell]: the cell on the board */
    uint8_t orbit[64];                      /* [spot]: the same for all images of a point */
    /* Boards before the searches, which superko bans in all of them, as a filter (README.md). */
    bool has_past;
    uint64_t past[ARENA_PAST / 64];
    /* The greatest unconditional life of either colour that a board before the searches had and
     * their root has not: its points and its stones; 0: none (README.md). */
    int lost_points, lost_stones;
    /* The keys of positions that threads are searching just now, each at a place of its own. */
    _Atomic uint64_t busy[ARENA_BUSY];
    /* Called now and then by one thread at a time. May be NULL. */
    void (*tick)(void *context);
    void *tick_context;
    atomic_flag is_ticking;
} SolveArena;

/* Makes an arena with an empty table of table_bytes. Returns false if out of memory. */
bool solve_arena_init(SolveArena *arena, int width, int height, const Rules *rules,
                      SolveTechniques use, uint64_t hash_seed, size_t table_bytes);
void solve_arena_free(SolveArena *arena);

/* As field_play does, with the rules of the arena. A suicide of one stone, which leaves the board
 * as it was, counts as illegal: the README says why no value depends on it. */
FieldOutcome solve_arena_play(const SolveArena *arena, const Field *from, int move, Field *to);

/* Calls tick, unless another thread is at it. */
void solve_arena_tick(SolveArena *arena);

HashKey solve_arena_key(const SolveArena *arena, const Field *field);

/* The key of a position together with a move on a spot of it, or its own key if the move is a pass
 * or FIELD_NONE. Images of the two have the same key. */
HashKey solve_arena_key_of_move(const SolveArena *arena, const Field *field, int move);

/* Which of the two lanes of a field has the key, once the context is added. */
static inline int solve_arena_lane(const SolveArena *arena, int to_move) {
    return arena->use.exchange && to_move == WHITE;
}

static inline HashKey solve_arena_key_of_lanes(const SolveArena *arena, const HashLanes *lanes) {
    return arena->use.symmetry ? hash_key_of_lanes(lanes) : hash_plain_key_of_lanes(lanes);
}

/* The cell of a canonical cell, and back, by the orientation of a key. */
static inline int solve_arena_cell(const SolveArena *arena, Symmetry orientation, int canonical) {
    return arena->cell_from[orientation][canonical];
}

/* What two wins rest on together: the kos of both, or the greater distance. */
static inline Kos solve_arena_join(const SolveArena *arena, Kos a, Kos b) {
    return arena->ko != KO_SIMPLE ? a | b : a > b ? a : b;
}

/* Adds what was found of a position to its entry of the table. news says one thing: least, most or
 * an open question, and what it cost. */
TableStored solve_arena_store(SolveArena *arena, uint64_t key, uint64_t check, const Claim *news);

/* The same with what another process has found, unless the table says as much. */
void solve_arena_learn(SolveArena *arena, uint64_t key, uint64_t check, const Claim *news);

/* Does a colour with these stones keep so many points by unconditional life, whatever superko bans
 * of what its clean-up makes? */
bool solve_arena_is_secure(const SolveArena *arena, Bits stones, int needed);

/* Adds a board to those that are banned in all searches under superko. */
void solve_arena_add_past(SolveArena *arena, const Bits stones[2]);

/* May a board be one of these, or an image of one, or one with colours exchanged? */
bool solve_arena_may_be_past(const SolveArena *arena, const Bits stones[2]);

/* The kos of a claim (claim.h) that a stone at spot stands for, on a board with these stones. */
Kos solve_arena_kos(const SolveArena *arena, const Bits stones[2], Bits spots);

#endif
