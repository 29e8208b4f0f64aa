#include "engine/solve/goal/goal_table.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "engine/base/os/pages.h"
#include "hash/zobrist.h"

enum {
    BUCKET = 4, /* entries in which a key may stand */
    ZONE_WORDS_MAX = sizeof(Zone) / sizeof(uint64_t),
};

/* The words of an entry. The first is the exclusive or of the key and all others. */
enum {
    WORD_KEY,
    WORD_NUMBERS,
    WORD_WORK,
    WORD_REST,
    WORD_ZONE,
    WORDS_MAX = WORD_ZONE + ZONE_WORDS_MAX
};

enum { REST_SERIAL = 52 }; /* where the upper bits of the serial number begin */

struct GoalTable {
    _Atomic uint64_t *words;
    size_t bytes;
    size_t bucket_count; /* less than 2^32 */
    int entry_words, zone_words;
};

GoalTable *goal_table_new(size_t bytes, int zone_words) {
    GoalTable *table = calloc(1, sizeof *table);
    if (table == NULL) {
        return NULL;
    }
    table->zone_words = zone_words;
    table->entry_words = WORD_ZONE + zone_words;
    const size_t bucket_bytes = BUCKET * (size_t)table->entry_words * sizeof *table->words;
    table->bucket_count = bytes / bucket_bytes;
    table->bytes = table->bucket_count * bucket_bytes;
    table->words = pages_new(table->bytes, PAGES_SPARSE);
    if (table->words == NULL) {
        goal_table_free(table);
        return NULL;
    }
    pages_prefer_huge(table->words, table->bytes);
    return table;
}

void goal_table_free(GoalTable *table) {
    if (table == NULL) {
        return;
    }
    if (table->words != NULL) {
        pages_free(table->words, table->bytes);
    }
    free(table);
}

static _Atomic uint64_t *find_bucket(const GoalTable *table, uint64_t key) {
    const size_t bucket = (size_t)((hash_mix(key) >> 32) * table->bucket_count >> 32);
    return &table->words[bucket * BUCKET * (size_t)table->entry_words];
}

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

/* Loads the words of a slot. Returns the key of its entry, which is 0 if it is free. */
static uint64_t load_slot(const GoalTable *table, const _Atomic uint64_t *slot,
                          uint64_t words[WORDS_MAX]) {
    uint64_t key = 0;
    for (int i = 0; i < table->entry_words; i++) {
        words[i] = load(&slot[i]);
        key ^= words[i];
    }
    return key;
}

static GoalNumbers unpack_numbers(uint64_t word) {
    return (GoalNumbers){(uint32_t)(word >> 32), (uint32_t)word};
}

static void unpack(const GoalTable *table, uint64_t key, const uint64_t words[WORDS_MAX],
                   GoalEntry *entry) {
    const uint64_t rest = words[WORD_REST];
    entry->key = key;
    entry->numbers = unpack_numbers(words[WORD_NUMBERS]);
    entry->work = (uint32_t)(words[WORD_WORK] >> 32);
    entry->serial = (words[WORD_WORK] & UINT32_MAX) | rest >> REST_SERIAL << 32;
    entry->low = (int16_t)(rest & 0xFFFF);
    entry->high = (int16_t)(rest >> 16 & 0xFFFF);
    entry->move = (Point)(rest >> 32 & 0xFFFF);
    entry->ko = rest >> 48 & 3;
    entry->has_ko = rest >> 50 & 1;
    entry->ko_met = rest >> 51 & 1;
    for (int i = 0; i < table->zone_words && goal_numbers_decided(entry->numbers); i++) {
        entry->zone.bits[i] = words[WORD_ZONE + i];
    }
}

static void pack(const GoalTable *table, const GoalEntry *entry, uint64_t words[WORDS_MAX]) {
    words[WORD_NUMBERS] = (uint64_t)entry->numbers.phi << 32 | entry->numbers.delta;
    words[WORD_WORK] = (uint64_t)entry->work << 32 | (entry->serial & UINT32_MAX);
    words[WORD_REST] = (uint64_t)(uint16_t)entry->low | (uint64_t)(uint16_t)entry->high << 16 |
                       (uint64_t)(uint16_t)entry->move << 32 | (uint64_t)entry->ko << 48 |
                       (uint64_t)entry->has_ko << 50 | (uint64_t)entry->ko_met << 51 |
                       entry->serial >> 32 << REST_SERIAL;
    words[WORD_KEY] = entry->key;
    for (int i = 0; i < table->zone_words; i++) {
        words[WORD_ZONE + i] = goal_numbers_decided(entry->numbers) ? entry->zone.bits[i] : 0;
    }
    for (int i = WORD_NUMBERS; i < table->entry_words; i++) {
        words[WORD_KEY] ^= words[i];
    }
}

bool goal_table_find(const GoalTable *table, uint64_t key, GoalEntry *entry) {
    const _Atomic uint64_t *bucket = find_bucket(table, key);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t words[WORDS_MAX];
        if (load_slot(table, &bucket[i * table->entry_words], words) == key) {
            unpack(table, key, words, entry);
            return true;
        }
    }
    return false;
}

void goal_table_prefetch(const GoalTable *table, uint64_t key) {
    const _Atomic uint64_t *bucket = find_bucket(table, key);
    __builtin_prefetch(bucket);
    __builtin_prefetch(bucket + BUCKET * table->entry_words / 2);
}

/* Is the entry of a slot decided for good, under the rule for kos of an open one of its key? */
static bool is_better(const GoalTable *table, const uint64_t words[WORDS_MAX],
                      const GoalEntry *fresh) {
    GoalEntry old;
    unpack(table, fresh->key, words, &old);
    return goal_numbers_decided(old.numbers) && !goal_numbers_decided(fresh->numbers) &&
           old.high == GOAL_NO_ANCHOR && (old.ko == fresh->ko || !old.has_ko);
}

void goal_table_store(GoalTable *table, const GoalEntry *entry) {
    _Atomic uint64_t *bucket = find_bucket(table, entry->key), *victim = bucket;
    uint64_t words[WORDS_MAX], least = UINT64_MAX;
    for (int i = 0; i < BUCKET; i++) {
        _Atomic uint64_t *slot = &bucket[i * table->entry_words];
        const uint64_t key = load_slot(table, slot, words);
        if (key == entry->key && is_better(table, words, entry)) {
            return;
        }
        if (key == entry->key || key == 0) {
            victim = slot;
            break;
        }
        if (words[WORD_WORK] >> 32 < least) {
            least = words[WORD_WORK] >> 32;
            victim = slot;
        }
    }
    pack(table, entry, words);
    for (int i = 0; i < table->entry_words; i++) {
        atomic_store_explicit(&victim[i], words[i], memory_order_relaxed);
    }
}
