/* The table with three kinds of keys, on one stream of positions in one table: a plain key, the
 * canonical key, and the naive way of looking up all eight images. */
#include "engine/base/table_memory.h"
#include "engine/lab/bench/bench.h"

#include "engine/base/clock.h"
#include "engine/base/rng.h"

/* Too many positions for branch prediction to learn, few enough for the second-level cache. A word
 * XORed into all lanes makes other positions of them. */
enum { POSITIONS = 1024, WIDTH = 19, CELLS = WIDTH * WIDTH };

enum { ROUNDS = 25, PASSES = 128 /* of the stream, a round */ };

static const TableLayout LAYOUT = {.age = {0, 4}, .work = {4, 20}};

/* A probe is for an image of the position stored; with a plain key, which cannot find that, for the
 * position itself. */
typedef struct {
    HashLanes stored[POSITIONS], probed[POSITIONS];
} Stream;

/* How a position is looked up: by the plain hash of the board, by the canonical key, or by the
 * hashes of its eight images, one after the other until one is found. */
typedef enum { PLAIN, SYMMETRIC, EIGHT } TableKeyKind;

typedef struct {
    Table *table;
    const Stream *stream;
    uint64_t first; /* PASSES passes from this one on */
    uint64_t bound; /* passes 0 .. bound - 1 are in the table; probes wrap around */
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
                             TableKeyKind key) {
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

static inline void store(Table *table, const HashLanes *lanes, uint64_t word, TableKeyKind key,
                         int i) {
    if (key == SYMMETRIC) {
        const HashKey canonical = key_of(lanes, word);
        table_store(table, canonical.key, canonical.check, payload_of(word, i));
    } else {
        const uint64_t plain = lanes->lane[0] ^ word;
        table_store(table, plain, plain, payload_of(word, i));
    }
}

/* Inlined for each key. The positions probed are all stored, and the next probe depends on the
 * highest bit of the last answer's difference from the expected one: it is 0, but a processor that
 * guesses a miss instead of waiting probes for a wrong position every other time. */
static inline __attribute__((always_inline)) void probe_all(const TableShare *share,
                                                            TableKeyKind key) {
    const HashLanes *probed = key == PLAIN ? share->stream->stored : share->stream->probed;
    uint64_t surprise = 0;
    for (uint64_t pass = share->first; pass < share->first + PASSES; pass++) {
        const uint64_t word = word_of_pass(pass % share->bound);
        for (int i = 0; i < POSITIONS; i++) {
            /* bench_keep, so that no branch predicts the answer. */
            const uint64_t guess = word ^ surprise >> 63;
            surprise =
                bench_keep(probe(share->table, &probed[i], guess, key)) ^ payload_of(word, i);
        }
    }
    bench_keep(surprise);
}

/* Returns the nanoseconds of one probe. */
static double run_ns(const TableShare *share, TableKeyKind key) {
    const double begin = clock_seconds();
    switch (key) {
    case PLAIN:
        probe_all(share, PLAIN);
        break;
    case SYMMETRIC:
        probe_all(share, SYMMETRIC);
        break;
    case EIGHT:
        probe_all(share, EIGHT);
        break;
    }
    return (clock_seconds() - begin) * 1e9 / ((double)PASSES * (double)POSITIONS);
}

/* Fills a quarter of the entries by the plain key, which the eight keys include, and a quarter by
 * the canonical one, alternating so that neither comes first in the lines. Returns the number of
 * passes stored. */
static uint64_t fill_half(Table *table, const Stream *stream) {
    const uint64_t passes = table->line_count * TABLE_LINE_ENTRIES / (4 * POSITIONS);
    for (uint64_t pass = 0; pass < passes; pass++) {
        const uint64_t word = word_of_pass(pass);
        for (int i = 0; i < POSITIONS; i++) {
            store(table, &stream->stored[i], word, PLAIN, i);
            store(table, &stream->stored[i], word, SYMMETRIC, i);
        }
    }
    return passes;
}

/* Makes all measurements in each round, so that a disturbance affects all alike. */
static void measure_times(Bench *bench, Table *table, const Stream *stream) {
    double ns[EIGHT + 1] = {INFINITY, INFINITY, INFINITY};
    TableShare share = {.table = table, .stream = stream, .bound = fill_half(table, stream)};
    for (int round = 0; round < ROUNDS; round++) {
        for (TableKeyKind key = PLAIN; key <= EIGHT; key++) {
            ns[key] = fmin(ns[key], run_ns(&share, key));
            share.first += PASSES;
        }
    }
    const Figure figures[] = {
        {"mb", bench->options.megabytes, 0, "the table"},
        {"probe_plain_ns", ns[PLAIN], 2, "each probe waits for the last; one key"},
        {"probe_symmetric_ns", ns[SYMMETRIC], 2, "the canonical key, made each time"},
        {"probe_eight_ns", ns[EIGHT], 2, "eight keys in eight lines, until one is found"},
        {"ratio_symmetric_plain", ns[SYMMETRIC] / ns[PLAIN], 3, "over the plain key"},
        {"ratio_eight_plain", ns[EIGHT] / ns[PLAIN], 3, ""},
        {0},
    };
    figures_add(bench->json, figures);
}

bool bench_measure_table(Bench *bench) {
    Table table;
    HashTables *tables = memory_check(aligned_new(sizeof *tables));
    Stream *stream = memory_check(aligned_new(sizeof *stream));
    hash_tables_init(tables, WIDTH, WIDTH, HASH_DEFAULT_SEED);
    fill_stream(stream, tables);
    bench_require(table_new(&table, (size_t)bench->options.megabytes << 20, LAYOUT));
    table_clear(&table); /* touches all the memory */
    measure_times(bench, &table, stream);
    table_free(&table);
    aligned_free(stream);
    aligned_free(tables);
    return true;
}
