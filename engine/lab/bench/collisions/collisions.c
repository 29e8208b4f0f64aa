#include "engine/lab/bench/collisions/collisions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/lab/bench/collisions/gather.h"

const int CUT_BITS[CUT_LENGTHS] = {16, 20, 24, 28, 32, 40, 48, 64};

const char *const KEY_KIND_NAMES[KEY_KIND_COUNT] = {"canonical", "second", "plain", "paper"};

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

double collisions_effective_bits(double n, double pairs) {
    return log2(n * (n - 1) / 2 / pairs);
}

/* ---- Counting ---- */

static uint64_t reverse_bits(uint64_t word) {
    word = (word >> 1 & UINT64_C(0x5555555555555555)) | (word & UINT64_C(0x5555555555555555)) << 1;
    word = (word >> 2 & UINT64_C(0x3333333333333333)) | (word & UINT64_C(0x3333333333333333)) << 2;
    word = (word >> 4 & UINT64_C(0x0F0F0F0F0F0F0F0F)) | (word & UINT64_C(0x0F0F0F0F0F0F0F0F)) << 4;
    return __builtin_bswap64(word);
}

/* Returns the word with the bits that a cut keeps first on top, so that one sort serves all
 * lengths. */
static uint64_t arrange(KeyCut cut, uint64_t word) {
    return cut == CUT_MIXED ? hash_mix(word) : cut == CUT_LOW ? reverse_bits(word) : word;
}

typedef struct {
    uint64_t word;
    uint32_t item;
} Arranged;

static int compare_arranged(const void *a, const void *b) {
    const Arranged *x = a, *y = b;
    return (x->word > y->word) - (x->word < y->word);
}

/* Sorts the keys by the bits that the cut keeps. */
static void arrange_keys(const PositionSet *set, KeyKind kind, KeyCut cut, Arranged *arranged) {
    for (size_t i = 0; i < set->count; i++) {
        arranged[i] = (Arranged){arrange(cut, set->items[i].key[kind]), (uint32_t)i};
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

static CutCount count_cut(const Arranged *arranged, size_t count, int bits) {
    CutCount result = {0};
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = end_of_group(arranged, count, begin, bits);
        const int64_t group = (int64_t)(end - begin);
        result.distinct++;
        result.pairs += group * (group - 1) / 2;
    }
    return result;
}

static void count_keys(const PositionSet *set, KeyCensus *census) {
    Arranged *arranged = memory_new(set->count, sizeof *arranged);
    census->positions = (int64_t)set->count;
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        for (KeyCut cut = 0; cut < CUT_COUNT; cut++) {
            arrange_keys(set, kind, cut, arranged);
            for (int i = 0; i < CUT_LENGTHS; i++) {
                census->count[kind][cut][i] = count_cut(arranged, set->count, CUT_BITS[i]);
            }
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
        arrange_keys(set, kind, CUT_MIXED, arranged);
        for (int i = 0; i < CUT_LENGTHS; i++) {
            search->wrong[kind][i] = count_wrong(set, arranged, CUT_BITS[i]);
        }
    }
    for (int i = 0; i < CUT_LENGTHS; i++) {
        search->expected_wrong[i] = expect_wrong(set, CUT_BITS[i]);
    }
    free(arranged);
}

/* ---- The three parts ---- */

static void tell(const char *what, int64_t number) {
    fprintf(stderr, "dihedra bench: %s (%lld)\n", what, (long long)number);
}

static void measure_board(int side, KeyCensus *census) {
    PositionSet set;
    snprintf(census->name, sizeof census->name, "all_%dx%d", side, side);
    tell("all positions of a small board", side);
    position_set_init(&set, side, UINT32_MAX / 2);
    gather_all(&set, side);
    count_keys(&set, census);
    position_set_free(&set);
}

static void measure_games(int64_t positions, KeyCensus *census) {
    const size_t count = (size_t)positions;
    PositionSet set;
    snprintf(census->name, sizeof census->name, "games_%dx%d", GATHER_SIDE, GATHER_SIDE);
    tell("positions of games", positions);
    position_set_init(&set, GATHER_SIDE, count);
    gather_random_games(&set, count / 2);
    gather_searched_games(&set, count);
    count_keys(&set, census);
    position_set_free(&set);
}

static void measure_search(int64_t visits, WrongHits *search) {
    PositionSet set;
    search->visits = visits;
    tell("visits of a search", visits);
    position_set_init(&set, GATHER_SIDE, UINT32_MAX / 2);
    gather_search(&set, visits, &search->evaluations, &search->probes);
    count_wrong_hits(&set, search);
    position_set_free(&set);
}

void collisions_measure(const CollisionsOptions *options, Collisions *result) {
    *result = (Collisions){0};
    measure_board(options->size, &result->census[0]);
    measure_games(options->positions, &result->census[1]);
    measure_search(options->visits, &result->search);
}
