/* A hash map by open addressing, from keys to the numbers 0, 1, ... of items. It holds the numbers
 * alone: items, keys and hashes are the caller's. A search walks the slots:
 *
 *     size_t slot = map_first(map, hash);
 *     while (map_has(map, slot) && !(the item map_number(map, slot) has the key)) {
 *         slot = map_next(map, slot);
 *     }
 *
 * ends at the item, or at the empty slot where map_put puts a new one. The program ends with a
 * message if memory runs out. */
#ifndef ENGINE_BASE_MAP_H
#define ENGINE_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAP_ITEMS_MAX = INT32_MAX - 1 };

typedef struct {
    uint32_t *slots; /* [1 << bits]: 1 + a number, or 0 */
    size_t count;    /* of items */
    int bits;
} Map;

/* The hash of an item that the map has. */
typedef uint64_t MapHash(const void *context, uint32_t number);

/* With room for that many items before it grows. */
void map_init(Map *map, size_t items);
void map_free(Map *map);

/* Hashes may be weak in any of their bits. */
static inline size_t map_first(const Map *map, uint64_t hash) {
    return (size_t)((hash ^ hash >> 32) * UINT64_C(0x9E3779B97F4A7C15) >> (64 - map->bits));
}

static inline size_t map_next(const Map *map, size_t slot) {
    return (slot + 1) & (((size_t)1 << map->bits) - 1);
}

static inline bool map_has(const Map *map, size_t slot) {
    return map->slots[slot] != 0;
}

static inline uint32_t map_number(const Map *map, size_t slot) {
    return map->slots[slot] - 1;
}

/* Puts a new item into the empty slot where the search for it has ended. The map may grow: then it
 * asks for the hashes of all items. */
void map_put(Map *map, size_t slot, uint32_t number, MapHash *hash_of, const void *context);

/* Adds an item that the map surely does not have, without a look at the others. */
void map_add(Map *map, uint32_t number, MapHash *hash_of, const void *context);

/* Removes the item in that slot, or gives it another number. */
void map_remove(Map *map, size_t slot, MapHash *hash_of, const void *context);
static inline void map_renumber(Map *map, size_t slot, uint32_t number) {
    map->slots[slot] = number + 1;
}

#endif
