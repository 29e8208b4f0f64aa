/* A thread of a goal search: the moves of a position, and what is known of them; and the table that
 * the threads share. For this folder alone. */
#ifndef ENGINE_SOLVE_GOAL_SEARCH_GOAL_THREAD_H
#define ENGINE_SOLVE_GOAL_SEARCH_GOAL_THREAD_H

#include "engine/base/team.h"
#include "engine/solve/goal/search/goal_node.h"

/* ---- The table (goal_table.c) ----
 *
 * What is known of positions, the cheapest entries replaced first. Any thread may look up and store
 * at any time: an entry that two threads write at once is lost, not mixed up, as its words tell (R.
 * Hyatt, T. Mann, "A lockless transposition table implementation for parallel search", 2002). */

/* Proof numbers for the side to move (V. Allis, "Searching for solutions in games and artificial
 * intelligence", 1994): phi is what is left to prove that it wins, delta that it loses. One is 0 if
 * that is proved, and the other is then GOAL_INFINITE. */
typedef struct {
    uint32_t phi, delta;
} GoalNumbers;

enum { GOAL_INFINITE = 1 << 28 };

static inline bool goal_numbers_decided(GoalNumbers numbers) {
    return numbers.phi == 0 || numbers.delta == 0;
}

enum {
    GOAL_NO_ANCHOR = -1,
    GOAL_TABLE_DEPTH_MAX = 1022, /* of an anchor */
};

/* A result that rests on the repetition of a position above is right only below that position (the
 * *anchor*): the deepest anchor's depth and the serial number of its visit say whether the search
 * is still there. All shallower anchors are then on the path, too. */
typedef struct {
    uint64_t key; /* not 0 */
    GoalNumbers numbers;
    uint32_t work;     /* positions searched below */
    uint64_t serial;   /* of the visit of the deepest anchor; less than 2^44 */
    int16_t low, high; /* depths of the shallowest and deepest anchor, or GOAL_NO_ANCHOR */
    Point move;        /* the best, as goal_game_name_move names it, or POINT_NONE */
    bool has_ko;       /* the result rests on kos: another rule may change it */
    uint8_t ko;        /* the rule of that search (GoalKo) */
    uint64_t zone;     /* if the numbers are decided */
} GoalEntry;

typedef struct GoalTable GoalTable;

/* Returns NULL if out of memory. */
GoalTable *goal_table_new(size_t bytes);
void goal_table_free(GoalTable *table); /* may be NULL */

/* Empties the table, while no other thread uses it. */
void goal_table_forget(GoalTable *table);

/* Returns whether the key is known. */
bool goal_table_find(const GoalTable *table, uint64_t key, GoalEntry *entry);

/* Says that the key will soon be looked for. */
void goal_table_prefetch(const GoalTable *table, uint64_t key);

/* A decided entry that rests on no anchor is never replaced by an open one of its key. */
void goal_table_store(GoalTable *table, const GoalEntry *entry);

/* ---- Threads (goal_thread.c) ---- */

enum {
    GOAL_DEPTH_MAX = 200,      /* moves; at most GOAL_TABLE_DEPTH_MAX */
    GOAL_BUSY_COUNT = 1 << 14, /* a power of two */
};

_Static_assert((int)GOAL_DEPTH_MAX <= (int)GOAL_TABLE_DEPTH_MAX, "the table keeps depths");

static const GoalNumbers GOAL_WON = {0, GOAL_INFINITE}, GOAL_LOST = {GOAL_INFINITE, 0};

/* What is known of a position. low and high are those of GoalEntry. */
typedef struct {
    GoalNumbers numbers; /* for the side that moves next */
    int low, high;
    bool has_ko;
    uint64_t zone; /* if decided */
} GoalKnowledge;

typedef struct {
    Point point;
    bool takes_ko; /* the move took a ko, or broke a ban */
    bool at_limit; /* it cannot be searched any deeper */
    bool is_asked; /* it has lost, and whether it is null is known */
    uint64_t key;
    int cost;
    int64_t work;
    GoalNode node; /* after the move */
    GoalKnowledge known;
} GoalChild;

/* A position on the path from the root. */
typedef struct {
    GoalNode node;
    uint64_t key;
    uint64_t serial; /* the number of this visit */
    bool meets_ban;  /* a ban on a ko, or the rule for kos, forbids a move here */
    uint64_t tried;
    bool has_null;
    uint64_t relevant;   /* where moves may do more than a null one */
    GoalKnowledge nulls; /* what the null moves amount to */
    Point killers[2];    /* [color]: the last move that won at this depth */
    int count;
    GoalChild children[GOAL_POINTS_MAX + 1];
} GoalPly;

/* What the threads of a run share. */
typedef struct {
    GoalTable *table;
    int thread_count;
    _Atomic bool is_over;                  /* the limits are reached, or the root is decided */
    _Atomic int64_t nodes;                 /* of all threads, but their last few */
    _Atomic uint8_t busy[GOAL_BUSY_COUNT]; /* by bits of keys: threads below the position */
} GoalShared;

/* A thread of a search. */
typedef struct {
    GoalShared *shared;
    EyeRooms *eye_rooms;
    GoalPly *plies; /* GOAL_DEPTH_MAX + 1 */

    /* The present run. */
    GoalGame game;
    GoalLimits limits;
    uint64_t serial; /* of the last visit; no other thread has the same */
    bool is_over;
    int decided_depth;      /* of a position on the path that another thread has decided, or
                               GOAL_DEPTH_MAX */
    int64_t nodes, counted; /* searched, and added to shared->nodes */
    GoalKnowledge known;    /* of the root */
    Point move;
} GoalThread;

/* Plays a move of the position at a ply; see goal_node_play. */
bool goal_thread_play(const GoalThread *thread, GoalPly *before, Point p, GoalPly *after,
                      bool *takes_ko);

/* What numbers say when mover moves next. */
GoalOutcome goal_thread_outcome(const GoalThread *thread, GoalNumbers numbers, Color mover);

/* Does the entry's result hold under the rule for kos of this run? */
bool goal_thread_may_use(const GoalThread *thread, const GoalEntry *entry);

/* Finds the entry of a position. A result that met no ko is kept as one without threats. */
bool goal_thread_find_entry(const GoalThread *thread, const GoalNode *node, uint64_t key,
                            GoalEntry *entry);

/* Looks a position up that is reached from depth. Returns false if nothing usable is known. The
 * rules for kos share the table. */
bool goal_thread_look_up(const GoalThread *thread, const GoalNode *node, uint64_t key, int depth,
                         GoalKnowledge *known, int64_t *work);

/* Returns the depth, up to the one given, at which the position stands on the path, or
 * GOAL_NO_ANCHOR. */
int goal_thread_find_on_path(const GoalThread *thread, uint64_t key, int depth);

/* Begins a visit of the position at a ply with that move alone. Returns NULL if it is illegal. */
GoalChild *goal_thread_expand_by(GoalThread *thread, int depth, Point p);

/* Begins a visit with the moves that come to mind. The holder always considers a pass. The reacher
 * does so only to lift a ban: otherwise the holder passes, too, and nothing has changed. */
void goal_thread_expand(GoalThread *thread, int depth);

/* A move that has lost is null if it is outside the zone of that proof, as a pass is. Other moves
 * outside that zone are no better: they have lost, too. */
void goal_thread_leave_out(GoalThread *thread, int depth);

/* All moves tried have lost. Adds those that could still help. Returns false if no move is left,
 * with what is known of the position then. */
bool goal_thread_add_relevant(GoalThread *thread, int depth, GoalKnowledge *known);

/* What a position amounts to that is won by the child. */
void goal_thread_judge_won(GoalThread *thread, int depth, const GoalChild *best,
                           GoalKnowledge *known);

/* Settles and stores what a visit has found. */
void goal_thread_store(GoalThread *thread, int depth, GoalKnowledge *known, Point move,
                       int64_t work);

/* Are the limits reached, or is the root decided? */
bool goal_thread_is_spent(GoalThread *thread);

/* ---- Simulation (goal_simulation.c) ---- */

/* Tries the longest refutation of a sibling on a child. Returns whether the child loses by that. */
bool goal_thread_simulate(GoalThread *thread, int depth, GoalChild *child);

/* If the child has lost, tries its refutation on its open siblings. */
void goal_thread_simulate_others(GoalThread *thread, int depth, const GoalChild *lost);

#endif
