#include "engine/lab/bench/collisions/positions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/pages.h"

enum { CELLS_PER_WORD = 32, STATE_SHIFT = 40, FIRST_SLOTS = 1 << 13 };

static const uint64_t PAPER_SEED = 20000; /* that of the tests' censuses */

void position_set_init(PositionSet *set, int side, size_t limit) {
    assert(side >= 1 && side <= POSITION_SIDE_MAX && limit <= UINT32_MAX / 2 + 1);
    *set = (PositionSet){.limit = limit, .slot_count = FIRST_SLOTS};
    set->tables = memory_check(aligned_new(sizeof *set->tables));
    set->paper = memory_new(2, sizeof *set->paper);
    set->slots = memory_new(set->slot_count, sizeof *set->slots);
    hash_tables_init(set->tables, side, side, HASH_DEFAULT_SEED);
    huima_table_init(&set->paper[0], side, PAPER_SEED);
    huima_table_init(&set->paper[1], side, PAPER_SEED + 1);
}

void position_set_free(PositionSet *set) {
    aligned_free(set->tables);
    free(set->paper);
    free(set->items);
    free(set->slots);
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

/* Returns the slot of the position, or the free one for it. */
static size_t find_slot(const PositionSet *set, const uint64_t word[POSITION_WORDS]) {
    uint64_t mixed = 0;
    for (int i = 0; i < POSITION_WORDS; i++) {
        mixed = hash_mix((mixed ^ mixed >> 32) + word[i]);
    }
    size_t slot = (size_t)(mixed >> 32) & (set->slot_count - 1);
    while (set->slots[slot] != 0 &&
           compare_packed(set->items[set->slots[slot] - 1].word, word) != 0) {
        slot = (slot + 1) & (set->slot_count - 1);
    }
    return slot;
}

static void double_slots(PositionSet *set) {
    free(set->slots);
    set->slot_count *= 2;
    set->slots = memory_new(set->slot_count, sizeof *set->slots);
    for (size_t i = 0; i < set->count; i++) {
        set->slots[find_slot(set, set->items[i].word)] = (uint32_t)i + 1;
    }
}

void position_set_add(PositionSet *set, const HashCell *cells, const HashState *state) {
    PositionItem item = {.seen = 1};
    const Symmetry least_by = find_least(set, cells, state, item.word);
    const size_t slot = find_slot(set, item.word);
    if (set->slots[slot] != 0) {
        set->items[set->slots[slot] - 1].seen++;
        return;
    }
    if (set->count == set->limit) {
        return;
    }
    fill_keys(set, cells, state, least_by, item.key);
    set->items = memory_grow(set->items, set->count, sizeof *set->items);
    set->items[set->count++] = item;
    set->slots[slot] = (uint32_t)set->count;
    if (2 * set->count > set->slot_count) {
        double_slots(set);
    }
}
