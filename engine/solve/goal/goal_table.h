/* The table of a goal search: what is known of positions, the cheapest entries replaced first. It
 * belongs to one thread. */
#ifndef ENGINE_SOLVE_GOAL_GOAL_TABLE_H
#define ENGINE_SOLVE_GOAL_GOAL_TABLE_H

#include "engine/go/reading/zone.h"

enum { GOAL_NO_ANCHOR = -1 };

/* Proof numbers for the side to move (V. Allis, "Searching for solutions in games and artificial
 * intelligence", 1994): phi is what is left to prove that it wins, delta that it loses. One is 0 if
 * that is proved, and the other is then GOAL_INFINITE. */
typedef struct {
    uint32_t phi, delta;
} GoalNumbers;

enum { GOAL_INFINITE = 1 << 28 };

/* A result that rests on the repetition of a position above is right only below that position (the
 * *anchor*): the deepest anchor's depth and the serial number of its visit say whether the search
 * is still there. All shallower anchors are then on the path, too. */
typedef struct {
    uint64_t key; /* 0: free */
    GoalNumbers numbers;
    uint32_t work;     /* positions searched below */
    uint32_t serial;   /* of the visit of the deepest anchor */
    int16_t low, high; /* depths of the shallowest and deepest anchor, or GOAL_NO_ANCHOR */
    Point move;        /* the best, or POINT_NONE */
    bool has_ko : 1;   /* the result rests on kos: another rule may change it */
    bool ko_met : 1;   /* the search that stored it had met a ko */
    uint8_t ko : 2;    /* the rule of that search (GoalKo) */
} GoalEntry;

typedef struct GoalTable GoalTable;

/* Returns NULL if out of memory. */
GoalTable *goal_table_new(int megabytes);
void goal_table_free(GoalTable *table); /* may be NULL */

/* Returns NULL if the key is unknown. The next store may overwrite the entry. */
const GoalEntry *goal_table_find(const GoalTable *table, uint64_t key);

/* Says that the key will soon be looked for. */
void goal_table_prefetch(const GoalTable *table, uint64_t key);

/* The zone that was stored with an entry of the table. */
const Zone *goal_table_zone(const GoalTable *table, const GoalEntry *entry);

/* zone: NULL if nothing asks for it. */
void goal_table_store(GoalTable *table, const GoalEntry *entry, const Zone *zone);

#endif
