/* The table with three kinds of keys, on one stream of positions in one table: a plain key, the
 * canonical key, and the naive way of looking up all eight images. */
#include "engine/base/table_memory.h"
#include "engine/lab/bench/measurement.h"

#include <math.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "hash/random.h"
#include "tt/table.h"

/* Too many positions for branch prediction to learn, few enough for the second-level cache. A word
 * XORed into all lanes makes other positions of them. */
enum { POSITIONS = 1024, WIDTH = 19, CELLS = WIDTH * WIDTH };

enum { ROUNDS = 25, OPERATIONS = 1 << 17, LOAD_MB_MAX = 32 };

static const double LOADS[] = {0.5, 1, 2, 4}; /* stores for each entry of the table */

static const TableLayout LAYOUT = {.age = {0, 4}, .work = {4, 20}};

/* A probe is for an image of the position stored; with a plain key, which cannot find that, for the
 * position itself. */
typedef struct {
    HashLanes stored[POSITIONS], probed[POSITIONS];
} Stream;

/* How a position is looked up: by the plain hash of the board, by the canonical key, or by the
 * hashes of its eight images, one after the other until one is found. */
typedef enum { PLAIN, SYMMETRIC, EIGHT } KeyKind;

/* Probes of which each depends on the last one, or stores. */
typedef enum { PROBE, STORE } Work;

typedef struct {
    Table *table;
    const Stream *stream;
    KeyKind key;
    Work work;
    uint64_t first, passes; /* passes first .. first + passes - 1 of the stream */
    uint64_t bound;         /* passes 0 .. bound - 1 are in the table; probes wrap around */
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

/* Inlined for each key and kind of work. The positions probed are all stored, and the next probe
 * depends on the highest bit of the last answer's difference from the expected one: it is 0, but a
 * processor that guesses a miss instead of waiting probes for a wrong position every other time. */
static inline __attribute__((always_inline)) void work_through(const TableShare *share, KeyKind key,
                                                               Work work) {
    const HashLanes *probed = key == PLAIN ? share->stream->stored : share->stream->probed;
    uint64_t surprise = 0;
    for (uint64_t pass = share->first; pass < share->first + share->passes; pass++) {
        const uint64_t word = word_of_pass(work == STORE ? pass : pass % share->bound);
        for (int i = 0; i < POSITIONS; i++) {
            if (work == STORE) {
                store(share->table, &share->stream->stored[i], word, key, i);
            } else {
                /* bench_keep, so that no branch predicts the answer. */
                const uint64_t guess = word ^ surprise >> 63;
                surprise =
                    bench_keep(probe(share->table, &probed[i], guess, key)) ^ payload_of(word, i);
            }
        }
    }
    bench_keep(surprise);
}

static void work_share(void *item) {
    TableShare *share = item;
    share->begin = clock_seconds();
    if (share->work == STORE) {
        share->key == PLAIN ? work_through(share, PLAIN, STORE)
                            : work_through(share, SYMMETRIC, STORE);
    } else if (share->key == PLAIN) {
        work_through(share, PLAIN, PROBE);
    } else if (share->key == SYMMETRIC) {
        work_through(share, SYMMETRIC, PROBE);
    } else {
        work_through(share, EIGHT, PROBE);
    }
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

/* What is measured in each round, in this order; the times are the least of the rounds. */
typedef struct {
    KeyKind key;
    Work work;
    bool all_threads;
    double ns; /* of one operation */
} Measured;

enum { PROBE_PLAIN, PROBE_SYMMETRIC, PROBE_EIGHT, PROBE_THREADS, STORE_PLAIN, STORE_SYMMETRIC };

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
static void run_rounds(Table *table, const Stream *stream, int threads, Measured *measured,
                       int count) {
    TableShare share = fill_half(table, stream);
    share.passes = OPERATIONS / POSITIONS;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            share.key = measured[i].key;
            share.work = measured[i].work;
            share.first += share.passes * (uint64_t)threads;
            measured[i].ns =
                fmin(measured[i].ns, run_ns(&share, measured[i].all_threads ? threads : 1));
        }
    }
}

static void measure_times(Bench *bench, Table *table, const Stream *stream) {
    Measured measured[] = {
        [PROBE_PLAIN] = {PLAIN, PROBE, false, INFINITY},
        [PROBE_SYMMETRIC] = {SYMMETRIC, PROBE, false, INFINITY},
        [PROBE_EIGHT] = {EIGHT, PROBE, false, INFINITY},
        [PROBE_THREADS] = {SYMMETRIC, PROBE, true, INFINITY},
        [STORE_PLAIN] = {PLAIN, STORE, false, INFINITY},
        [STORE_SYMMETRIC] = {SYMMETRIC, STORE, false, INFINITY},
    };
    const int threads = bench->options.threads;
    run_rounds(table, stream, threads, measured, sizeof measured / sizeof measured[0]);
    const double plain = measured[PROBE_PLAIN].ns, symmetric = measured[PROBE_SYMMETRIC].ns;
    const double eight = measured[PROBE_EIGHT].ns;
    const Figure figures[] = {
        {"mb", bench->options.megabytes, 0, "the table"},
        {"threads", threads, 0, ""},
        {"probe_plain_ns", plain, 2, "each probe waits for the last; one key"},
        {"probe_symmetric_ns", symmetric, 2, "the canonical key, made each time"},
        {"probe_eight_ns", eight, 2, "eight keys in eight lines, until one is found"},
        {"ratio_symmetric_plain", symmetric / plain, 3, "over the plain key"},
        {"ratio_eight_plain", eight / plain, 3, ""},
        {"store_plain_ns", measured[STORE_PLAIN].ns, 2, ""},
        {"store_symmetric_ns", measured[STORE_SYMMETRIC].ns, 2, ""},
        {"threads_scaling", threads * symmetric / measured[PROBE_THREADS].ns, 3,
         "throughput of canonical probes over one thread's"},
        {0},
    };
    figures_add(bench->json, figures);
}

/* Stores `load` positions for each entry of the table and adds the share still found, of all and of
 * the quarter with the most work. */
static void measure_load(json_t *json, Table *table, const Stream *stream, double load) {
    const uint64_t entries = table->line_count * TABLE_LINE_ENTRIES;
    uint64_t stored[2] = {0, 0}, kept[2] = {0, 0}; /* all, the deepest quarter */
    TableShare share = {.table = table,
                        .stream = stream,
                        .key = SYMMETRIC,
                        .work = STORE,
                        .passes = (uint64_t)(load * (double)entries) / POSITIONS};
    table_clear(table);
    run_ns(&share, 1);
    for (uint64_t pass = 0; pass < share.passes; pass++) {
        const uint64_t word = word_of_pass(pass);
        for (int i = 0; i < POSITIONS; i++) {
            const bool hit = probe(table, &stream->probed[i], word, SYMMETRIC) != 0;
            const uint64_t depth = table_field_get(payload_of(word, i), LAYOUT.work);
            const bool deep = depth >= table_field_mask(LAYOUT.work) / 4 * 3;
            stored[0]++;
            stored[1] += deep;
            kept[0] += hit;
            kept[1] += deep && hit;
        }
    }
    const Figure cells[] = {
        {"stores_an_entry", load, 1, NULL},
        {"found", (double)kept[0] / (double)stored[0], 4, NULL},
        {"found_deepest_quarter", (double)kept[1] / (double)stored[1], 4, NULL},
        {0},
    };
    figures_add_row(json, "loads", load == LOADS[0], cells);
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
    const int megabytes = bench->options.megabytes;
    Table table;
    Stream *stream = new_stream();
    bench_require(table_new(&table, (size_t)megabytes << 20, LAYOUT));
    table_clear(&table); /* touches all the memory */
    measure_times(bench, &table, stream);
    const int load_megabytes = megabytes < LOAD_MB_MAX ? megabytes : LOAD_MB_MAX;
    table_free(&table);
    bench_require(table_new(&table, (size_t)load_megabytes << 20, LAYOUT));
    for (size_t i = 0; i < sizeof LOADS / sizeof LOADS[0]; i++) {
        measure_load(bench->json, &table, stream, LOADS[i]);
    }
    table_free(&table);
    aligned_free(stream);
    return true;
}
