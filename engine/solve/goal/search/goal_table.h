/* The table of a goal search: what is known of positions, the cheapest entries replaced first. Any
 * thread may look up and store at any time: an entry that two threads write at once is lost, not
 * mixed up, as its words tell (R. Hyatt, T. Mann, "A lockless transposition table implementation
 * for parallel search", 2002). */
#ifndef ENGINE_SOLVE_GOAL_SEARCH_GOAL_TABLE_H
#define ENGINE_SOLVE_GOAL_SEARCH_GOAL_TABLE_H

#include <stddef.h>

#include "engine/go/board/point.h"

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

#endif
