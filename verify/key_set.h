/* A numbered set of keys. The program ends with a
 * message if memory runs out. */
#ifndef VERIFY_KEY_SET_H
#define VERIFY_KEY_SET_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/map.h"

enum { KEY_UNKNOWN = INT32_MAX }; /* a set has fewer keys: it ends the program before */

typedef struct {
    uint8_t *keys;
    size_t key_bytes;
    uint32_t count;
    Map map;
} KeySet;

void key_set_init(KeySet *set, size_t key_bytes);
void key_set_free(KeySet *set);

static inline const uint8_t *key_set_get(const KeySet *set, uint32_t number) {
    return set->keys + number * set->key_bytes;
}

/* The number of a key, which is added if it is new. */
uint32_t key_set_add(KeySet *set, const uint8_t *key);

/* The number of a key, or KEY_UNKNOWN. */
uint32_t key_set_find(const KeySet *set, const uint8_t *key);

#endif
