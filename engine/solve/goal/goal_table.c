#include "engine/solve/goal/goal_table.h"

#include <stdlib.h>

#include "engine/base/os/pages.h"
#include "hash/zobrist.h"

enum { BUCKET = 4 }; /* entries in which a key may stand */

struct GoalTable {
    GoalEntry *entries;
    Zone *zones;         /* of each entry, apart: most look-ups need none */
    size_t bucket_count; /* less than 2^32 */
};

GoalTable *goal_table_new(int megabytes) {
    GoalTable *table = calloc(1, sizeof *table);
    if (table == NULL) {
        return NULL;
    }
    table->bucket_count =
        ((size_t)megabytes << 20) / (BUCKET * (sizeof *table->entries + sizeof *table->zones));
    const size_t count = table->bucket_count * BUCKET;
    table->entries = pages_new(count * sizeof *table->entries, PAGES_SPARSE);
    table->zones = pages_new(count * sizeof *table->zones, PAGES_SPARSE);
    if (table->entries == NULL || table->zones == NULL) {
        goal_table_free(table);
        return NULL;
    }
    pages_prefer_huge(table->entries, count * sizeof *table->entries);
    return table;
}

void goal_table_free(GoalTable *table) {
    if (table == NULL) {
        return;
    }
    const size_t count = table->bucket_count * BUCKET;
    if (table->entries != NULL) {
        pages_free(table->entries, count * sizeof *table->entries);
    }
    if (table->zones != NULL) {
        pages_free(table->zones, count * sizeof *table->zones);
    }
    free(table);
}

static GoalEntry *find_bucket(const GoalTable *table, uint64_t key) {
    const size_t bucket = (size_t)((hash_mix(key) >> 32) * table->bucket_count >> 32);
    return &table->entries[bucket * BUCKET];
}

const GoalEntry *goal_table_find(const GoalTable *table, uint64_t key) {
    const GoalEntry *bucket = find_bucket(table, key);
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key) {
            return &bucket[i];
        }
    }
    return NULL;
}

void goal_table_prefetch(const GoalTable *table, uint64_t key) {
    const GoalEntry *bucket = find_bucket(table, key);
    __builtin_prefetch(bucket);
    __builtin_prefetch(bucket + BUCKET / 2);
}

const Zone *goal_table_zone(const GoalTable *table, const GoalEntry *entry) {
    return &table->zones[entry - table->entries];
}

void goal_table_store(GoalTable *table, const GoalEntry *entry, const Zone *zone) {
    GoalEntry *bucket = find_bucket(table, entry->key), *victim = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == entry->key || bucket[i].key == 0) {
            victim = &bucket[i];
            break;
        }
        if (bucket[i].work < victim->work) {
            victim = &bucket[i];
        }
    }
    *victim = *entry;
    if (zone != NULL) {
        table->zones[victim - table->entries] = *zone;
    }
}
