#include "engine/solve/proof/strategy_builder.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

void strategy_builder_init(StrategyBuilder *builder, const WholeRules *rules) {
    *builder = (StrategyBuilder){.key_bytes = strategy_key_bytes(rules)};
    map_init(&builder->map, 0);
}

void strategy_builder_free(StrategyBuilder *builder) {
    free(builder->entries);
    map_free(&builder->map);
}

static size_t first_slot(const StrategyBuilder *builder, const uint8_t *key) {
    return map_first(&builder->map, frame_sum(key, builder->key_bytes));
}

static size_t find_slot(const StrategyBuilder *builder, const uint8_t *key) {
    size_t slot = first_slot(builder, key);
    while (map_has(&builder->map, slot) &&
           memcmp(builder->entries[map_number(&builder->map, slot)].key, key, builder->key_bytes) !=
               0) {
        slot = map_next(&builder->map, slot);
    }
    return slot;
}

static uint64_t hash_of(const void *context, uint32_t number) {
    const StrategyBuilder *builder = context;
    return frame_sum(builder->entries[number].key, builder->key_bytes);
}

static void index_anew(StrategyBuilder *builder) {
    map_free(&builder->map);
    map_init(&builder->map, builder->count);
    for (size_t i = 0; i < builder->count; i++) {
        map_add(&builder->map, (uint32_t)i, hash_of, builder);
    }
}

uint32_t strategy_builder_find(const StrategyBuilder *builder, const uint8_t *key) {
    const size_t slot = find_slot(builder, key);
    return map_has(&builder->map, slot) ? map_number(&builder->map, slot) : STRATEGY_ENTRY_NONE;
}

void strategy_builder_find_all(const StrategyBuilder *builder, uint8_t (*keys)[STRATEGY_KEY_MAX],
                               int count, uint32_t *entries) {
    for (int i = 0; i < count; i++) {
        __builtin_prefetch(&builder->map.slots[first_slot(builder, keys[i])]);
    }
    for (int i = 0; i < count; i++) {
        const size_t slot = first_slot(builder, keys[i]);
        if (map_has(&builder->map, slot)) {
            __builtin_prefetch(&builder->entries[map_number(&builder->map, slot)]);
        }
    }
    for (int i = 0; i < count; i++) {
        entries[i] = strategy_builder_find(builder, keys[i]);
    }
}

void strategy_builder_add(StrategyBuilder *builder, const uint8_t *key, int move) {
    builder->entries = memory_grow(builder->entries, builder->count, sizeof *builder->entries);
    StrategyEntry *entry = &builder->entries[builder->count];
    *entry = (StrategyEntry){.move_count = 1, .is_near_cycle = true};
    memcpy(entry->key, key, builder->key_bytes);
    entry->moves[0] = (uint8_t)move;
    map_add(&builder->map, (uint32_t)builder->count++, hash_of, builder);
}

static int move_index(const StrategyEntry *entry, int move) {
    int i = 0;
    while (i < entry->move_count && entry->moves[i] != (uint8_t)move) {
        i++;
    }
    return i;
}

bool strategy_builder_append(StrategyBuilder *builder, uint32_t number, int move) {
    StrategyEntry *entry = &builder->entries[number];
    if (entry->move_count == STRATEGY_MOVES_MAX || move_index(entry, move) < entry->move_count) {
        return false;
    }
    entry->moves[entry->move_count++] = (uint8_t)move;
    entry->is_ranked = false;
    return true;
}

void strategy_builder_read(StrategyBuilder *builder, const ProofFile *file,
                           const Strategy *strategy, int max_moves) {
    for (size_t i = 0; i < strategy->count; i++) {
        const uint8_t *record = strategy_record(file, strategy, i);
        uint8_t key[STRATEGY_KEY_MAX] = {0};
        memcpy(key, record, builder->key_bytes);
        const int move = record_move(record, builder->key_bytes);
        const size_t last = builder->count - 1;
        if (builder->count == 0 || memcmp(builder->entries[last].key, key, sizeof key) != 0) {
            strategy_builder_add(builder, key, move);
        } else if (builder->entries[last].move_count < max_moves) {
            strategy_builder_append(builder, (uint32_t)last, move);
        }
    }
}

bool strategy_builder_promote(StrategyBuilder *builder, uint32_t number, int move) {
    StrategyEntry *entry = &builder->entries[number];
    const int place = move_index(entry, move);
    if (place == STRATEGY_MOVES_MAX || (entry->promoted >> place & 1) != 0) {
        return false;
    }
    for (int i = place; i > 0; i--) {
        entry->moves[i] = entry->moves[i - 1];
    }
    /* The bits below the place move up by one, those above stay. */
    const unsigned below = (1U << place) - 1, above = ~((2U << place) - 1);
    entry->promoted = (uint8_t)((entry->promoted & above) | (entry->promoted & below) << 1 | 1);
    entry->moves[0] = (uint8_t)move;
    entry->move_count = (uint8_t)(entry->move_count + (place == entry->move_count));
    entry->is_ranked = false;
    return true;
}

void strategy_builder_drop(StrategyBuilder *builder, uint32_t number, int place) {
    StrategyEntry *entry = &builder->entries[number];
    const unsigned below = (1U << place) - 1;
    entry->promoted = (uint8_t)((entry->promoted & below) | (entry->promoted >> 1 & ~below));
    entry->move_count--;
    for (int i = place; i < entry->move_count; i++) {
        entry->moves[i] = entry->moves[i + 1];
    }
}

void strategy_builder_remove(StrategyBuilder *builder, uint32_t number) {
    map_remove(&builder->map, find_slot(builder, builder->entries[number].key), hash_of, builder);
    const size_t last = builder->count - 1;
    if (number != last) { /* the last entry takes its place */
        map_renumber(&builder->map, find_slot(builder, builder->entries[last].key), number);
        builder->entries[number] = builder->entries[last];
    }
    builder->count = last;
}

void strategy_builder_keep(StrategyBuilder *builder, const bool *is_kept) {
    size_t kept = 0;
    for (size_t i = 0; i < builder->count; i++) {
        if (is_kept[i]) {
            builder->entries[kept++] = builder->entries[i];
        }
    }
    builder->count = kept;
    index_anew(builder);
}

size_t strategy_builder_record_count(const StrategyBuilder *builder, bool near_cycles) {
    size_t records = 0;
    for (size_t i = 0; i < builder->count; i++) {
        const StrategyEntry *entry = &builder->entries[i];
        records += entry->is_near_cycle || !near_cycles ? entry->move_count : 0;
    }
    return records;
}

/* Keys are zero beyond their bytes. */
static int compare_entries(const void *a, const void *b) {
    return memcmp(((const StrategyEntry *)a)->key, ((const StrategyEntry *)b)->key,
                  STRATEGY_KEY_MAX);
}

static void sort_entries(StrategyEntry *entries, size_t count) {
    if (count > 0) {
        qsort(entries, count, sizeof *entries, compare_entries);
    }
}

static bool are_sorted(const StrategyEntry *entries, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if (compare_entries(&entries[i - 1], &entries[i]) > 0) {
            return false;
        }
    }
    return true;
}

/* The records of a block. */
typedef struct {
    uint8_t *records;
    size_t count, record_bytes;
} BlockWriter;

static void write_block(BlockWriter *writer, Text *text) {
    if (writer->count > 0) {
        block_pack(writer->records, writer->count, writer->record_bytes, text);
    }
    writer->count = 0;
}

static void write_entry(BlockWriter *writer, const StrategyEntry *entry, Text *text) {
    const size_t key_bytes = writer->record_bytes - STRATEGY_TAIL_BYTES;
    for (int i = 0; i < entry->move_count; i++) {
        uint8_t *record = writer->records + writer->count++ * writer->record_bytes;
        record_pack(entry->key, key_bytes, entry->rank, entry->moves[i], record);
        if (writer->count == BLOCK_RECORDS) {
            write_block(writer, text);
        }
    }
}

static bool write_entries(const StrategyEntry *entries, size_t count, size_t key_bytes,
                          const VerifyMonitor *monitor, Text *text) {
    BlockWriter writer = {.record_bytes = key_bytes + STRATEGY_TAIL_BYTES};
    writer.records = memory_new(BLOCK_RECORDS, writer.record_bytes);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        write_entry(&writer, &entries[i], text);
        ok = i % MONITOR_EACH != 0 || monitor_report(monitor, "positions written", i, count);
    }
    write_block(&writer, text);
    free(writer.records);
    return ok;
}

bool strategy_builder_write(StrategyBuilder *builder, const VerifyMonitor *monitor, Text *text) {
    if (!are_sorted(builder->entries, builder->count)) {
        sort_entries(builder->entries, builder->count);
        index_anew(builder);
    }
    return write_entries(builder->entries, builder->count, builder->key_bytes, monitor, text);
}

bool strategy_builder_write_near_cycles(const StrategyBuilder *builder,
                                        const VerifyMonitor *monitor, Text *text) {
    StrategyEntry *entries = NULL;
    size_t count = 0;
    for (size_t i = 0; i < builder->count; i++) {
        if (builder->entries[i].is_near_cycle) {
            entries = memory_grow(entries, count, sizeof *entries);
            entries[count++] = builder->entries[i];
        }
    }
    sort_entries(entries, count);
    const bool ok = write_entries(entries, count, builder->key_bytes, monitor, text);
    free(entries);
    return ok;
}
