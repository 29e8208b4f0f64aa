#include "engine/eval/net/fast/arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20, LINE = 64 };

/* A block begins with this and a line's alignment. */
struct ArenaBlock {
    ArenaBlock *next;
    size_t bytes, used;
};

void arena_init(Arena *arena) {
    *arena = (Arena){0};
    pthread_mutex_init(&arena->mutex, NULL);
}

void arena_clear(Arena *arena) {
    for (ArenaBlock *next; arena->blocks != NULL; arena->blocks = next) {
        next = arena->blocks->next;
        free(arena->blocks);
    }
    pthread_mutex_destroy(&arena->mutex);
}

static size_t rounded_up(size_t bytes, size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

static ArenaBlock *block_new(size_t bytes) {
    ArenaBlock *block = aligned_alloc(HUGE_PAGE, bytes);
    if (block != NULL) {
#ifdef MADV_HUGEPAGE
        madvise(block, bytes, MADV_HUGEPAGE); /* a wish: without it everything works, slower */
#endif
        *block = (ArenaBlock){.bytes = bytes, .used = rounded_up(sizeof *block, LINE)};
    }
    return block;
}

void *arena_take(Arena *arena, size_t bytes) {
    ArenaBlock *block = arena->blocks;
    bytes = rounded_up(bytes, LINE);
    if (block == NULL || block->bytes - block->used < bytes) {
        block = block_new(rounded_up(bytes + LINE, HUGE_PAGE));
        if (block == NULL) {
            return NULL;
        }
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *taken = (char *)block + block->used;
    block->used += bytes;
    return memset(taken, 0, bytes);
}
