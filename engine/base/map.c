#include "engine/base/map.h"

#include <stdlib.h>

#include "engine/base/memory.h"

enum { BITS_MIN = 6 };

void map_init(Map *map, size_t items) {
    *map = (Map){.bits = BITS_MIN};
    while (3 * items > (size_t)2 << map->bits) {
        map->bits++;
    }
    map->slots = memory_new((size_t)1 << map->bits, sizeof *map->slots);
}

void map_free(Map *map) {
    free(map->slots);
    *map = (Map){0};
}

/* The first empty slot for an item with this hash. */
static size_t empty_slot(const Map *map, uint64_t hash) {
    size_t slot = map_first(map, hash);
    while (map_has(map, slot)) {
        slot = map_next(map, slot);
    }
    return slot;
}

static void enlarge(Map *map, MapHash *hash_of, const void *context) {
    Map larger;
    map_init(&larger, 2 * (map->count + 1));
    for (size_t slot = 0; slot < (size_t)1 << map->bits; slot++) {
        if (map_has(map, slot)) {
            const uint32_t number = map_number(map, slot);
            larger.slots[empty_slot(&larger, hash_of(context, number))] = number + 1;
        }
    }
    larger.count = map->count;
    map_free(map);
    *map = larger;
}

void map_put(Map *map, size_t slot, uint32_t number, MapHash *hash_of, const void *context) {
    if (map->count >= MAP_ITEMS_MAX) {
        memory_fail();
    }
    map->slots[slot] = number + 1;
    map->count++;
    if (3 * (map->count + 1) > (size_t)2 << map->bits) { /* two thirds of the slots are taken */
        enlarge(map, hash_of, context);
    }
}

void map_add(Map *map, uint32_t number, MapHash *hash_of, const void *context) {
    map_put(map, empty_slot(map, hash_of(context, number)), number, hash_of, context);
}

/* Items behind the slot that its item has displaced move up. */
void map_remove(Map *map, size_t slot, MapHash *hash_of, const void *context) {
    const size_t mask = ((size_t)1 << map->bits) - 1;
    for (size_t i = map_next(map, slot); map_has(map, i); i = map_next(map, i)) {
        const size_t first = map_first(map, hash_of(context, map_number(map, i)));
        if (((i - first) & mask) >= ((i - slot) & mask)) {
            map->slots[slot] = map->slots[i];
            slot = i;
        }
    }
    map->slots[slot] = 0;
    map->count--;
}
