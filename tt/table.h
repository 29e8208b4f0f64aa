/* The transposition table: two words of key find one word of payload, from any number of threads,
 * without a lock. It knows nothing about Go: keys come from hash/zobrist.h (HashKey.key and
 * HashKey.check), and a payload means what its caller says.
 *
 *     line    64 bytes, one cache line: four entries
 *     entry   16 bytes:  guarded = key ^ payload | payload        payload 0: empty
 *
 * The check word picks the line, so everything that a position can meet is in one cache line; the
 * key word is compared. Invariant: an entry answers to key only where guarded ^ payload == key and
 * payload != 0 (Hyatt and Mann 2002, "A lock-less transposition table implementation for parallel
 * search"). Where two writers meet in an entry and leave one word each, the pair (a ^ p, q) answers
 * to a ^ p ^ q, which for writers of one key (a, p != q) is not that key, and for writers of two
 * is a third position's key by a chance of about 2^-64. Such a wreck is a miss that gets replaced
 * some day. One key twice in a line is legal too: the first is found and updated.
 *
 * Memory order: every access to an entry is relaxed. The two words prove each other, nothing else
 * is published by them, and whatever mixture of old and new a reader sees fails the comparison. A
 * payload that names memory elsewhere therefore needs an order of the caller's own, such as an
 * acquire load of a flag in that memory.
 *
 * Threads: table_probe, table_prefetch, table_store, table_refresh, table_age and table_save
 * (tt/file.h) at any time from any thread. table_clear too, but what others store meanwhile may
 * stay. table_init, table_load, table_resize and table_free have the table for themselves.
 */
#ifndef TT_TABLE_H
#define TT_TABLE_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hash/zobrist.h"

enum { TABLE_LINE_BYTES = 64, TABLE_LINE_ENTRIES = 4 };

typedef struct {
    _Atomic uint64_t guarded; /* key ^ payload */
    _Atomic uint64_t payload; /* 0: empty */
} TableEntry;

typedef struct {
    _Alignas(TABLE_LINE_BYTES) TableEntry entry[TABLE_LINE_ENTRIES];
} TableLine;

_Static_assert(sizeof(TableLine) == TABLE_LINE_BYTES, "a line is a cache line");
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "64-bit loads and stores need no lock");

/* Bits shift .. shift + width - 1 of a payload; width 0 where there is no such field. */
typedef struct {
    uint8_t shift, width;
} TableField;

/* Where the payload keeps what replacement looks at. The fields may not overlap and take at most 63
 * bits together. The table writes the age; the work (how much the answer cost) is the caller's. */
typedef struct {
    TableField age, work;
} TableLayout;

typedef struct {
    TableLine *lines;
    size_t line_count;
    TableLayout layout;
    /* Relaxed: a thread that sees the new generation late marks some entries older than they are,
     * which only misguides the choice of a victim. */
    _Atomic uint64_t generation;
    void *mapping; /* the memory as it was mapped: lines lie in it */
    size_t mapping_bytes;
} Table;

/* Makes an empty table of bytes / 64 lines; bytes must be at least 64, any number. The memory is
 * asked for in huge pages and taken when it is first written to. Returns false where there is not
 * enough. */
bool table_init(Table *table, size_t bytes, TableLayout layout);
void table_free(Table *table);

/* Changes the size. All entries are lost, since the check words are not stored and lines cannot be
 * told, but where the number of lines shrinks by a whole factor f (1 too): old lines f * i to
 * f * i + f - 1 are just those whose positions belong in new line i, since floor(floor(f n x) / f)
 * = floor(n x), and the best four of their entries stay. Returns false, and leaves the table as it
 * is, where there is not enough memory. */
bool table_resize(Table *table, size_t bytes);

/* Empties the table with this many threads (at least 1). */
void table_clear(Table *table, int threads);

/* Begins a new generation: entries that are neither stored nor refreshed from now on are the first
 * to be replaced. O(1): ages are compared modulo the range of the age field, so an entry that no
 * one touches for a whole range (16 generations of a 4-bit field) counts as new again. */
static inline void table_age(Table *table) {
    atomic_fetch_add_explicit(&table->generation, 1, memory_order_relaxed);
}

static inline uint64_t table_field_mask(TableField field) {
    return (UINT64_C(1) << field.width) - 1;
}

static inline uint64_t table_field_get(uint64_t payload, TableField field) {
    return (payload >> field.shift) & table_field_mask(field);
}

/* The payload as a store would leave it now. */
static inline uint64_t table_stamp(const Table *table, uint64_t payload) {
    const TableField age = table->layout.age;
    const uint64_t mask = table_field_mask(age);
    const uint64_t now = atomic_load_explicit(&table->generation, memory_order_relaxed) & mask;
    return (payload & ~(mask << age.shift)) | now << age.shift;
}

__extension__ typedef unsigned __int128 TableWide;

/* The high word of (mixed check x number of lines): even for any number of lines, and without a
 * division (Lemire 2019, "Fast random integer generation in an interval"). */
static inline size_t table_line_index(size_t line_count, uint64_t check) {
    return (size_t)((TableWide)hash_mix(check) * line_count >> 64);
}

static inline TableLine *table_line_of(const Table *table, uint64_t check) {
    return &table->lines[table_line_index(table->line_count, check)];
}

/* Starts to fetch the line, for a probe or store some hundred nanoseconds from now. */
static inline void table_prefetch(const Table *table, uint64_t check) {
    __builtin_prefetch(table_line_of(table, check));
}

/* The payload that was stored with this key, age included; 0 where there is none. A probe writes
 * nothing: lines that are only read stay in every core's cache, pages of a mapped file stay shared,
 * and a reader cannot undo what a writer does at the same time. To keep an old entry in the table
 * is the caller's wish: table_refresh. All four entries are compared and the first that fits
 * counts: who waits for the answer then waits for the line alone, not for a wrong guess of the
 * place. */
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
    TABLE_UPDATED,  /* the key was there */
    TABLE_FILLED,   /* into an empty entry */
    TABLE_REPLACED, /* another key had to go */
} TableStored;

/* Stores payload under the key with the current age, whatever age it has. The other bits must not
 * all be 0. It takes the entry of the same key, else an empty one, else the one of the oldest age
 * and, among those, the least work; a store is never refused, so a caller that would rather keep
 * the better of two answers to one key probes first. */
TableStored table_store(Table *table, uint64_t key, uint64_t check, uint64_t payload);

/* Gives the entry that a probe found the current age, where it has another; payload is what the
 * probe returned. It rewrites both words, once a generation at most. Another thread's newer payload
 * of this key may be lost to it, as to any store. */
static inline void table_refresh(Table *table, uint64_t key, uint64_t check, uint64_t payload) {
    if (table_stamp(table, payload) != payload) {
        table_store(table, key, check, payload);
    }
}

/* What one thread did; the caller owns it and keeps it out of other threads' cache lines. Nothing
 * is counted unless the caller does so. */
typedef struct {
    uint64_t probes, hits;
    uint64_t turned_hits; /* hits on what another image of the position stored */
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

#endif
