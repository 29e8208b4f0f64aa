/* How collisions grow as keys get shorter: distinct positions up to symmetry against distinct keys,
 * and how often a search would take another position's entry for its own.
 *
 * R. Hyatt and A. Cozzie, "The effect of hash signature collisions in a chess program", ICGA
 * Journal 28(3), 2005, ask the question for chess. hash/README.md has the answers. */
#ifndef ENGINE_LAB_BENCH_COLLISIONS_COLLISIONS_H
#define ENGINE_LAB_BENCH_COLLISIONS_COLLISIONS_H

#include "engine/base/figures.h"
#include "engine/lab/bench/collisions/positions.h"

/* A short key keeps the highest bits of a word after hash_mix, as the table takes a line from K2.
 */
enum { CUT_LENGTHS = 8 };
extern const int CUT_BITS[CUT_LENGTHS]; /* 16..64, growing */

/* All positions of a small board. */
typedef struct {
    int side;
    int64_t positions;
    int64_t distinct[KEY_KIND_COUNT][CUT_LENGTHS]; /* keys */
} KeyCensus;

/* A search's look-ups, repeated with short keys in an unbounded table in which the first position
 * under a key keeps it. */
typedef struct {
    int64_t visits, evaluations, probes, positions;
    int64_t wrong[KEY_KIND_COUNT][CUT_LENGTHS]; /* probes answered for another position */
    double expected_wrong[CUT_LENGTHS];         /* if keys were uniform and independent */
} WrongHits;

typedef struct {
    KeyCensus board;
    WrongHits search;
} Collisions;

enum { COLLISIONS_SIZE_MAX = 4 };

/* Measures: all positions of a board of 1..COLLISIONS_SIZE_MAX; a search of the empty 9x9 board of
 * at least 100 visits. A line on standard error for each part. */
void collisions_measure(int side, int64_t visits, Collisions *result);

/* Adds the result to the object, or prints tables on standard output if json is NULL. */
void collisions_add(const Collisions *collisions, json_t *json);

/* The mean and standard deviation of the number of n uniform independent keys of that many bits
 * that repeat an earlier one. */
double collisions_expected_repeats(double n, int bits);
double collisions_repeats_deviation(double n, int bits);

#endif
