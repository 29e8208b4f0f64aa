/* The table with three kinds of keys, on one stream of positions in one table: a plain key, the
 * canonical key, and the naive way of looking up all eight images. */
#include "engine/lab/bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "hash/random.h"
#include "tt/table.h"

/* Enough positions that the processor does not learn its branches by heart, few enough to stay in
 * the second-level cache. Another word XORed into all lanes makes other positions of them. */
enum { POSITIONS = 1024, WIDTH = 19, CELLS = WIDTH * WIDTH };

enum { ROUNDS = 25, OPERATIONS = 1 << 17, LOAD_MB_MAX = 32 };

static const TableLayout LAYOUT = {.age = {0, 4}, .work = {4, 20}};

/* A probe is for a turned image of what was stored. A plain key cannot find that, so it is given
 * what was stored. */
typedef struct {
    HashLanes stored[POSITIONS], probed[POSITIONS];
} Stream;

typedef enum { DEPENDENT, INDEPENDENT, STORE, MIX } Work;

/* One thread's share of a measurement. */
typedef struct {
    Table *table;
    const Stream *stream;
    BenchTableKey key;
    Work work;
    uint64_t first, passes; /* passes first .. first + passes - 1 of the stream */
    uint64_t bound;         /* passes 0 .. bound - 1 are in the table */
    uint64_t sum;           /* keeps the compiler from dropping the work */
    double begin, end;
} TableShare;

static void fill_stream(Stream *stream, const HashTables *tables) {
    Rng rng = rng_new(1);
    for (int i = 0; i < POSITIONS; i++) {
        HashCell cells[CELLS];
        for (int cell = 0; cell < CELLS; cell++) {
            cells[cell] = (HashCell)rng_below(&rng, 3);
        }
        hash_lanes_of(tables, cells, &stream->stored[i]);
        const Symmetry turn = (Symmetry)rng_below(&rng, SYMMETRY_COUNT);
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            stream->probed[i].lane[g] = stream->stored[i].lane[symmetry_compose(g, turn)];
        }
    }
}

/* Tells the positions of one pass from those of another, as the side to move does. */
static uint64_t word_of_pass(uint64_t pass) {
    SplitMix random = {pass};
    return splitmix_next(&random);
}

static inline uint64_t payload_of(uint64_t word, int i) {
    const uint64_t mixed = hash_mix(word ^ (uint64_t)i);
    return (mixed ^ mixed >> 32) | UINT64_C(1) << 32; /* not 0 without its age */
}

static inline HashKey key_of(const HashLanes *lanes, uint64_t word) {
    HashLanes all;
    for (int g = 0; g < SYMMETRY_COUNT; g++) {
        all.lane[g] = lanes->lane[g] ^ word;
    }
    return hash_key_of_lanes(&all);
}

static inline uint64_t probe(const Table *table, const HashLanes *lanes, uint64_t word,
                             BenchTableKey key) {
    if (key == BENCH_SYMMETRIC) {
        const HashKey canonical = key_of(lanes, word);
        return table_probe(table, canonical.key, canonical.check);
    }
    uint64_t payload = 0;
    for (int g = 0; payload == 0 && g < (key == BENCH_EIGHT ? SYMMETRY_COUNT : 1); g++) {
        payload = table_probe(table, lanes->lane[g] ^ word, lanes->lane[g] ^ word);
    }
    return payload;
}

static inline void store(Table *table, const HashLanes *lanes, uint64_t word, BenchTableKey key,
                         int i) {
    if (key == BENCH_SYMMETRIC) {
        const HashKey canonical = key_of(lanes, word);
        table_store(table, canonical.key, canonical.check, payload_of(word, i));
    } else {
        const uint64_t plain = lanes->lane[0] ^ word;
        table_store(table, plain, plain, payload_of(word, i));
    }
}

/* Inlined for each key and kind of work, so that none pays for the others. In dependent work the
 * next position depends on whether the last answer was the expected one, by its highest bit. It
 * always is, since all these probes are for stored positions; but a processor that guesses a miss
 * instead of waiting looks for a wrong position every other time. Of the other probes half miss. A
 * mix is a store after three probes. */
static inline __attribute__((always_inline)) uint64_t work_through(const TableShare *share,
                                                                   BenchTableKey key, Work work) {
    const HashLanes *probed = key == BENCH_PLAIN ? share->stream->stored : share->stream->probed;
    uint64_t sum = 0, surprise = 0;
    for (uint64_t pass = share->first; pass < share->first + share->passes; pass++) {
        const uint64_t known = work == DEPENDENT ? share->bound : 2 * share->bound;
        const uint64_t word = word_of_pass(work == STORE ? pass : pass % known);
        for (int i = 0; i < POSITIONS; i++) {
            if (work == STORE) {
                store(share->table, &share->stream->stored[i], word, key, i);
            } else if (work == MIX && i % 4 == 3) {
                store(share->table, &probed[i], ~word, key, i);
            } else {
                const uint64_t guess = work == DEPENDENT ? word ^ surprise >> 63 : word;
                /* Kept as a value, lest a branch on it guess the answer. */
                const uint64_t answer = bench_keep(probe(share->table, &probed[i], guess, key));
                surprise = answer ^ payload_of(word, i);
                sum += answer;
            }
        }
    }
    return sum;
}

static inline __attribute__((always_inline)) uint64_t work_with_key(const TableShare *share,
                                                                    BenchTableKey key) {
    switch (share->work) {
    case DEPENDENT:
        return work_through(share, key, DEPENDENT);
    case INDEPENDENT:
        return work_through(share, key, INDEPENDENT);
    case STORE:
        return work_through(share, key, STORE);
    case MIX:
        return work_through(share, key, MIX);
    }
    return 0;
}

static void work_share(void *item) {
    TableShare *share = item;
    share->begin = clock_seconds();
    switch (share->key) {
    case BENCH_PLAIN:
        share->sum = work_with_key(share, BENCH_PLAIN);
        break;
    case BENCH_SYMMETRIC:
        share->sum = work_with_key(share, BENCH_SYMMETRIC);
        break;
    case BENCH_EIGHT:
        share->sum = work_with_key(share, BENCH_EIGHT);
        break;
    case BENCH_TABLE_KEY_COUNT:
        break;
    }
    share->end = clock_seconds();
}

/* Returns the nanoseconds of one operation of one thread, from the start of the first thread to the
 * end of the last; INFINITY if that many threads are not available. */
static double run_ns(const TableShare *common, int threads) {
    TableShare shares[BENCH_THREADS_MAX];
    for (int i = 0; i < threads; i++) {
        shares[i] = *common;
        shares[i].first += (uint64_t)i * common->passes;
    }
    if (team_run(work_share, shares, sizeof shares[0], threads) < threads) {
        return INFINITY;
    }
    double begin = shares[0].begin, end = shares[0].end;
    for (int i = 1; i < threads; i++) {
        begin = shares[i].begin < begin ? shares[i].begin : begin;
        end = shares[i].end > end ? shares[i].end : end;
    }
    return (end - begin) * 1e9 / ((double)common->passes * (double)POSITIONS);
}

typedef struct {
    BenchTableKey key;
    Work work;
    bool all_threads;
    double *best_ns;
} Measured;

/* Fills a quarter of the entries by the plain key, which serves the eight too, and a quarter by the
 * canonical one, by turns, so that neither comes first in the lines. Returns the share to go on
 * with. */
static TableShare fill_half(Table *table, const Stream *stream) {
    TableShare share = {.table = table, .stream = stream, .work = STORE, .passes = 1};
    share.bound = table->line_count * TABLE_LINE_ENTRIES / (4 * POSITIONS);
    for (; share.first < share.bound; share.first++) {
        share.key = BENCH_PLAIN;
        run_ns(&share, 1);
        share.key = BENCH_SYMMETRIC;
        run_ns(&share, 1);
    }
    return share;
}

/* Makes all measurements in each round, one after the other, so that a disturbance hits all alike.
 */
static void run_rounds(Table *table, const Stream *stream, int threads, BenchTable *result) {
    double threads_ns[2] = {1e9, 1e9}; /* probes, mix */
    const Measured measurements[] = {
        {BENCH_PLAIN, DEPENDENT, false, &result->dependent_ns[BENCH_PLAIN]},
        {BENCH_SYMMETRIC, DEPENDENT, false, &result->dependent_ns[BENCH_SYMMETRIC]},
        {BENCH_EIGHT, DEPENDENT, false, &result->dependent_ns[BENCH_EIGHT]},
        {BENCH_SYMMETRIC, DEPENDENT, true, &threads_ns[0]},
        {BENCH_PLAIN, INDEPENDENT, false, &result->independent_ns[BENCH_PLAIN]},
        {BENCH_SYMMETRIC, INDEPENDENT, false, &result->independent_ns[BENCH_SYMMETRIC]},
        {BENCH_EIGHT, INDEPENDENT, false, &result->independent_ns[BENCH_EIGHT]},
        {BENCH_PLAIN, MIX, false, &result->mix_ns[BENCH_PLAIN]},
        {BENCH_SYMMETRIC, MIX, false, &result->mix_ns[BENCH_SYMMETRIC]},
        {BENCH_EIGHT, MIX, false, &result->mix_ns[BENCH_EIGHT]},
        {BENCH_SYMMETRIC, MIX, true, &threads_ns[1]},
        {BENCH_PLAIN, STORE, false, &result->store_ns[BENCH_PLAIN]},
        {BENCH_SYMMETRIC, STORE, false, &result->store_ns[BENCH_SYMMETRIC]},
    };
    const size_t count = sizeof measurements / sizeof measurements[0];
    TableShare share = fill_half(table, stream);
    share.passes = OPERATIONS / POSITIONS;
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < count; i++) {
            const Measured *m = &measurements[i];
            share.key = m->key;
            share.work = m->work;
            share.first += share.passes * (uint64_t)threads;
            const double ns = run_ns(&share, m->all_threads ? threads : 1);
            *m->best_ns = round == 0 || ns < *m->best_ns ? ns : *m->best_ns;
        }
    }
    result->threads_scaling = threads * result->dependent_ns[BENCH_SYMMETRIC] / threads_ns[0];
    result->threads_scaling_mix = threads * result->mix_ns[BENCH_SYMMETRIC] / threads_ns[1];
}

/* Stores `load` positions for each entry of the table. Gives the share that is still found, of all
 * and of the quarter with the most work. */
static void measure_load(Table *table, const Stream *stream, double load, double *found,
                         double *found_deepest) {
    const TableField work = LAYOUT.work;
    const uint64_t entries = table->line_count * TABLE_LINE_ENTRIES;
    const uint64_t passes = (uint64_t)(load * (double)entries) / POSITIONS;
    uint64_t stored[2] = {0, 0}, kept[2] = {0, 0}; /* all, the deepest quarter */
    table_clear(table, 1);
    TableShare share = {.table = table, .stream = stream, .key = BENCH_SYMMETRIC, .work = STORE};
    share.passes = passes;
    run_ns(&share, 1);
    for (uint64_t pass = 0; pass < passes; pass++) {
        const uint64_t word = word_of_pass(pass);
        for (int i = 0; i < POSITIONS; i++) {
            const bool hit = probe(table, &stream->probed[i], word, BENCH_SYMMETRIC) != 0;
            const uint64_t depth = table_field_get(payload_of(word, i), work);
            const bool deep = depth >= table_field_mask(work) / 4 * 3;
            stored[0]++;
            stored[1] += deep;
            kept[0] += hit;
            kept[1] += deep && hit;
        }
    }
    *found = (double)kept[0] / (double)stored[0];
    *found_deepest = (double)kept[1] / (double)stored[1];
}

static Stream *new_stream(void) {
    HashTables *tables = aligned_alloc(64, (sizeof *tables + 63) / 64 * 64);
    Stream *stream = aligned_alloc(64, sizeof *stream);
    if (tables != NULL && stream != NULL) {
        hash_tables_init(tables, WIDTH, WIDTH, HASH_DEFAULT_SEED);
        fill_stream(stream, tables);
    } else {
        free(stream);
        stream = NULL;
    }
    free(tables);
    return stream;
}

bool bench_table(int megabytes, int threads, BenchTable *result) {
    static const double LOADS[BENCH_LOAD_COUNT] = {0.5, 1, 2, 4};
    *result = (BenchTable){.megabytes = megabytes, .threads = threads};
    Table table;
    Stream *stream = new_stream();
    if (stream == NULL || !table_init(&table, (size_t)megabytes << 20, LAYOUT)) {
        free(stream);
        return false;
    }
    const double begin = clock_seconds();
    table_clear(&table, threads); /* touches all the memory */
    result->clear_seconds = clock_seconds() - begin;
    run_rounds(&table, stream, threads, result);
    const int load_megabytes = megabytes < LOAD_MB_MAX ? megabytes : LOAD_MB_MAX;
    const bool ok = table_resize(&table, (size_t)load_megabytes << 20);
    for (int i = 0; ok && i < BENCH_LOAD_COUNT; i++) {
        measure_load(&table, stream, LOADS[i], &result->hit_rate[i], &result->kept_deepest[i]);
    }
    table_free(&table);
    free(stream);
    return ok;
}
