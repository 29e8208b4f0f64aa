/* The transposition table: replacement and clearing. */
#include "tt/table.h"

static bool layout_is_sound(TableLayout layout) {
    const TableField age = layout.age, work = layout.work;
    const bool apart = age.width == 0 || work.width == 0 || age.shift + age.width <= work.shift ||
                       work.shift + work.width <= age.shift;
    return apart && age.shift + age.width <= 64 && work.shift + work.width <= 64 &&
           age.shift < 64 && work.shift < 64 && age.width + work.width <= 63;
}

void table_init(Table *table, void *memory, size_t bytes, TableLayout layout) {
    assert(bytes >= TABLE_LINE_BYTES && (uintptr_t)memory % TABLE_LINE_BYTES == 0);
    assert(layout_is_sound(layout));
    table->lines = memory;
    table->line_count = bytes / TABLE_LINE_BYTES;
    table->layout = layout;
    atomic_init(&table->generation, 0);
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

/* Relaxed stores: a probe at the same time misses an entry that is half cleared: (0, p) matches
 * only key p, (k ^ p, 0) matches none. */
void table_clear(Table *table) {
    for (size_t i = 0; i < table->line_count; i++) {
        for (int j = 0; j < TABLE_LINE_ENTRIES; j++) {
            TableEntry *entry = &table->lines[i].entry[j];
            atomic_store_explicit(&entry->payload, 0, memory_order_relaxed);
            atomic_store_explicit(&entry->guarded, 0, memory_order_relaxed);
        }
    }
    atomic_store_explicit(&table->generation, 0, memory_order_relaxed);
}
