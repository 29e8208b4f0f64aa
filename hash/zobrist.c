/* The symmetric Zobrist hash: filling its tables, hashing whole positions, and the canonical key.
 */
#include "hash/zobrist.h"

#include "hash/random.h"

#include <assert.h>
#include <string.h>

/* All streams of the generator are windows of one cycle of 2^64 words. Mixing seed and shape into
 * the start scatters the windows: those of two shapes or seeds overlap with a probability of about
 * 2^-50. */
static SplitMix stream_of(uint64_t seed, int width, int height) {
    SplitMix by_seed = {seed};
    SplitMix by_shape = {splitmix_next(&by_seed) ^
                         (uint64_t)(width * (BOARD_SIDE_MAX + 1) + height)};
    return (SplitMix){splitmix_next(&by_shape)};
}

static uint64_t random_nonzero(SplitMix *random) {
    uint64_t word;
    do {
        word = splitmix_next(random);
    } while (word == 0);
    return word;
}

/* lanes[cell][g] = T[g . cell]. The transposing lanes of a rectangle see the transposed board and
 * have a table of their own: with shared words, positions of the two boards could hash alike, and
 * lanes could be equal without a symmetry. */
static void fill_lanes(HashLanes *lanes, const SymmetryMaps *maps, SplitMix *random) {
    uint64_t upright[CELL_COUNT_MAX], transposed[CELL_COUNT_MAX];
    bool square = maps->width == maps->height;
    for (int cell = 0; cell < maps->cell_count; cell++) {
        upright[cell] = splitmix_next(random);
        transposed[cell] = square ? upright[cell] : splitmix_next(random);
    }
    for (int cell = 0; cell < maps->cell_count; cell++) {
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            const uint64_t *words = symmetry_transposes(g) ? transposed : upright;
            lanes[cell].lane[g] = words[maps->image[g][cell]];
        }
    }
}

/* The order of the random words is part of the contract: it fixes the keys of a seed. The generator
 * repeats no word within its cycle, so side[0] and side[1] differ. */
void hash_tables_init(HashTables *tables, int width, int height, uint64_t seed) {
    memset(tables, 0, sizeof *tables);
    symmetry_maps_init(&tables->maps, width, height);
    SplitMix random = stream_of(seed, width, height);
    tables->seed = seed;
    tables->context = splitmix_next(&random);
    for (int color = HASH_BLACK; color <= HASH_WHITE; color++) {
        tables->side[color] = random_nonzero(&random);
    }
    for (int passes = 0; passes < 3; passes++) {
        tables->passes[passes] = splitmix_next(&random);
    }
    tables->rules_mixer = splitmix_next(&random) | 1;
    fill_lanes(tables->stone[HASH_BLACK], &tables->maps, &random);
    fill_lanes(tables->stone[HASH_WHITE], &tables->maps, &random);
    fill_lanes(tables->ko, &tables->maps, &random);
}

void hash_lanes_of(const HashTables *tables, const HashCell *cells, HashLanes *lanes) {
    *lanes = (HashLanes){0};
    for (int cell = 0; cell < tables->maps.cell_count; cell++) {
        assert(cells[cell] >= HASH_CELL_EMPTY && cells[cell] <= HASH_CELL_WHITE);
        if (cells[cell] != HASH_CELL_EMPTY) {
            const int color = cells[cell] == HASH_CELL_BLACK ? HASH_BLACK : HASH_WHITE;
            hash_lanes_toggle(lanes, &tables->stone[color][cell]);
        }
    }
}

/* A transposed rectangle is another board and has its own context; otherwise all eight lanes
 * of the empty rectangle would be equal, as if transposing it were a symmetry. */
void hash_lanes_add_state(const HashTables *tables, const HashLanes *stones, const HashState *state,
                          HashLanes *out) {
    assert(state->to_move == HASH_BLACK || state->to_move == HASH_WHITE);
    assert(state->passes >= 0);
    assert(state->ko_cell >= HASH_NO_KO && state->ko_cell < tables->maps.cell_count);
    int passes = state->passes < 2 ? state->passes : 2;
    uint64_t word = tables->context ^ tables->side[state->to_move] ^ tables->passes[passes] ^
                    state->rules * tables->rules_mixer;
    const bool is_square = tables->maps.width == tables->maps.height;
    const uint64_t transposed = is_square ? 0 : hash_mix(tables->context);
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        out->lane[g] = stones->lane[g] ^ word ^ (symmetry_transposes(g) ? transposed : 0);
    }
    if (state->ko_cell != HASH_NO_KO) {
        hash_lanes_toggle(out, &tables->ko[state->ko_cell]);
    }
}

HashKey hash_key(const HashTables *tables, const HashLanes *stones, const HashState *state) {
    HashLanes lanes;
    hash_lanes_add_state(tables, stones, state, &lanes);
    return hash_key_of_lanes(&lanes);
}
