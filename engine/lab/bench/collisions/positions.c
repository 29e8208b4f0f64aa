#include "engine/lab/bench/collisions/positions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/pages.h"

enum { CELLS_PER_WORD = 32, STATE_SHIFT = 40 };

static const uint64_t PAPER_SEED = 20000; /* that of the tests' censuses */

void position_set_init(PositionSet *set, int side) {
    assert(side >= 1 && side <= POSITION_SIDE_MAX);
    *set = (PositionSet){.count = 0};
    set->tables = memory_check(aligned_new(sizeof *set->tables));
    set->paper = memory_new(2, sizeof *set->paper);
    map_init(&set->map, 0);
    hash_tables_init(set->tables, side, side, HASH_DEFAULT_SEED);
    huima_table_init(&set->paper[0], side, PAPER_SEED);
    huima_table_init(&set->paper[1], side, PAPER_SEED + 1);
}

void position_set_free(PositionSet *set) {
    aligned_free(set->tables);
    free(set->paper);
    free(set->items);
    map_free(&set->map);
    *set = (PositionSet){0};
}

static void pack_image(const PositionSet *set, const HashCell *cells, const HashState *state,
                       Symmetry g, uint64_t word[POSITION_WORDS]) {
    const SymmetryMaps *maps = &set->tables->maps;
    memset(word, 0, POSITION_WORDS * sizeof *word);
    for (int cell = 0; cell < maps->cell_count; cell++) {
        const int image = maps->image[g][cell];
        word[image / CELLS_PER_WORD] |= (uint64_t)cells[cell] << 2 * (image % CELLS_PER_WORD);
    }
    const int ko = state->ko_cell == HASH_NO_KO ? 0 : 1 + maps->image[g][state->ko_cell];
    const int passes = state->passes < 2 ? state->passes : 2;
    word[2] |= (uint64_t)(state->to_move | passes << 1 | ko << 3) << STATE_SHIFT;
}

static int compare_packed(const uint64_t *a, const uint64_t *b) {
    return memcmp(a, b, POSITION_WORDS * sizeof *a);
}

/* Finds the least image. Returns a symmetry that makes it. */
static Symmetry find_least(const PositionSet *set, const HashCell *cells, const HashState *state,
                           uint64_t least[POSITION_WORDS]) {
    Symmetry by = SYMMETRY_IDENTITY;
    pack_image(set, cells, state, SYMMETRY_IDENTITY, least);
    for (Symmetry g = 1; g < SYMMETRY_COUNT; g++) {
        uint64_t word[POSITION_WORDS];
        pack_image(set, cells, state, g, word);
        if (compare_packed(word, least) < 0) {
            memcpy(least, word, sizeof word);
            by = g;
        }
    }
    return by;
}

static uint64_t paper_key(const PositionSet *set, const HashCell *cells, const HashState *state) {
    uint64_t value = huima_hash(&set->paper[0], HUIMA_XOR, cells);
    if (state->ko_cell != HASH_NO_KO) {
        value = huima_combine(HUIMA_XOR, value, set->paper[1].stone[0][state->ko_cell]);
    }
    return huima_canonical(value, false) ^ set->tables->side[state->to_move] ^
           set->tables->passes[state->passes < 2 ? state->passes : 2];
}

/* Lane g is the plain hash of the image under g. */
static void fill_keys(const PositionSet *set, const HashCell *cells, const HashState *state,
                      Symmetry least_by, uint64_t key[KEY_KIND_COUNT]) {
    HashLanes lanes;
    hash_lanes_of(set->tables, cells, &lanes);
    hash_lanes_add_state(set->tables, &lanes, state, &lanes);
    const HashKey canonical = hash_key_of_lanes(&lanes);
    key[KEY_CANONICAL] = canonical.key;
    key[KEY_SECOND] = canonical.check;
    key[KEY_PLAIN] = lanes.lane[least_by];
    key[KEY_PAPER] = paper_key(set, cells, state);
}

static uint64_t hash_of(const void *set, uint32_t number) {
    const uint64_t *word = ((const PositionSet *)set)->items[number].word;
    return hash_mix(hash_mix(word[0]) ^ hash_mix(word[1] + 1) ^ word[2]);
}

void position_set_add(PositionSet *set, const HashCell *cells, const HashState *state) {
    const size_t number = set->count;
    set->items = memory_grow(set->items, number, sizeof *set->items);
    PositionItem *item = &set->items[number];
    const Symmetry least_by = find_least(set, cells, state, item->word);
    size_t slot = map_first(&set->map, hash_of(set, (uint32_t)number));
    while (map_has(&set->map, slot)) {
        PositionItem *other = &set->items[map_number(&set->map, slot)];
        if (compare_packed(other->word, item->word) == 0) {
            other->seen++;
            return;
        }
        slot = map_next(&set->map, slot);
    }
    fill_keys(set, cells, state, least_by, item->key);
    item->seen = 1;
    set->count++;
    map_put(&set->map, slot, (uint32_t)number, hash_of, set);
}
