/* How collisions grow as keys get shorter: distinct positions up to symmetry against distinct keys,
 * and how often a search would take another position's entry for its own.
 *
 * R. Hyatt and A. Cozzie, "The effect of hash signature collisions in a chess program", ICGA
 * Journal 28(3), 2005, ask the question for chess. hash/README.md has the answers. */
#ifndef ENGINE_LAB_BENCH_COLLISIONS_COLLISIONS_H
#define ENGINE_LAB_BENCH_COLLISIONS_COLLISIONS_H

#include "engine/base/figures.h"
#include "engine/lab/bench/collisions/positions.h"

/* Which bits of a word a short key keeps: the highest after hash_mix, as the table takes a line
 * from K2, or those of the word as it is. */
typedef enum { CUT_MIXED, CUT_HIGH, CUT_COUNT } KeyCut;

enum { CUT_LENGTHS = 8 };
extern const int CUT_BITS[CUT_LENGTHS]; /* 16..64, growing */

typedef struct {
    int64_t distinct; /* keys */
    int64_t pairs;    /* of positions that share a key */
} CutCount;

typedef struct {
    char name[16];
    int64_t positions;
    CutCount count[KEY_KIND_COUNT][CUT_COUNT][CUT_LENGTHS];
} KeyCensus;

/* A search's look-ups, repeated with short keys (CUT_MIXED) in an unbounded table in which the
 * first position under a key keeps it. */
typedef struct {
    int64_t visits, evaluations, probes, positions;
    int64_t wrong[KEY_KIND_COUNT][CUT_LENGTHS]; /* probes answered for another position */
    double expected_wrong[CUT_LENGTHS];         /* if keys were uniform and independent */
} WrongHits;

typedef struct {
    KeyCensus board; /* all positions of a small board */
    KeyCensus games; /* 9x9 games */
    WrongHits search;
} Collisions;

enum { COLLISIONS_SIZE_MAX = 4 };

/* Measures: all positions of a board of 1..COLLISIONS_SIZE_MAX; that many positions of 9x9 games,
 * half of them random, half searched; a search of at least 100 visits. A line on standard error for
 * each part. */
void collisions_measure(int side, int64_t positions, int64_t visits, Collisions *result);

/* Adds the result to the object, or prints tables on standard output if json is NULL. */
void collisions_add(const Collisions *collisions, json_t *json);

/* The mean and standard deviation of the number of n uniform independent keys of that many bits
 * that repeat an earlier one. */
double collisions_expected_repeats(double n, int bits);
double collisions_repeats_deviation(double n, int bits);

/* The length of uniform keys with as many equal pairs; infinite without any. */
double collisions_effective_bits(double n, double pairs);

#endif
