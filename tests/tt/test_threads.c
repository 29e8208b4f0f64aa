/* Many threads on the same few lines: every payload identifies its key, and no probe ever returns
 * one that belongs to another key or was never stored. DIHEDRA_LONG makes it 10^8 operations. */
#include "engine/base/table_memory.h"
#include "hash/random.h"
#include "tests/support/program/sanitizer.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>

enum { OPERATIONS = IS_SANITIZED ? 1000000 : 10000000 };
enum { OPERATIONS_LONG = 100000000 };

enum { THREADS = 2, KEYS = 64 };

static const TableLayout LAYOUT = {.age = {0, 4}, .work = {4, 4}};

/* Bits 63..32 a digest of all else, 31..8 a number, 7..4 work, 3..0 age (the table's). */
static uint64_t payload_of(uint64_t key, uint32_t number_and_work) {
    const uint64_t low = number_and_work & ~UINT32_C(15);
    SplitMix mix = {key ^ hash_mix(low)};
    return (splitmix_next(&mix) & UINT64_C(0xFFFFFFFF00000000)) | low;
}

static bool belongs(uint64_t payload, uint64_t key) {
    return (payload & ~UINT64_C(15)) == payload_of(key, (uint32_t)payload);
}

typedef struct {
    Table *table;
    pthread_barrier_t *barrier;
    uint64_t seed;
    int operations;
    bool ages, clears;
    TableCounts counts;
    int mismatches;
} Prober;

static void probe_once(Prober *prober, uint64_t key, uint64_t check) {
    const uint64_t payload = table_probe(prober->table, key, check);
    table_count_probe(&prober->counts, payload != 0, false);
    if (payload != 0) {
        prober->mismatches += !belongs(payload, key);
        if (table_stamp(prober->table, payload) != payload) {
            table_store(prober->table, key, check, payload);
        }
    }
}

static void *work(void *argument) {
    Prober *prober = argument;
    SplitMix random = {prober->seed};
    pthread_barrier_wait(prober->barrier);
    for (int i = 0; i < prober->operations; i++) {
        const uint64_t r = splitmix_next(&random);
        SplitMix pool = {r % KEYS};
        const uint64_t key = splitmix_next(&pool), check = splitmix_next(&pool);
        if (r >> 63 == 0) {
            probe_once(prober, key, check);
        } else {
            table_count_store(&prober->counts, table_store(prober->table, key, check,
                                                           payload_of(key, (uint32_t)(r >> 16))));
        }
        if (i % 64 == 0 && prober->ages) {
            table_age(prober->table);
        }
        if (i % 1024 == 0 && prober->clears) {
            table_clear(prober->table);
        }
    }
    return NULL;
}

static void expect_no_mismatch(size_t lines, int operations, bool clears) {
    Table table;
    cr_assert(table_new(&table, lines * TABLE_LINE_BYTES, LAYOUT));
    Prober probers[THREADS];
    pthread_t ids[THREADS];
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        probers[i] = (Prober){.table = &table,
                              .barrier = &barrier,
                              .seed = (uint64_t)i + 1,
                              .operations = operations / THREADS,
                              .ages = i == 0,
                              .clears = clears && i == 0};
        cr_assert_eq(pthread_create(&ids[i], NULL, work, &probers[i]), 0);
    }
    TableCounts counts = {0};
    int mismatches = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(ids[i], NULL);
        mismatches += probers[i].mismatches;
        table_counts_add(&counts, &probers[i].counts);
    }
    cr_assert_eq(mismatches, 0, "%d of %d hits in %zu lines", mismatches, (int)counts.hits, lines);
    cr_assert_gt(counts.hits, counts.probes / 100, "the threads met nothing");
    cr_assert_gt(counts.replacements, 0);
    pthread_barrier_destroy(&barrier);
    table_free(&table);
}

Test(tt_threads, no_mismatch) {
    const int operations = getenv("DIHEDRA_LONG") != NULL ? OPERATIONS_LONG : OPERATIONS;
    expect_no_mismatch(1, operations, false);
    expect_no_mismatch(5, operations, false);
    expect_no_mismatch(3, operations / 10, true);
}

/* Two whole entries swap one word, as if two writers had met in each. */
Test(tt_threads, torn_pairs_are_rejected) {
    Table table;
    cr_assert(table_new(&table, TABLE_LINE_BYTES, LAYOUT));
    TableEntry *entry = table.lines[0].entry;
    SplitMix random = {2};
    for (int i = 0; i < 100000; i++) {
        const uint64_t a = splitmix_next(&random), other = splitmix_next(&random);
        const uint64_t b = i % 2 == 0 ? a : other; /* of one key, too */
        const uint64_t p = splitmix_next(&random) | 1, q = splitmix_next(&random) | 1;
        atomic_store(&entry[0].guarded, a ^ p);
        atomic_store(&entry[0].payload, p);
        atomic_store(&entry[1].guarded, b ^ q);
        atomic_store(&entry[1].payload, q);
        cr_assert(table_probe(&table, a, 0) == p && (a == b || table_probe(&table, b, 0) == q));
        atomic_store(&entry[0].payload, q);
        atomic_store(&entry[1].payload, p);
        cr_assert(table_probe(&table, a, 0) == 0 && table_probe(&table, b, 0) == 0);
        atomic_store(&entry[0].payload, 0); /* half cleared */
        atomic_store(&entry[1].guarded, 0);
        cr_assert(table_probe(&table, a, 0) == 0 && table_probe(&table, b, 0) == 0);
    }
    table_free(&table);
}
