/* The transposition table: memory, replacement, clearing and resizing. */
#include "tt/table.h"

#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/base/os/thread.h"

enum { CLEAR_THREADS_MAX = 64 }; /* more gain nothing: clearing is bound by memory */

static bool layout_is_sound(TableLayout layout) {
    const TableField age = layout.age, work = layout.work;
    const bool apart = age.width == 0 || work.width == 0 || age.shift + age.width <= work.shift ||
                       work.shift + work.width <= age.shift;
    return apart && age.shift + age.width <= 64 && work.shift + work.width <= 64 &&
           age.shift < 64 && work.shift < 64 && age.width + work.width <= 63;
}

/* Maps one huge page more than needed, so that the lines can begin at a huge page; pages that are
 * never touched take no memory. The system uses ordinary pages if it has no huge ones. */
static bool map_lines(Table *table, size_t line_count) {
    if (line_count > (SIZE_MAX - HUGE_PAGE_BYTES) / TABLE_LINE_BYTES) {
        return false;
    }
    const size_t bytes = line_count * TABLE_LINE_BYTES;
    table->mapping_bytes = bytes + HUGE_PAGE_BYTES;
    table->mapping = pages_new(table->mapping_bytes, PAGES_RESERVED);
    if (table->mapping == NULL) {
        return false;
    }
    const size_t past_boundary = (uintptr_t)table->mapping % HUGE_PAGE_BYTES;
    table->lines = (TableLine *)((char *)table->mapping + (HUGE_PAGE_BYTES - past_boundary));
    table->line_count = line_count;
    pages_prefer_huge(table->lines, bytes);
    return true;
}

bool table_init(Table *table, size_t bytes, TableLayout layout) {
    assert(bytes >= TABLE_LINE_BYTES && layout_is_sound(layout));
    table->layout = layout;
    atomic_init(&table->generation, 0);
    return map_lines(table, bytes / TABLE_LINE_BYTES);
}

void table_free(Table *table) {
    pages_free(table->mapping, table->mapping_bytes);
}

/* Replacement takes the entry of the least priority: 0 if empty, else by age, then by work. */
static uint64_t priority(const Table *table, uint64_t payload, uint64_t generation) {
    const TableLayout layout = table->layout;
    const uint64_t range = table_field_mask(layout.age);
    const uint64_t age = (generation - table_field_get(payload, layout.age)) & range;
    const uint64_t work = table_field_get(payload, layout.work);
    return payload == 0 ? 0 : 1 + ((range - age) << layout.work.width) + work;
}

TableStored table_store(Table *table, uint64_t key, uint64_t check, uint64_t payload) {
    const uint64_t generation = atomic_load_explicit(&table->generation, memory_order_relaxed);
    TableEntry *entry = table_line_of(table, check)->entry, *victim = NULL;
    uint64_t least = UINT64_MAX;
    TableStored stored = TABLE_REPLACED;
    assert((payload & ~(table_field_mask(table->layout.age) << table->layout.age.shift)) != 0);
    for (int i = 0; i < TABLE_LINE_ENTRIES; i++) {
        const uint64_t old = atomic_load_explicit(&entry[i].payload, memory_order_relaxed);
        const uint64_t guarded = atomic_load_explicit(&entry[i].guarded, memory_order_relaxed);
        if ((guarded ^ old) == key && old != 0) {
            victim = &entry[i];
            stored = TABLE_UPDATED;
            break;
        }
        const uint64_t kept = priority(table, old, generation);
        if (kept < least) {
            least = kept;
            victim = &entry[i];
            stored = old == 0 ? TABLE_FILLED : TABLE_REPLACED;
        }
    }
    payload = table_stamp(table, payload);
    atomic_store_explicit(&victim->guarded, key ^ payload, memory_order_relaxed);
    atomic_store_explicit(&victim->payload, payload, memory_order_relaxed);
    return stored;
}

typedef struct {
    TableLine *lines;
    size_t count;
} LineRange;

/* Relaxed stores: a probe at the same time misses an entry that is half cleared: (0, p) matches
 * only key p, (k ^ p, 0) matches none. */
static void *clear_range(void *argument) {
    const LineRange *range = argument;
    for (size_t i = 0; i < range->count; i++) {
        for (int j = 0; j < TABLE_LINE_ENTRIES; j++) {
            TableEntry *entry = &range->lines[i].entry[j];
            atomic_store_explicit(&entry->payload, 0, memory_order_relaxed);
            atomic_store_explicit(&entry->guarded, 0, memory_order_relaxed);
        }
    }
    return NULL;
}

void table_clear(Table *table, int threads) {
    assert(threads >= 1);
    const size_t parts = threads < CLEAR_THREADS_MAX ? (size_t)threads : CLEAR_THREADS_MAX;
    pthread_t ids[CLEAR_THREADS_MAX];
    LineRange ranges[CLEAR_THREADS_MAX];
    bool started[CLEAR_THREADS_MAX] = {false};
    size_t begin = 0;
    for (size_t i = 0; i < parts; i++) {
        const size_t count = (table->line_count - begin) / (parts - i);
        ranges[i] = (LineRange){&table->lines[begin], count};
        begin += count;
        /* This thread clears the last part, and any part for which no thread can be created. */
        started[i] = i + 1 < parts && thread_start(&ids[i], clear_range, &ranges[i]) == 0;
        if (!started[i]) {
            clear_range(&ranges[i]);
        }
    }
    for (size_t i = 0; i < parts; i++) {
        if (started[i]) {
            pthread_join(ids[i], NULL);
        }
    }
    atomic_store_explicit(&table->generation, 0, memory_order_relaxed);
}

/* Merges factor consecutive lines into one with their best entries, best first. Relaxed: no other
 * thread uses a table that is being resized. */
static TableLine merge_lines(const Table *table, const TableLine *lines, size_t factor) {
    const uint64_t generation = atomic_load_explicit(&table->generation, memory_order_relaxed);
    uint64_t guarded[TABLE_LINE_ENTRIES] = {0}, payload[TABLE_LINE_ENTRIES] = {0};
    for (size_t i = 0; i < factor * TABLE_LINE_ENTRIES; i++) {
        const TableEntry *entry = &lines[i / TABLE_LINE_ENTRIES].entry[i % TABLE_LINE_ENTRIES];
        const uint64_t word = atomic_load_explicit(&entry->payload, memory_order_relaxed);
        int at = TABLE_LINE_ENTRIES;
        while (at > 0 &&
               priority(table, payload[at - 1], generation) < priority(table, word, generation)) {
            at--;
            if (at + 1 < TABLE_LINE_ENTRIES) {
                payload[at + 1] = payload[at];
                guarded[at + 1] = guarded[at];
            }
        }
        if (at < TABLE_LINE_ENTRIES) {
            payload[at] = word;
            guarded[at] = atomic_load_explicit(&entry->guarded, memory_order_relaxed);
        }
    }
    TableLine merged;
    for (int i = 0; i < TABLE_LINE_ENTRIES; i++) {
        atomic_init(&merged.entry[i].payload, payload[i]);
        atomic_init(&merged.entry[i].guarded, guarded[i]);
    }
    return merged;
}

/* In place: line i is written after lines factor * i and following have been read. Whole pages
 * beyond the new end go back to the system. */
static void shrink(Table *table, size_t line_count) {
    const size_t factor = table->line_count / line_count;
    for (size_t i = 0; i < line_count; i++) {
        const TableLine merged = merge_lines(table, &table->lines[factor * i], factor);
        memcpy(&table->lines[i], &merged, sizeof merged);
    }
    table->line_count = line_count;
    const size_t used = (size_t)((char *)&table->lines[line_count] - (char *)table->mapping);
    table->mapping_bytes = pages_trim(table->mapping, table->mapping_bytes, used);
}

bool table_resize(Table *table, size_t bytes) {
    assert(bytes >= TABLE_LINE_BYTES);
    const size_t line_count = bytes / TABLE_LINE_BYTES;
    if (line_count <= table->line_count && table->line_count % line_count == 0) {
        shrink(table, line_count);
        return true;
    }
    Table resized;
    if (!table_init(&resized, bytes, table->layout)) {
        return false;
    }
    table_free(table);
    table->lines = resized.lines;
    table->line_count = resized.line_count;
    table->mapping = resized.mapping;
    table->mapping_bytes = resized.mapping_bytes;
    atomic_store_explicit(&table->generation, 0, memory_order_relaxed);
    return true;
}
