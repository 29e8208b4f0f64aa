/* The transposition table: two words of key find one word of payload, from any number of threads,
 * without a lock. It is independent of Go: keys come from hash/zobrist.h (HashKey.key and
 * HashKey.check), and a payload means what its caller says.
 *
 *     line    64 bytes, one cache line: four entries
 *     entry   16 bytes:  guarded = key ^ payload | payload        payload 0: empty
 *
 * The check word picks the line; the key word is compared. Invariant: an entry matches a key only
 * if guarded ^ payload == key and payload != 0 (Hyatt and Mann 2002, "A lock-less transposition
 * table implementation for parallel search"). If two threads write one entry at the same time and
 * each leaves one word, the pair (a ^ p, q) matches the key a ^ p ^ q. If both wrote the same key
 * a, that is not a, since p != q; if they wrote two keys, it is the key of a third position with
 * probability about 2^-64. So a torn entry is a miss, and is replaced in time. The same key twice
 * in a line is legal: the first one is found and updated.
 *
 * Memory order: every access to an entry is relaxed. The two words verify each other, publish
 * nothing else, and any mixture of old and new fails the comparison. If a payload refers to other
 * memory, the caller needs an order of its own, such as an acquire load of a flag in that memory.
 *
 * Threads: all functions but table_init may be called at any time. Entries that other threads store
 * during table_clear may survive it.
 *
 * The memory is the caller's. C++ programs may include this header and link table.c. */
#ifndef TT_TABLE_H
#define TT_TABLE_H

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
#include <atomic>
#else
#include <stdatomic.h>
#endif

#include "hash/zobrist.h"

#ifdef __cplusplus
using std::atomic_fetch_add_explicit, std::atomic_load_explicit, std::memory_order_relaxed;
typedef std::atomic<uint64_t> TableWord;
extern "C" {
#else
typedef _Atomic uint64_t TableWord;
#endif

enum { TABLE_LINE_BYTES = 64, TABLE_LINE_ENTRIES = 4 };

typedef struct {
    TableWord guarded; /* key ^ payload */
    TableWord payload; /* 0: empty */
} TableEntry;

typedef struct {
    alignas(TABLE_LINE_BYTES) TableEntry entry[TABLE_LINE_ENTRIES];
} TableLine;

static_assert(sizeof(TableLine) == TABLE_LINE_BYTES, "a line is a cache line");
static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "64-bit loads and stores need no lock");

/* Bits shift .. shift + width - 1 of a payload; width 0 if there is no such field. */
typedef struct {
    uint8_t shift, width;
} TableField;

/* The fields of a payload by which entries are replaced. They must not overlap and take at most 63
 * bits together. The table writes the age; the caller writes the work, which grows with what the
 * payload cost to compute. */
typedef struct {
    TableField age, work;
} TableLayout;

typedef struct {
    TableLine *lines;
    size_t line_count;
    TableLayout layout;
    /* Relaxed: a thread that sees a new generation late marks some entries as too old, which only
     * leads to a worse choice of what to replace. */
    TableWord generation;
} Table;

/* Makes an empty table of bytes / 64 lines (at least one) in memory that is zeroed, aligned to 64
 * bytes and kept by the caller. Huge pages make it faster. */
void table_init(Table *table, void *memory, size_t bytes, TableLayout layout);

void table_clear(Table *table);

/* Begins a new generation: entries that are not stored again are replaced first. Ages are compared
 * modulo the range of the age field, so an entry untouched for a whole range (16 generations with a
 * 4-bit field) counts as new again. */
static inline void table_age(Table *table) {
    atomic_fetch_add_explicit(&table->generation, 1, memory_order_relaxed);
}

static inline uint64_t table_field_mask(TableField field) {
    return (UINT64_C(1) << field.width) - 1;
}

static inline uint64_t table_field_get(uint64_t payload, TableField field) {
    return (payload >> field.shift) & table_field_mask(field);
}

/* The payload with the current age, as a store would write it. */
static inline uint64_t table_stamp(const Table *table, uint64_t payload) {
    const TableField age = table->layout.age;
    const uint64_t mask = table_field_mask(age);
    const uint64_t now = atomic_load_explicit(&table->generation, memory_order_relaxed) & mask;
    return (payload & ~(mask << age.shift)) | now << age.shift;
}

__extension__ typedef unsigned __int128 TableWide;

/* The high word of (mixed check x number of lines): evenly distributed for any number of lines,
 * without a division (Lemire 2019, "Fast random integer generation in an interval"). */
static inline size_t table_line_index(size_t line_count, uint64_t check) {
    return (size_t)((TableWide)hash_mix(check) * line_count >> 64);
}

static inline TableLine *table_line_of(const Table *table, uint64_t check) {
    return &table->lines[table_line_index(table->line_count, check)];
}

/* Starts fetching the line for a probe or store about a hundred nanoseconds from now. */
static inline void table_prefetch(const Table *table, uint64_t check) {
    __builtin_prefetch(table_line_of(table, check));
}

/* Returns the payload stored with this key, age included, or 0. A probe writes nothing: lines stay
 * in every core's cache, pages of a mapped file stay shared, and a reader cannot undo a writer's
 * work. To keep an old entry, store it again. All four entries are compared without a branch and
 * the first match is taken, so the caller waits for the line alone and not for a misprediction. */
static inline uint64_t table_probe(const Table *table, uint64_t key, uint64_t check) {
    const TableEntry *entry = table_line_of(table, check)->entry;
    uint64_t found = 0;
    for (int i = TABLE_LINE_ENTRIES - 1; i >= 0; i--) {
        const uint64_t payload = atomic_load_explicit(&entry[i].payload, memory_order_relaxed);
        const uint64_t guarded = atomic_load_explicit(&entry[i].guarded, memory_order_relaxed);
        found = (guarded ^ payload) == key ? payload : found;
    }
    return found;
}

typedef enum {
    TABLE_UPDATED,  /* the entry of the same key */
    TABLE_FILLED,   /* an empty entry */
    TABLE_REPLACED, /* the entry of another key */
} TableStored;

/* Stores payload under the key, with the current age; its other bits must not all be 0. Takes the
 * entry of the same key, else an empty one, else among the oldest the one with the least work. A
 * store is never refused: to keep the better of two payloads, probe first. Returns which entry it
 * took. */
TableStored table_store(Table *table, uint64_t key, uint64_t check, uint64_t payload);

/* What one thread did with the table. The caller keeps it out of other threads' cache lines. */
typedef struct {
    uint64_t probes, hits;
    uint64_t turned_hits; /* hits on an entry that another image of the position stored */
    uint64_t stores, replacements;
} TableCounts;

static inline void table_count_probe(TableCounts *counts, bool hit, bool turned) {
    counts->probes++;
    counts->hits += hit;
    counts->turned_hits += hit && turned;
}

static inline void table_count_store(TableCounts *counts, TableStored stored) {
    counts->stores++;
    counts->replacements += stored == TABLE_REPLACED;
}

static inline void table_counts_add(TableCounts *total, const TableCounts *part) {
    total->probes += part->probes;
    total->hits += part->hits;
    total->turned_hits += part->turned_hits;
    total->stores += part->stores;
    total->replacements += part->replacements;
}

#ifdef __cplusplus
}
#endif

#endif
