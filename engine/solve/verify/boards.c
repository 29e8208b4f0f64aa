#include "engine/solve/verify/boards.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/verify/strategy.h"

void board_set_init(BoardSet *set, const SlowRules *rules) {
    *set = (BoardSet){.rules = rules,
                      .packed_bytes = strategy_key_bytes(rules) - 1 /* without the ko */};
    set->slot_count = 1024;
    set->slots = memory_new(set->slot_count, sizeof *set->slots);
}

void board_set_free(BoardSet *set) {
    free(set->packed);
    free(set->slots);
}

/* The factor is FNV's: without a step more the last byte would hardly count in the bits taken. */
static size_t slot_of_bytes(const BoardSet *set, const uint8_t *bytes) {
    const uint64_t sum = proof_file_sum(bytes, set->packed_bytes) * UINT64_C(0x100000001B3);
    return (size_t)(sum >> 20) & (set->slot_count - 1);
}

static size_t find_slot(const BoardSet *set, const uint8_t *bytes) {
    size_t i = slot_of_bytes(set, bytes);
    while (set->slots[i] != 0 && memcmp(set->packed + (set->slots[i] - 1) * set->packed_bytes,
                                        bytes, set->packed_bytes) != 0) {
        i = (i + 1) & (set->slot_count - 1);
    }
    return i;
}

/* No two boards are the same, so none are compared. */
static void enlarge(BoardSet *set) {
    free(set->slots);
    set->slot_count *= 2;
    set->slots = memory_new(set->slot_count, sizeof *set->slots);
    for (uint32_t number = 0; number < set->count; number++) {
        size_t i = slot_of_bytes(set, set->packed + number * set->packed_bytes);
        while (set->slots[i] != 0) {
            i = (i + 1) & (set->slot_count - 1);
        }
        set->slots[i] = number + 1;
    }
}

uint32_t board_set_add_key(BoardSet *set, const uint8_t *bytes) {
    const size_t slot = find_slot(set, bytes);
    if (set->slots[slot] != 0) {
        return set->slots[slot] - 1;
    }
    if (set->count + 1 == BOARD_UNKNOWN) {
        memory_fail();
    }
    set->packed = memory_grow(set->packed, set->count, set->packed_bytes);
    memcpy(set->packed + set->count * set->packed_bytes, bytes, set->packed_bytes);
    set->slots[slot] = ++set->count;
    if (2 * (size_t)set->count > set->slot_count) {
        enlarge(set);
    }
    return set->count - 1;
}

uint32_t board_set_add(BoardSet *set, const SlowBoard *board) {
    uint8_t key[STRATEGY_KEY_MAX];
    strategy_pack_least(set->rules, board, SLOW_NO_KO, key);
    return board_set_add_key(set, key);
}

uint32_t board_set_find_key(const BoardSet *set, const uint8_t *bytes) {
    const size_t slot = find_slot(set, bytes);
    return set->slots[slot] == 0 ? BOARD_UNKNOWN : set->slots[slot] - 1;
}

uint32_t board_set_find(const BoardSet *set, const SlowBoard *board) {
    uint8_t key[STRATEGY_KEY_MAX];
    strategy_pack_least(set->rules, board, SLOW_NO_KO, key);
    return board_set_find_key(set, key);
}

SlowBoard board_set_get(const BoardSet *set, uint32_t number) {
    uint8_t key[STRATEGY_KEY_MAX];
    SlowBoard board;
    int ko;
    memcpy(key, set->packed + number * set->packed_bytes, set->packed_bytes);
    key[set->packed_bytes] = SLOW_NO_KO + 1;
    strategy_unpack(set->rules, key, &board, &ko);
    return board;
}
