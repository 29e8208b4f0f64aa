/* The symmetric Zobrist hash: the regular representation of the board's symmetry group.
 *
 * With Z(P) the plain Zobrist XOR of a position, the value of P is the vector of eight lanes
 *
 *     H(P)[g] = Z(g . P)            g = 0..7, one 64-byte cache line
 *
 * updated by one 64-byte XOR per stone: stone[c][cell][g] = T[c][g . cell]. On a rectangle the four
 * transposing lanes hash the transposed board with a second, independent table T. A symmetry k of
 * the position only permutes the lanes: H(k . P)[g] = H(P)[g * k].
 *
 * Everything else that tells positions apart (HashState) enters every lane before the minimum is
 * taken. The least lane is the canonical key, the symmetry that attains it turns the position into
 * its canonical orientation, and the lane a quarter turn further is the second word.
 *
 * Soundness: two positions that are not images of each other share a key with probability at most
 * 2^-58 over the choice of the tables, whatever the arrangement; see README.md.
 *
 * HashTables are constant after initialisation; threads may share them. */
#ifndef HASH_ZOBRIST_H
#define HASH_ZOBRIST_H

#include <stdalign.h>

#include "hash/symmetry.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    alignas(64) uint64_t lane[SYMMETRY_COUNT];
} HashLanes;

enum { HASH_BLACK = 0, HASH_WHITE = 1 };

/* The default seed: the same keys on every run and machine. */
#define HASH_DEFAULT_SEED UINT64_C(0x4469686564726121)

typedef struct {
    SymmetryMaps maps;
    uint64_t seed;
    uint64_t context;                   /* a random word of the seed, width and height */
    uint64_t side[2];                   /* XORed if that color is to move; not 0, not equal */
    uint64_t passes[3];                 /* by number of passes just played: 0, 1, 2 or more */
    uint64_t rules_mixer;               /* odd: turns HashState.rules into a word */
    HashLanes stone[2][CELL_COUNT_MAX]; /* [HASH_BLACK or HASH_WHITE][cell] */
    HashLanes ko[CELL_COUNT_MAX];       /* [cell a ko forbids] */
} HashTables;

/* Fills the tables for a board of width x height (1..25). The same seed gives the same words for a
 * given width and height on every machine. */
void hash_tables_init(HashTables *tables, int width, int height, uint64_t seed);

/* Places or removes one stone. */
static inline void hash_lanes_toggle(HashLanes *lanes, const HashLanes *stone) {
    for (int g = 0; g < SYMMETRY_COUNT; g++) {
        lanes->lane[g] ^= stone->lane[g];
    }
}

/* Computes the lanes of a whole position, cells[0..cell_count-1]. */
void hash_lanes_of(const HashTables *tables, const HashCell *cells, HashLanes *lanes);

enum { HASH_NO_KO = -1 };

/* What tells positions with the same stones apart. */
typedef struct {
    int to_move;    /* HASH_BLACK or HASH_WHITE */
    int ko_cell;    /* the cell a simple ko forbids, or HASH_NO_KO */
    int passes;     /* consecutive passes just played; 2 and more are the same */
    uint32_t rules; /* the caller's code of the rule set: any number */
} HashState;

typedef struct {
    uint64_t key;         /* K: the least lane */
    uint64_t check;       /* K2: the lane a quarter turn further */
    Symmetry orientation; /* the least g with lane[g] = K: turns the position into its canonical
                             orientation */
    uint8_t symmetries;   /* a bit for each g with lane[g] = K: several if the position is symmetric
                             in itself */
} HashKey;

/* Adds everything in state to every lane of stones; out may be stones itself. */
void hash_lanes_add_state(const HashTables *tables, const HashLanes *stones, const HashState *state,
                          HashLanes *out);

/* A lane g and the one a quarter turn further, quarter_turn * g, which hashes g . P turned once
 * more. With g * quarter_turn instead, K2 would depend on which of several equal lanes is chosen.
 */
typedef struct {
    uint64_t lane, turned;
} HashPair;

static inline HashPair hash_pair_lesser(HashPair a, HashPair b) {
    const bool less = b.lane < a.lane;
    const HashPair lesser = {less ? b.lane : a.lane, less ? b.turned : a.turned};
    return lesser;
}

/* The canonical key of complete lanes (stones and state). A table's probe waits for key and check,
 * so both come out of the same three comparisons in a row, without a load or a branch, which would
 * be mispredicted every other time. Nothing waits for the other members. */
static inline HashKey hash_key_of_lanes(const HashLanes *lanes) {
    const uint64_t *l = lanes->lane;
    const HashPair pairs[SYMMETRY_COUNT] = {{l[0], l[5]}, {l[1], l[7]}, {l[2], l[4]}, {l[3], l[6]},
                                            {l[4], l[1]}, {l[5], l[3]}, {l[6], l[0]}, {l[7], l[2]}};
    const HashPair a = hash_pair_lesser(pairs[0], pairs[1]);
    const HashPair b = hash_pair_lesser(pairs[2], pairs[3]);
    const HashPair c = hash_pair_lesser(pairs[4], pairs[5]);
    const HashPair d = hash_pair_lesser(pairs[6], pairs[7]);
    const HashPair least = hash_pair_lesser(hash_pair_lesser(a, b), hash_pair_lesser(c, d));
    unsigned symmetries = 0;
    for (unsigned g = 0; g < SYMMETRY_COUNT; g++) {
        symmetries |= (unsigned)(l[g] == least.lane) << g;
    }
    const HashKey key = {least.lane, least.turned, (Symmetry)__builtin_ctz(symmetries),
                         (uint8_t)symmetries};
    return key;
}

/* The minimum of the lanes skews the high bits of raw keys: this spreads their entropy. */
static inline uint64_t hash_mix(uint64_t word) {
    return word * UINT64_C(0x9E3779B97F4A7C15);
}

/* The key if images count as different positions: lane 0, and lane 0 mixed as the second word. */
static inline HashKey hash_plain_key_of_lanes(const HashLanes *lanes) {
    const uint64_t lane = lanes->lane[SYMMETRY_IDENTITY];
    const HashKey key = {lane, hash_mix(lane), SYMMETRY_IDENTITY, 1 << SYMMETRY_IDENTITY};
    return key;
}

/* Adds the state and returns the canonical key. */
HashKey hash_key(const HashTables *tables, const HashLanes *stones, const HashState *state);

#ifdef __cplusplus
}
#endif

#endif
