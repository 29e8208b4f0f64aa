#include "engine/solve/goal/search/goal_thread.h"

#include <stdlib.h>

#include "engine/base/os/pages.h"
#include "hash/zobrist.h"

enum { BUCKET = 4 /* entries in which a key may stand: two cache lines */ };

/* The words of an entry. The first is the exclusive or of the key and all others. */
enum {
    WORD_KEY,
    WORD_WORK, /* and the lower bits of the serial number */
    WORD_REST,
    WORD_ZONE, /* the zone if the numbers are decided, or else the numbers */
    WORDS
};

/* Where the parts of WORD_REST begin:
 *
 *     63      52 51      41  40    39   38     37 36 35    20 19  10 9   0
 *     serial >> 32   age    lost   won  has_ko  ko     move     high   low
 *
 * high and low are depths plus 1. */
enum {
    REST_LOW = 0,
    REST_HIGH = 10,
    REST_MOVE = 20,
    REST_KO = 36,
    REST_HAS_KO = 38,
    REST_WON,
    REST_LOST,
    REST_AGE,
    REST_SERIAL = 52,
    AGES = 1 << (REST_SERIAL - REST_AGE),
    DEPTH_MASK = GOAL_TABLE_DEPTH_MAX + 1,
};

struct GoalTable {
    _Atomic uint64_t *words;
    size_t bytes;
    size_t bucket_count; /* less than 2^32 */
    uint64_t age;        /* of the entries that count: slots of others are free */
};

GoalTable *goal_table_new(size_t bytes) {
    GoalTable *table = calloc(1, sizeof *table);
    if (table == NULL) {
        return NULL;
    }
    const size_t bucket_bytes = BUCKET * WORDS * sizeof *table->words;
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

void goal_table_forget(GoalTable *table) {
    if (++table->age == AGES) {
        pages_clear(table->words, table->bytes);
        table->age = 0;
    }
}

static _Atomic uint64_t *find_bucket(const GoalTable *table, uint64_t key) {
    const size_t bucket = (size_t)((hash_mix(key) >> 32) * table->bucket_count >> 32);
    return &table->words[bucket * BUCKET * WORDS];
}

/* Loads the words of a slot. Returns the key of its entry, which is 0 if it is free. */
static uint64_t load_slot(const GoalTable *table, const _Atomic uint64_t *slot,
                          uint64_t words[WORDS]) {
    uint64_t key = 0;
    for (int i = 0; i < WORDS; i++) {
        words[i] = atomic_load_explicit(&slot[i], memory_order_relaxed);
        key ^= words[i];
    }
    return (words[WORD_REST] >> REST_AGE & (AGES - 1)) == table->age ? key : 0;
}

static GoalNumbers unpack_numbers(const uint64_t words[WORDS]) {
    const uint64_t rest = words[WORD_REST];
    return rest >> REST_WON & 1 ? (GoalNumbers){0, GOAL_INFINITE}
           : rest >> REST_LOST & 1
               ? (GoalNumbers){GOAL_INFINITE, 0}
               : (GoalNumbers){(uint32_t)(words[WORD_ZONE] >> 32), (uint32_t)words[WORD_ZONE]};
}

static int16_t unpack_depth(uint64_t rest, int at) {
    return (int16_t)((int)(rest >> at & DEPTH_MASK) - 1);
}

static uint64_t pack_depth(int depth, int at) {
    return (uint64_t)(depth + 1) << at;
}

static void unpack(uint64_t key, const uint64_t words[WORDS], GoalEntry *entry) {
    const uint64_t rest = words[WORD_REST];
    entry->key = key;
    entry->numbers = unpack_numbers(words);
    entry->work = (uint32_t)(words[WORD_WORK] >> 32);
    entry->serial = (words[WORD_WORK] & UINT32_MAX) | rest >> REST_SERIAL << 32;
    entry->low = unpack_depth(rest, REST_LOW);
    entry->high = unpack_depth(rest, REST_HIGH);
    entry->move = (Point)(rest >> REST_MOVE & 0xFFFF);
    entry->ko = rest >> REST_KO & 3;
    entry->has_ko = rest >> REST_HAS_KO & 1;
    entry->zone = goal_numbers_decided(entry->numbers) ? words[WORD_ZONE] : 0;
}

static void pack(const GoalTable *table, const GoalEntry *entry, uint64_t words[WORDS]) {
    const bool is_decided = goal_numbers_decided(entry->numbers);
    words[WORD_WORK] = (uint64_t)entry->work << 32 | (entry->serial & UINT32_MAX);
    words[WORD_REST] = pack_depth(entry->low, REST_LOW) | pack_depth(entry->high, REST_HIGH) |
                       (uint64_t)entry->move << REST_MOVE | (uint64_t)entry->ko << REST_KO |
                       (uint64_t)entry->has_ko << REST_HAS_KO |
                       (uint64_t)(entry->numbers.phi == 0) << REST_WON |
                       (uint64_t)(entry->numbers.delta == 0) << REST_LOST | table->age << REST_AGE |
                       entry->serial >> 32 << REST_SERIAL;
    words[WORD_ZONE] =
        is_decided ? entry->zone : (uint64_t)entry->numbers.phi << 32 | entry->numbers.delta;
    words[WORD_KEY] = entry->key ^ words[WORD_WORK] ^ words[WORD_REST] ^ words[WORD_ZONE];
}

bool goal_table_find(const GoalTable *table, uint64_t key, GoalEntry *entry) {
    const _Atomic uint64_t *bucket = find_bucket(table, key);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t words[WORDS];
        if (load_slot(table, &bucket[i * WORDS], words) == key) {
            unpack(key, words, entry);
            return true;
        }
    }
    return false;
}

void goal_table_prefetch(const GoalTable *table, uint64_t key) {
    const _Atomic uint64_t *bucket = find_bucket(table, key);
    __builtin_prefetch(bucket);
    __builtin_prefetch(bucket + BUCKET * WORDS / 2);
}

/* Is the entry of a slot decided for good, under the rule for kos of an open one of its key? */
static bool is_better(const uint64_t words[WORDS], const GoalEntry *fresh) {
    GoalEntry old;
    unpack(fresh->key, words, &old);
    return goal_numbers_decided(old.numbers) && !goal_numbers_decided(fresh->numbers) &&
           old.high == GOAL_NO_ANCHOR && (old.ko == fresh->ko || !old.has_ko);
}

void goal_table_store(GoalTable *table, const GoalEntry *entry) {
    _Atomic uint64_t *bucket = find_bucket(table, entry->key), *victim = bucket;
    uint64_t words[WORDS], least = UINT64_MAX;
    for (int i = 0; i < BUCKET; i++) {
        _Atomic uint64_t *slot = &bucket[i * WORDS];
        const uint64_t key = load_slot(table, slot, words);
        if (key == entry->key && is_better(words, entry)) {
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
    for (int i = 0; i < WORDS; i++) {
        atomic_store_explicit(&victim[i], words[i], memory_order_relaxed);
    }
}
