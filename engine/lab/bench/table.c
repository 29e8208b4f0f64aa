/* The table with three kinds of keys, on one stream of positions in one table: a plain key, the
 * canonical key, and the naive way of looking up all eight images. */
#include "engine/base/table_memory.h"
#include "engine/lab/bench/measurement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "hash/random.h"
#include "tt/table.h"

/* Too many positions for branch prediction to learn, few enough for the second-level cache. A word
 * XORed into all lanes makes other positions of them. */
enum { POSITIONS = 1024, WIDTH = 19, CELLS = WIDTH * WIDTH };

enum { ROUNDS = 25, OPERATIONS = 1 << 17, LOAD_MB_MAX = 32, LOAD_COUNT = 4 };

static const TableLayout LAYOUT = {.age = {0, 4}, .work = {4, 20}};

/* A probe is for an image of the position stored; with a plain key, which cannot find that, for the
 * position itself. */
typedef struct {
    HashLanes stored[POSITIONS], probed[POSITIONS];
} Stream;

/* How a position is looked up: by the plain hash of the board, by the canonical key, or by the
 * hashes of its eight images, one after the other until one is found. */
typedef enum { PLAIN, SYMMETRIC, EIGHT } KeyKind;

/* Probes that depend on the last one, probes that the processor may overlap, stores, or a store
 * after three probes. */
typedef enum { DEPENDENT, INDEPENDENT, STORE, MIX } Work;

typedef struct {
    Table *table;
    const Stream *stream;
    KeyKind key;
    Work work;
    uint64_t first, passes; /* passes first .. first + passes - 1 of the stream */
    uint64_t bound;         /* passes 0 .. bound - 1 are in the table */
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

/* Distinguishes the positions of one pass from those of another. */
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
                             KeyKind key) {
    if (key == SYMMETRIC) {
        const HashKey canonical = key_of(lanes, word);
        return table_probe(table, canonical.key, canonical.check);
    }
    uint64_t payload = 0;
    for (int g = 0; payload == 0 && g < (key == EIGHT ? SYMMETRY_COUNT : 1); g++) {
        payload = table_probe(table, lanes->lane[g] ^ word, lanes->lane[g] ^ word);
    }
    return payload;
}

static inline void store(Table *table, const HashLanes *lanes, uint64_t word, KeyKind key, int i) {
    if (key == SYMMETRIC) {
        const HashKey canonical = key_of(lanes, word);
        table_store(table, canonical.key, canonical.check, payload_of(word, i));
    } else {
        const uint64_t plain = lanes->lane[0] ^ word;
        table_store(table, plain, plain, payload_of(word, i));
    }
}

/* Inlined for each key and kind of work. In dependent work, whose positions are all stored, the
 * next probe depends on the highest bit of the last answer's difference from the expected one: it
 * is 0, but a processor that guesses a miss instead of waiting probes for a wrong position every
 * other time. Of the other probes half miss. */
static inline __attribute__((always_inline)) uint64_t work_through(const TableShare *share,
                                                                   KeyKind key, Work work) {
    const HashLanes *probed = key == PLAIN ? share->stream->stored : share->stream->probed;
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
                /* bench_keep, so that no branch predicts the answer. */
                const uint64_t answer = bench_keep(probe(share->table, &probed[i], guess, key));
                surprise = answer ^ payload_of(word, i);
                sum += answer;
            }
        }
    }
    return sum;
}

static inline __attribute__((always_inline)) uint64_t work_with_key(const TableShare *share,
                                                                    KeyKind key) {
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
    bench_keep(share->key == PLAIN       ? work_with_key(share, PLAIN)
               : share->key == SYMMETRIC ? work_with_key(share, SYMMETRIC)
                                         : work_with_key(share, EIGHT));
    share->end = clock_seconds();
}

/* Returns the nanoseconds of one operation of one thread, from the first thread's start to the last
 * one's end; INFINITY if that many threads cannot be started. */
static double run_ns(const TableShare *common, int threads) {
    TableShare shares[BENCH_THREADS_MAX];
    for (int i = 0; i < threads; i++) {
        shares[i] = *common;
        shares[i].first += (uint64_t)i * common->passes;
    }
    if (team_run(work_share, shares, sizeof shares[0], threads) < threads) {
        return INFINITY;
    }
    double begin = INFINITY, end = 0;
    for (int i = 0; i < threads; i++) {
        begin = fmin(begin, shares[i].begin);
        end = fmax(end, shares[i].end);
    }
    return (end - begin) * 1e9 / ((double)common->passes * (double)POSITIONS);
}

/* What is measured in each round, in this order. */
static const struct {
    KeyKind key;
    Work work;
    bool all_threads;
} MEASURED[] = {
    {PLAIN, DEPENDENT, false},    {SYMMETRIC, DEPENDENT, false}, {EIGHT, DEPENDENT, false},
    {SYMMETRIC, DEPENDENT, true}, {PLAIN, INDEPENDENT, false},   {SYMMETRIC, INDEPENDENT, false},
    {EIGHT, INDEPENDENT, false},  {PLAIN, MIX, false},           {SYMMETRIC, MIX, false},
    {EIGHT, MIX, false},          {SYMMETRIC, MIX, true},        {PLAIN, STORE, false},
    {SYMMETRIC, STORE, false},
};

enum { MEASURED_COUNT = sizeof MEASURED / sizeof MEASURED[0] };

/* Nanoseconds of one operation, the least of the rounds: [kind of work][key][by all threads]. */
typedef double LeastTimes[MIX + 1][EIGHT + 1][2];

/* Fills a quarter of the entries by the plain key, which the eight keys include, and a quarter by
 * the canonical one, alternating so that neither comes first in the lines. Returns the share to
 * continue with. */
static TableShare fill_half(Table *table, const Stream *stream) {
    TableShare share = {.table = table, .stream = stream, .work = STORE, .passes = 1};
    share.bound = table->line_count * TABLE_LINE_ENTRIES / (4 * POSITIONS);
    for (; share.first < share.bound; share.first++) {
        share.key = PLAIN;
        run_ns(&share, 1);
        share.key = SYMMETRIC;
        run_ns(&share, 1);
    }
    return share;
}

/* Makes all measurements in each round, so that a disturbance affects all alike. */
static void run_rounds(Table *table, const Stream *stream, int threads, LeastTimes least) {
    TableShare share = fill_half(table, stream);
    share.passes = OPERATIONS / POSITIONS;
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < MEASURED_COUNT; i++) {
            share.key = MEASURED[i].key;
            share.work = MEASURED[i].work;
            share.first += share.passes * (uint64_t)threads;
            const double ns = run_ns(&share, MEASURED[i].all_threads ? threads : 1);
            double *best = &least[share.work][share.key][MEASURED[i].all_threads];
            *best = round == 0 || ns < *best ? ns : *best;
        }
    }
}

static void add_times(json_t *json, int threads, LeastTimes least) {
    const double *plain = least[DEPENDENT][PLAIN], *symmetric = least[DEPENDENT][SYMMETRIC];
    const double *eight = least[DEPENDENT][EIGHT], *mix = least[MIX][SYMMETRIC];
    const Figure figures[] = {
        {"probe_plain_dependent_ns", *plain, 2, "each probe waits for the last; one key"},
        {"probe_symmetric_dependent_ns", *symmetric, 2, "the canonical key, made each time"},
        {"probe_eight_dependent_ns", *eight, 2, "eight keys in eight lines, until one is found"},
        {"ratio_symmetric_plain", *symmetric / *plain, 3,
         "of the dependent probes, over the plain key"},
        {"ratio_eight_plain", *eight / *plain, 3, ""},
        {"probe_plain_independent_ns", *least[INDEPENDENT][PLAIN], 2,
         "the processor may overlap probes"},
        {"probe_symmetric_independent_ns", *least[INDEPENDENT][SYMMETRIC], 2, ""},
        {"probe_eight_independent_ns", *least[INDEPENDENT][EIGHT], 2, ""},
        {"mix_plain_ns", *least[MIX][PLAIN], 2, "a store after three probes, overlapping"},
        {"mix_symmetric_ns", mix[0], 2, ""},
        {"mix_eight_ns", *least[MIX][EIGHT], 2, ""},
        {"store_plain_ns", *least[STORE][PLAIN], 2, ""},
        {"store_symmetric_ns", *least[STORE][SYMMETRIC], 2, ""},
        {"threads_scaling", threads * symmetric[0] / symmetric[1], 3,
         "throughput of dependent canonical probes over one thread's"},
        {"threads_scaling_mix", threads * mix[0] / mix[1], 3, "of the mix with canonical keys"},
        {0},
    };
    figures_add(json, figures);
}

/* Stores `load` positions for each entry of the table. Sets the share still found, of all and of
 * the quarter with the most work. */
static void measure_load(Table *table, const Stream *stream, double load, double *found,
                         double *found_deepest) {
    const TableField work = LAYOUT.work;
    const uint64_t entries = table->line_count * TABLE_LINE_ENTRIES;
    const uint64_t passes = (uint64_t)(load * (double)entries) / POSITIONS;
    uint64_t stored[2] = {0, 0}, kept[2] = {0, 0}; /* all, the deepest quarter */
    table_clear(table);
    TableShare share = {.table = table, .stream = stream, .key = SYMMETRIC, .work = STORE};
    share.passes = passes;
    run_ns(&share, 1);
    for (uint64_t pass = 0; pass < passes; pass++) {
        const uint64_t word = word_of_pass(pass);
        for (int i = 0; i < POSITIONS; i++) {
            const bool hit = probe(table, &stream->probed[i], word, SYMMETRIC) != 0;
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
    HashTables *tables = memory_check(aligned_new(sizeof *tables));
    Stream *stream = memory_check(aligned_new(sizeof *stream));
    hash_tables_init(tables, WIDTH, WIDTH, HASH_DEFAULT_SEED);
    fill_stream(stream, tables);
    aligned_free(tables);
    return stream;
}

bool bench_measure_table(Bench *bench) {
    static const double LOADS[LOAD_COUNT] = {0.5, 1, 2, 4};
    const int megabytes = bench->options.megabytes, threads = bench->options.threads;
    LeastTimes least = {{{0}}};
    double hit_rate[LOAD_COUNT], kept_deepest[LOAD_COUNT];
    Table table;
    Stream *stream = new_stream();
    bench_require(table_new(&table, (size_t)megabytes << 20, LAYOUT));
    table_clear(&table); /* touches all the memory */
    run_rounds(&table, stream, threads, least);
    const int load_megabytes = megabytes < LOAD_MB_MAX ? megabytes : LOAD_MB_MAX;
    table_free(&table);
    bench_require(table_new(&table, (size_t)load_megabytes << 20, LAYOUT));
    for (int i = 0; i < LOAD_COUNT; i++) {
        measure_load(&table, stream, LOADS[i], &hit_rate[i], &kept_deepest[i]);
    }
    table_free(&table);
    aligned_free(stream);
    const char *const hit = "of the stores, still found after that many an entry";
    const char *const kept = "of the quarter of them with the most work";
    figures_add(bench->json,
                (Figure[]){{"mb", megabytes, 0, "the table"}, {"threads", threads, 0, ""}, {0}});
    add_times(bench->json, threads, least);
    const Figure figures[] = {
        {"hit_rate_load_0_5", hit_rate[0], 4, hit},
        {"hit_rate_load_1", hit_rate[1], 4, hit},
        {"hit_rate_load_2", hit_rate[2], 4, hit},
        {"hit_rate_load_4", hit_rate[3], 4, hit},
        {"kept_deepest_quarter_load_0_5", kept_deepest[0], 4, kept},
        {"kept_deepest_quarter_load_1", kept_deepest[1], 4, kept},
        {"kept_deepest_quarter_load_2", kept_deepest[2], 4, kept},
        {"kept_deepest_quarter_load_4", kept_deepest[3], 4, kept},
        {0},
    };
    figures_add(bench->json, figures);
    return true;
}
