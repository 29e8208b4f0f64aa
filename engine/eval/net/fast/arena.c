#include "engine/eval/net/fast/filter.h"

#include <string.h>

#include "engine/base/os/pages.h"

enum {
    LINE = 64,
    GROWTH = 4, /* a block is at least this part of all before */
};

/* A block begins with this and a line's alignment. */
struct ArenaBlock {
    ArenaBlock *next;
    size_t bytes, used;
};

void arena_clear(Arena *arena) {
    for (ArenaBlock *next; arena->blocks != NULL; arena->blocks = next) {
        next = arena->blocks->next;
        aligned_free(arena->blocks);
    }
    arena->bytes = 0;
}

static size_t rounded_up(size_t bytes, size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static ArenaBlock *block_new(size_t bytes) {
    ArenaBlock *block = aligned_new_huge(bytes);
    if (block != NULL) {
        pages_prefer_huge(block, bytes);
        *block = (ArenaBlock){.bytes = bytes, .used = rounded_up(sizeof *block, LINE)};
    }
    return block;
}

void *arena_take(Arena *arena, size_t bytes) {
    ArenaBlock *block = arena->blocks;
    bytes = rounded_up(bytes, LINE);
    if (block == NULL || block->bytes - block->used < bytes) {
        const size_t grown = larger(arena->block_bytes, arena->bytes / GROWTH);
        block = block_new(rounded_up(larger(bytes + LINE, grown), HUGE_PAGE_BYTES));
        if (block == NULL) {
            return NULL;
        }
        arena->bytes += block->bytes;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *taken = (char *)block + block->used;
    block->used += bytes;
    return memset(taken, 0, bytes);
}
