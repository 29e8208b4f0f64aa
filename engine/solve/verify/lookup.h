/* Positions that are looked up among the records of a file, many at a time: sorted, and merged with
 * one pass through its blocks. The file need not be in memory. */
#ifndef ENGINE_SOLVE_VERIFY_LOOKUP_H
#define ENGINE_SOLVE_VERIFY_LOOKUP_H

#include "engine/solve/verify/strategy.h"

/* A position's bytes, as two numbers that compare as the bytes do. */
typedef struct {
    uint64_t high, low;
} LookupKey;

typedef enum {
    FOUND_NOTHING,
    FOUND_BOARD, /* with another forbidden cell */
    FOUND_RECORD,
} Found;

typedef struct {
    LookupKey key;
    uint32_t source; /* the caller's */
    int8_t cell;     /* the caller's */
    uint8_t found;   /* a Found */
    uint16_t rank;   /* of what was found */
} Lookup;

typedef struct {
    Lookup *list;
    size_t count;
} LookupList;

LookupKey lookup_key(const uint8_t *key, size_t key_bytes);

void lookup_sort(LookupList *lookups);

/* Finds all lookups of sorted lists, by as many threads as there are lists, TEAM_MAX at most.
 * readers: one for each list. Returns false with a message if a block cannot be read. */
bool lookup_find(BlockReader *readers, LookupList *lists, int count, Status *status);

#endif
