#include "verify/boards.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "verify/strategy.h"

void board_set_init(BoardSet *set, const SlowRules *rules) {
    *set = (BoardSet){.rules = rules,
                      .packed_bytes = strategy_key_bytes(rules) - 1 /* without the ko */};
    map_init(&set->map, 0);
}

void board_set_free(BoardSet *set) {
    free(set->packed);
    map_free(&set->map);
}

static uint64_t hash_of(const void *context, uint32_t number) {
    const BoardSet *set = context;
    return frame_sum(set->packed + number * set->packed_bytes, set->packed_bytes);
}

static size_t find_slot(const BoardSet *set, const uint8_t *bytes) {
    size_t slot = map_first(&set->map, frame_sum(bytes, set->packed_bytes));
    while (map_has(&set->map, slot) &&
           memcmp(set->packed + map_number(&set->map, slot) * set->packed_bytes, bytes,
                  set->packed_bytes) != 0) {
        slot = map_next(&set->map, slot);
    }
    return slot;
}

uint32_t board_set_add_key(BoardSet *set, const uint8_t *bytes) {
    const size_t slot = find_slot(set, bytes);
    if (map_has(&set->map, slot)) {
        return map_number(&set->map, slot);
    }
    set->packed = memory_grow(set->packed, set->count, set->packed_bytes);
    memcpy(set->packed + set->count * set->packed_bytes, bytes, set->packed_bytes);
    map_put(&set->map, slot, set->count, hash_of, set);
    return set->count++;
}

uint32_t board_set_add(BoardSet *set, const SlowBoard *board) {
    uint8_t key[STRATEGY_KEY_MAX];
    strategy_pack_least(set->rules, board, SLOW_NO_KO, key);
    return board_set_add_key(set, key);
}

uint32_t board_set_find_key(const BoardSet *set, const uint8_t *bytes) {
    const size_t slot = find_slot(set, bytes);
    return map_has(&set->map, slot) ? map_number(&set->map, slot) : BOARD_UNKNOWN;
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
