#include "engine/solve/checkpoint.h"

#include <string.h>

#include "engine/base/table_memory.h"

enum {
    VERSION = 3, /* of the payloads (bounds.h) and notes */
    FACT_COUNT = 8,
    PESSIMISTIC_BIT = 1 << 16, /* of the bounds' note, whose number is CHECKPOINT_TOTALS */
};

static void fill_facts(const SolverContext *context, uint64_t start, TableFact facts[FACT_COUNT]) {
    const TableFact all[FACT_COUNT] = {
        {"claims version", VERSION, false},
        {"width", (uint64_t)context->shape->width, false},
        {"height", (uint64_t)context->shape->height, false},
        {"ko rule", table_word(SOLVE_KO_NAMES[context->ko]), true},
        {"suicide", table_word(context->suicide ? "on" : "off"), true},
        {"hash seed", context->shape->hash.seed, false},
        {"keys", (uint64_t)context->use.symmetry * 2 + context->use.exchange, false},
        {"start position", start, false},
    };
    memcpy(facts, all, sizeof all);
}

/* ---- Notes ---- */

/* A note's value lies in the bits of a payload that are neither age nor work: those below
 * them and those above. Its work is the greatest, so that nothing replaces it. */
enum { LOW_BITS = BOUNDS_WORK_SHIFT, HIGH_SHIFT = BOUNDS_KOS_SHIFT, HIGH_BITS = BOUNDS_KOS };

static uint64_t note_key(const HashKey *position, int number) {
    return hash_mix(position->key ^ hash_mix(position->check + (uint64_t)number + 1));
}

static void put_note(Table *table, const HashKey *position, int number, uint64_t value) {
    const uint64_t low = value & ((UINT64_C(1) << LOW_BITS) - 1);
    const uint64_t high = value >> LOW_BITS & ((UINT64_C(1) << HIGH_BITS) - 1);
    const uint64_t key = note_key(position, number);
    table_store(table, key, ~key,
                low | high << HIGH_SHIFT | (uint64_t)BOUNDS_WORK_MAX << BOUNDS_LAYOUT.work.shift);
}

static bool get_note(const Table *table, const HashKey *position, int number, uint64_t *value) {
    const uint64_t key = note_key(position, number);
    const uint64_t payload = table_probe(table, key, ~key);
    *value = (payload & ((UINT64_C(1) << LOW_BITS) - 1)) | payload >> HIGH_SHIFT << LOW_BITS;
    return payload != 0;
}

static const HashKey TOTALS = {0}; /* are noted of no position */

static void note_bounds(Table *table, const HashKey *position, const CheckpointBounds *bounds) {
    put_note(table, position, CHECKPOINT_TOTALS,
             (uint64_t)(bounds->lower + 64) * 256 + (uint64_t)(bounds->upper + 64) +
                 (uint64_t)bounds->is_pessimistic[BLACK] * PESSIMISTIC_BIT +
                 (uint64_t)bounds->is_pessimistic[WHITE] * PESSIMISTIC_BIT * 2);
}

bool checkpoint_find(const Table *table, const HashKey *position, CheckpointBounds *bounds) {
    uint64_t note;
    if (!get_note(table, position, CHECKPOINT_TOTALS, &note)) {
        return false;
    }
    const int lower = (int)(note % PESSIMISTIC_BIT / 256) - 64, upper = (int)(note % 256) - 64;
    if (lower < BOUNDS_LOWER_NONE || lower > upper || upper > BOUNDS_UPPER_NONE) {
        return false;
    }
    bounds->lower = lower;
    bounds->upper = upper;
    bounds->is_pessimistic[BLACK] = (note & PESSIMISTIC_BIT) != 0;
    bounds->is_pessimistic[WHITE] = (note & PESSIMISTIC_BIT * 2) != 0;
    return true;
}

/* ---- Lines ---- */

typedef struct {
    uint64_t key, payload;
} Entry;

static inline uint64_t work_in(uint64_t payload) {
    return table_field_get(payload, BOUNDS_LAYOUT.work);
}

/* Relaxed: each entry guards itself. */
static Entry read_entry(const TableEntry *entry) {
    const uint64_t payload = atomic_load_explicit(&entry->payload, memory_order_relaxed);
    const uint64_t guarded = atomic_load_explicit(&entry->guarded, memory_order_relaxed);
    return (Entry){guarded ^ payload, payload};
}

static void write_entry(TableEntry *entry, Entry value) {
    atomic_store_explicit(&entry->guarded, value.key ^ value.payload, memory_order_relaxed);
    atomic_store_explicit(&entry->payload, value.payload, memory_order_relaxed);
}

/* Keeps an entry among the best of a line. An entry that a checkpoint spread over many lines comes
 * several times; the one that cost most is kept. */
static void keep(TableLine *line, Entry entry) {
    int worst = 0;
    for (int i = 0; i < TABLE_LINE_ENTRIES; i++) {
        const Entry old = read_entry(&line->entry[i]);
        if (old.payload != 0 && old.key == entry.key) {
            worst = i;
            break;
        }
        worst = work_in(old.payload) < work_in(read_entry(&line->entry[worst]).payload) ||
                        old.payload == 0
                    ? i
                    : worst;
    }
    const Entry old = read_entry(&line->entry[worst]);
    if (old.payload == 0 || work_in(old.payload) < work_in(entry.payload)) {
        write_entry(&line->entry[worst], entry);
    }
}

/* The least whole factor by which the lines must shrink. It divides their number. */
static size_t find_factor(size_t lines, size_t max_lines) {
    size_t factor = (lines + max_lines - 1) / max_lines;
    while (factor < lines && lines % factor != 0) {
        factor++;
    }
    return factor < lines ? factor : lines;
}

bool checkpoint_save(const SolverContext *context, const CheckpointProgress *progress,
                     size_t max_bytes, const char *path, Status *status) {
    const Table *table = &context->table;
    const size_t factor = find_factor(table->line_count, max_bytes / TABLE_LINE_BYTES);
    TableFact facts[FACT_COUNT];
    Table small;
    if (!table_new(&small, table->line_count / factor * TABLE_LINE_BYTES, BOUNDS_LAYOUT)) {
        return status_fail(status, "out of memory");
    }
    for (size_t i = 0; i < table->line_count; i++) {
        for (int j = 0; j < TABLE_LINE_ENTRIES; j++) {
            const Entry entry = read_entry(&table->lines[i].entry[j]);
            if (entry.payload != 0) {
                keep(&small.lines[i / factor], entry);
            }
        }
    }
    for (int i = 0; i < CHECKPOINT_TOTALS; i++) {
        put_note(&small, &TOTALS, i, progress->totals[i]);
    }
    note_bounds(&small, &progress->position, &progress->bounds);
    fill_facts(context, progress->start, facts);
    const bool ok = table_save(&small, (TableFacts){facts, FACT_COUNT}, path, status);
    table_free(&small);
    return ok;
}

/* Searches of this run replace what came from the file, but not its notes. */
static void spread(const Table *small, Table *table) {
    const size_t factor = table->line_count / small->line_count;
    for (size_t i = 0; i < table->line_count; i++) {
        for (int j = 0; j < TABLE_LINE_ENTRIES; j++) {
            Entry entry = read_entry(&small->lines[i / factor].entry[j]);
            if (work_in(entry.payload) == BOUNDS_WORK_MAX) {
                entry.payload = table_stamp(table, entry.payload);
            } else {
                entry.payload &= ~(table_field_mask(BOUNDS_LAYOUT.age) << BOUNDS_LAYOUT.age.shift);
            }
            write_entry(&table->lines[i].entry[j], entry);
        }
    }
}

bool checkpoint_load(SolverContext *context, CheckpointProgress *progress, const char *path,
                     Status *status) {
    TableFact facts[FACT_COUNT];
    Table small, table;
    fill_facts(context, progress->start, facts);
    if (!table_load(&small, BOUNDS_LAYOUT, (TableFacts){facts, FACT_COUNT}, path, status)) {
        return false;
    }
    for (int i = 0; i < CHECKPOINT_TOTALS; i++) {
        (void)get_note(&small, &TOTALS, i, &progress->totals[i]);
    }
    const size_t wanted = context->table.line_count / small.line_count;
    const size_t lines = (wanted > 0 ? wanted : 1) * small.line_count;
    if (!table_new(&table, lines * TABLE_LINE_BYTES, BOUNDS_LAYOUT)) {
        table_free(&small);
        return status_fail(status, "out of memory");
    }
    table_age(&table);
    spread(&small, &table);
    table_free(&small);
    table_free(&context->table);
    context->table = table;
    return true;
}
