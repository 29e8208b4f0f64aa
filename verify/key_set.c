#include "verify/key_set.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "verify/frame.h"

void key_set_init(KeySet *set, size_t key_bytes) {
    *set = (KeySet){.key_bytes = key_bytes};
    map_init(&set->map, 0);
}

void key_set_free(KeySet *set) {
    free(set->keys);
    map_free(&set->map);
}

static uint64_t hash_of(const void *context, uint32_t number) {
    const KeySet *set = context;
    return frame_sum(key_set_get(set, number), set->key_bytes);
}

static size_t find_slot(const KeySet *set, const uint8_t *key) {
    size_t slot = map_first(&set->map, frame_sum(key, set->key_bytes));
    while (map_has(&set->map, slot) &&
           memcmp(key_set_get(set, map_number(&set->map, slot)), key, set->key_bytes) != 0) {
        slot = map_next(&set->map, slot);
    }
    return slot;
}

uint32_t key_set_add(KeySet *set, const uint8_t *key) {
    const size_t slot = find_slot(set, key);
    if (map_has(&set->map, slot)) {
        return map_number(&set->map, slot);
    }
    set->keys = memory_grow(set->keys, set->count, set->key_bytes);
    memcpy(set->keys + set->count * set->key_bytes, key, set->key_bytes);
    map_put(&set->map, slot, set->count, hash_of, set);
    return set->count++;
}

uint32_t key_set_find(const KeySet *set, const uint8_t *key) {
    const size_t slot = find_slot(set, key);
    return map_has(&set->map, slot) ? map_number(&set->map, slot) : KEY_UNKNOWN;
}
