#include "engine/solve/goal/goal_table.h"

#include <stdlib.h>

#include "engine/base/os/pages.h"
#include "hash/zobrist.h"

enum { BUCKET = 4 }; /* entries in which a key may stand */

struct GoalTable {
    GoalEntry *entries;
    size_t bucket_count, bytes;
};

GoalTable *goal_table_new(int megabytes) {
    GoalTable *table = calloc(1, sizeof *table);
    if (table == NULL) {
        return NULL;
    }
    table->bucket_count = ((size_t)megabytes << 20) / (BUCKET * sizeof *table->entries);
    table->bytes = table->bucket_count * BUCKET * sizeof *table->entries;
    table->entries = pages_new(table->bytes, PAGES_SPARSE);
    if (table->entries == NULL) {
        free(table);
        return NULL;
    }
    return table;
}

void goal_table_free(GoalTable *table) {
    if (table != NULL) {
        pages_free(table->entries, table->bytes);
        free(table);
    }
}

static GoalEntry *find_bucket(const GoalTable *table, uint64_t key) {
    return &table->entries[hash_mix(key) % table->bucket_count * BUCKET];
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

void goal_table_store(GoalTable *table, const GoalEntry *entry) {
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
}
