/* Memory for what is read often: packed weights, and a plan's buffers. It lies close together in
 * huge pages if the system grants them, which saves misses of the address cache (4 to 6% of an
 * evaluation, measured).
 *
 * An Arena of zeros is empty. It belongs to one thread. */
#ifndef ENGINE_EVAL_NET_FAST_ARENA_H
#define ENGINE_EVAL_NET_FAST_ARENA_H

#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

typedef struct {
    ArenaBlock *blocks; /* the first is being filled */
    size_t bytes;       /* of all blocks */
    size_t block_bytes; /* the least of a block. The more the better what is taken fills it; what is
                           never taken uses addresses alone */
} Arena;

/* Returns zeroed memory, aligned to a cache line, that lasts until the arena is cleared, or NULL if
 * out of memory. */
void *arena_take(Arena *arena, size_t bytes);

void arena_clear(Arena *arena);

#endif
