/* Remembers answers of a network by the key of its input (Canonical).
 *
 * Four entries form a set, a key belongs to one set, and the least recently asked for is replaced.
 * An entry takes memory for its own board; once the memory is full, entries go in turn. Any thread
 * may call any function. */
#ifndef ENGINE_EVAL_EVAL_CACHE_H
#define ENGINE_EVAL_EVAL_CACHE_H

#include "engine/eval/net/answer.h"

typedef struct EvalCache EvalCache;

/* Makes an empty cache of at most these bytes and entries, whichever is less; entries are rounded
 * up to a multiple of four. If either is 0, it remembers nothing. Returns NULL if out of memory. */
EvalCache *eval_cache_new(size_t bytes, uint64_t entries);
void eval_cache_free(EvalCache *cache);

/* Finds the answer for a canonical image, by its cells. Returns false if it is not known. */
bool eval_cache_find(EvalCache *cache, const Canonical *canonical, NetAnswer *answer);

/* Remembers the answer, which must be finite, unless memory runs out. */
void eval_cache_store(EvalCache *cache, const Canonical *canonical, const NetAnswer *answer);

void eval_cache_clear(EvalCache *cache);

/* Since the cache was made. */
typedef struct {
    uint64_t asked, found;
    uint64_t turned;  /* found, and stored by a position in another orientation */
    uint64_t entries; /* now */
    uint64_t bytes;   /* of those */
} EvalCacheCounts;

EvalCacheCounts eval_cache_counts(EvalCache *cache);

#endif
