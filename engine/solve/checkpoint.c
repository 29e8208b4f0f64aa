/* Checkpoints; the header has the idea. */
#include "engine/solve/checkpoint.h"

#include <stdio.h>
#include <string.h>

enum {
    VERSION = 1, /* of the payloads: claim.h */
    FACT_COUNT = 7,
    PLAIN_BIT = 1 << 16, /* of the bounds' note */
};

static void fill_facts(const SolveArena *arena, TableFact facts[FACT_COUNT]) {
    const TableFact all[FACT_COUNT] = {
        {"claims version", VERSION},
        {"width", (uint64_t)arena->shape->width},
        {"height", (uint64_t)arena->shape->height},
        {"ko rule", (uint64_t)arena->ko},
        {"suicide", arena->suicide},
        {"hash seed", arena->shape->hash.seed},
        {"keys", (uint64_t)arena->use.symmetry * 2 + arena->use.exchange},
    };
    memcpy(facts, all, sizeof all);
}

/* ---- Notes ---- */

/* A note's value lies in the bits of a payload that are neither age nor work: those below
 * them and those above. Its work is the greatest, so that nothing replaces it. */
enum { LOW_BITS = CLAIM_WORK_SHIFT, HIGH_SHIFT = CLAIM_KOS_SHIFT, HIGH_BITS = CLAIM_KOS };

static uint64_t note_key(const HashKey *position, int number) {
    return hash_mix(position->key ^ hash_mix(position->check + (uint64_t)number + 1));
}

static void put_note(Table *table, const HashKey *position, int number, uint64_t value) {
    const uint64_t low = value & ((UINT64_C(1) << LOW_BITS) - 1);
    const uint64_t high = value >> LOW_BITS & ((UINT64_C(1) << HIGH_BITS) - 1);
    const uint64_t key = note_key(position, number);
    table_store(table, key, ~key,
                low | high << HIGH_SHIFT | (uint64_t)CLAIM_WORK_MAX << CLAIM_LAYOUT.work.shift);
}

static bool get_note(const Table *table, const HashKey *position, int number, uint64_t *value) {
    const uint64_t key = note_key(position, number);
    const uint64_t payload = table_probe(table, key, ~key);
    *value = (payload & ((UINT64_C(1) << LOW_BITS) - 1)) | payload >> HIGH_SHIFT << LOW_BITS;
    return payload != 0;
}

/* What is noted of no position. */
static const HashKey TOTALS = {0};

static void put_notes(Table *table, const HashKey *position, const CheckpointNotes *notes) {
    put_note(table, &TOTALS, 0, notes->nodes);
    put_note(table, &TOTALS, 1, notes->generated);
    put_note(table, &TOTALS, 2, notes->milliseconds);
    put_note(table, position, 3,
             (uint64_t)(notes->lower + 64) * 256 + (uint64_t)(notes->upper + 64) +
                 (uint64_t)notes->is_plain[BLACK] * PLAIN_BIT +
                 (uint64_t)notes->is_plain[WHITE] * PLAIN_BIT * 2);
}

static void get_notes(const Table *table, const HashKey *position, CheckpointNotes *notes) {
    uint64_t bounds;
    (void)get_note(table, &TOTALS, 0, &notes->nodes);
    (void)get_note(table, &TOTALS, 1, &notes->generated);
    (void)get_note(table, &TOTALS, 2, &notes->milliseconds);
    if (get_note(table, position, 3, &bounds)) {
        notes->lower = (int)(bounds % PLAIN_BIT / 256) - 64;
        notes->upper = (int)(bounds % 256) - 64;
        notes->is_plain[BLACK] = (bounds & PLAIN_BIT) != 0;
        notes->is_plain[WHITE] = (bounds & PLAIN_BIT * 2) != 0;
    }
}

/* ---- Lines ---- */

typedef struct {
    uint64_t key, payload;
} Entry;

static inline uint64_t work_in(uint64_t payload) {
    return table_field_get(payload, CLAIM_LAYOUT.work);
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
static size_t find_factor(size_t lines, size_t most_lines) {
    size_t factor = (lines + most_lines - 1) / most_lines;
    while (factor < lines && lines % factor != 0) {
        factor++;
    }
    return factor < lines ? factor : lines;
}

bool checkpoint_save(const SolveArena *arena, const HashKey *position, const CheckpointNotes *notes,
                     uint64_t least_nodes, size_t most_bytes, const char *path, TableError *error) {
    const Table *table = &arena->table;
    const size_t factor = find_factor(table->line_count, most_bytes / TABLE_LINE_BYTES);
    Table small;
    if (!table_init(&small, table->line_count / factor * TABLE_LINE_BYTES, CLAIM_LAYOUT)) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return false;
    }
    for (size_t i = 0; i < table->line_count; i++) {
        for (int j = 0; j < TABLE_LINE_ENTRIES; j++) {
            const Entry entry = read_entry(&table->lines[i].entry[j]);
            if (entry.payload != 0 &&
                UINT64_C(2) << work_in(entry.payload) > least_nodes) { /* work: rounded down */
                keep(&small.lines[i / factor], entry);
            }
        }
    }
    put_notes(&small, position, notes);
    TableFact facts[FACT_COUNT];
    fill_facts(arena, facts);
    const bool ok = table_save(&small, (TableFacts){facts, FACT_COUNT}, path, error);
    table_free(&small);
    return ok;
}

static void spread(const Table *small, Table *table) {
    const size_t factor = table->line_count / small->line_count;
    for (size_t i = 0; i < table->line_count; i++) {
        for (int j = 0; j < TABLE_LINE_ENTRIES; j++) {
            Entry entry = read_entry(&small->lines[i / factor].entry[j]);
            entry.payload &= ~(table_field_mask(CLAIM_LAYOUT.age) << CLAIM_LAYOUT.age.shift);
            write_entry(&table->lines[i].entry[j], entry);
        }
    }
}

bool checkpoint_load(SolveArena *arena, const HashKey *position, CheckpointNotes *notes,
                     const char *path, TableError *error) {
    TableFact facts[FACT_COUNT];
    Table small, table;
    fill_facts(arena, facts);
    if (!table_load(&small, TABLE_COPY, CLAIM_LAYOUT, (TableFacts){facts, FACT_COUNT}, path,
                    error)) {
        return false;
    }
    get_notes(&small, position, notes);
    const size_t wanted = arena->table.line_count / small.line_count;
    const size_t lines = (wanted > 0 ? wanted : 1) * small.line_count;
    if (!table_init(&table, lines * TABLE_LINE_BYTES, CLAIM_LAYOUT)) {
        table_free(&small);
        snprintf(error->text, sizeof error->text, "out of memory");
        return false;
    }
    spread(&small, &table);
    table_age(&table);
    table_free(&small);
    table_free(&arena->table);
    arena->table = table;
    return true;
}
