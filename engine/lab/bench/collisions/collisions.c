#include "engine/lab/bench/collisions/collisions.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"

const int CUT_BITS[CUT_LENGTHS] = {16, 20, 24, 28, 32, 40, 48, 64};

/* ---- Chance ---- */

static const double FEW = 1e-4; /* keys a value; below it differences would cancel */

/* n - N (1 - (1 - 1/N)^n) for N values; for small n/N the first terms of its expansion. */
double collisions_expected_repeats(double n, int bits) {
    const double values = ldexp(1, bits);
    if (n < FEW * values) {
        return n * (n - 1) / 2 / values * (1 - (n - 2) / 3 / values);
    }
    return n + values * expm1(n * log1p(-1 / values));
}

/* The variance of the number of values hit, N e^-2c (e^c - 1 - c) with c = n/N (W. Feller, "An
 * Introduction to Probability Theory and Its Applications" I, on occupancy); for small c, N c^2/2.
 */
double collisions_repeats_deviation(double n, int bits) {
    const double values = ldexp(1, bits), c = n / values;
    const double excess = c < FEW ? c * c / 2 : expm1(c) - c;
    return sqrt(values * exp(-2 * c) * excess);
}

/* ---- Counting ---- */

typedef struct {
    uint64_t word;
    uint32_t item;
} Arranged;

static int compare_arranged(const void *a, const void *b) {
    const Arranged *x = a, *y = b;
    return (x->word > y->word) - (x->word < y->word);
}

/* Sorts the keys by the bits that a cut keeps. */
static void arrange_keys(const PositionSet *set, KeyKind kind, Arranged *arranged) {
    for (size_t i = 0; i < set->count; i++) {
        arranged[i] = (Arranged){hash_mix(set->items[i].key[kind]), (uint32_t)i};
    }
    qsort(arranged, set->count, sizeof *arranged, compare_arranged);
}

/* Returns the end of the group of equal short keys that begins at `begin`. */
static size_t end_of_group(const Arranged *arranged, size_t count, size_t begin, int bits) {
    size_t end = begin + 1;
    while (end < count &&
           arranged[end].word >> (64 - bits) == arranged[begin].word >> (64 - bits)) {
        end++;
    }
    return end;
}

static int64_t count_distinct(const Arranged *arranged, size_t count, int bits) {
    int64_t distinct = 0;
    for (size_t begin = 0; begin < count; begin = end_of_group(arranged, count, begin, bits)) {
        distinct++;
    }
    return distinct;
}

static void count_keys(const PositionSet *set, KeyCensus *census) {
    Arranged *arranged = memory_new(set->count, sizeof *arranged);
    census->positions = (int64_t)set->count;
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        arrange_keys(set, kind, arranged);
        for (int i = 0; i < CUT_LENGTHS; i++) {
            census->distinct[kind][i] = count_distinct(arranged, set->count, CUT_BITS[i]);
        }
    }
    free(arranged);
}

/* ---- Wrong hits ---- */

/* The first item stored, with the least number, keeps the key; every probe for another one of the
 * group is wrong. */
static int64_t count_wrong(const PositionSet *set, const Arranged *arranged, int bits) {
    int64_t wrong = 0;
    for (size_t begin = 0, end; begin < set->count; begin = end) {
        end = end_of_group(arranged, set->count, begin, bits);
        uint32_t owner = arranged[begin].item;
        for (size_t i = begin; i < end; i++) {
            wrong += set->items[arranged[i].item].seen;
            owner = arranged[i].item < owner ? arranged[i].item : owner;
        }
        wrong -= set->items[owner].seen;
    }
    return wrong;
}

/* Item i shares its key with none of the i before it with a chance of (1 - 1/N)^i. */
static double expect_wrong(const PositionSet *set, int bits) {
    double wrong = 0;
    for (size_t i = 0; i < set->count; i++) {
        wrong -= set->items[i].seen * expm1((double)i * log1p(-ldexp(1, -bits)));
    }
    return wrong;
}

static void count_wrong_hits(const PositionSet *set, WrongHits *search) {
    Arranged *arranged = memory_new(set->count, sizeof *arranged);
    search->positions = (int64_t)set->count;
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        arrange_keys(set, kind, arranged);
        for (int i = 0; i < CUT_LENGTHS; i++) {
            search->wrong[kind][i] = count_wrong(set, arranged, CUT_BITS[i]);
        }
    }
    for (int i = 0; i < CUT_LENGTHS; i++) {
        search->expected_wrong[i] = expect_wrong(set, CUT_BITS[i]);
    }
    free(arranged);
}

/* ---- Both parts ---- */

static void tell(const char *what, int64_t number) {
    fprintf(stderr, "dihedra bench: %s (%lld)\n", what, (long long)number);
}

void collisions_measure(int side, int64_t visits, Collisions *result) {
    WrongHits *search = &result->search;
    PositionSet set;
    *result = (Collisions){.board.side = side, .search.visits = visits};
    tell("all positions of a small board", side);
    position_set_init(&set, side);
    gather_all(&set, side);
    count_keys(&set, &result->board);
    position_set_free(&set);

    tell("visits of a search", visits);
    position_set_init(&set, GATHER_SIDE);
    gather_search(&set, visits, &search->evaluations, &search->probes);
    count_wrong_hits(&set, search);
    position_set_free(&set);
}

/* ---- The result as tables ---- */

/* Fills in a column for each kind of keys. */
static void add_kinds(Figure *cells, const double values[KEY_KIND_COUNT], int decimals) {
    static const char *const NAMES[] = {"canonical", "second", "plain", "paper"};
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        cells[kind] = (Figure){NAMES[kind], values[kind], decimals, NULL};
    }
}

static void add_census(json_t *json, const KeyCensus *census) {
    const double n = (double)census->positions;
    char table[40];
    snprintf(table, sizeof table, "distinct_keys_all_%dx%d", census->side, census->side);
    for (int i = 0; i < CUT_LENGTHS; i++) {
        Figure cells[4 + KEY_KIND_COUNT + 1] = {
            {"bits", CUT_BITS[i], 0, NULL},
            {"positions", n, 0, NULL},
            {"birthday_bound", n - collisions_expected_repeats(n, CUT_BITS[i]), 1, NULL},
            {"deviation", collisions_repeats_deviation(n, CUT_BITS[i]), 1, NULL},
        };
        double distinct[KEY_KIND_COUNT];
        for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
            distinct[kind] = (double)census->distinct[kind][i];
        }
        add_kinds(&cells[4], distinct, 0);
        figures_add_row(json, table, i == 0, cells);
    }
}

static void add_wrong_hits(json_t *json, const WrongHits *search) {
    const double probes = (double)search->probes;
    const Figure figures[] = {
        {"visits", (double)search->visits, 0, "of the search"},
        {"evaluations", (double)search->evaluations, 0, "in them"},
        {"probes", probes, 0, "look-ups"},
        {"probed_positions", (double)search->positions, 0, ""},
        {0},
    };
    figures_add(json, figures);
    for (int i = 0; i < CUT_LENGTHS; i++) {
        Figure cells[2 + KEY_KIND_COUNT + 1] = {
            {"bits", CUT_BITS[i], 0, NULL},
            {"birthday_bound", search->expected_wrong[i] / probes, 8, NULL},
        };
        double wrong[KEY_KIND_COUNT];
        for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
            wrong[kind] = (double)search->wrong[kind][i] / probes;
        }
        add_kinds(&cells[2], wrong, 8);
        figures_add_row(json, "share_of_wrong_hits", i == 0, cells);
    }
}

void collisions_add(const Collisions *collisions, json_t *json) {
    add_census(json, &collisions->board);
    add_wrong_hits(json, &collisions->search);
}
