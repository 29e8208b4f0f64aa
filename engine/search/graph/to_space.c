#include "engine/search/graph/to_space.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

unsigned char *to_space_map(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

bool to_space_init(ToSpace *to_space, size_t bytes) {
    *to_space = (ToSpace){.memory = to_space_map(bytes), .bytes = bytes};
    return to_space->memory != NULL;
}

static void *empty(void *argument) {
    ToSpace *to_space = argument;
    if (madvise(to_space->memory, to_space->used, MADV_DONTNEED) != 0) { /* such as locked memory */
        memset(to_space->memory, 0, to_space->used);
    }
    return NULL;
}

static void wait_until_empty(ToSpace *to_space) {
    if (to_space->is_emptying) {
        pthread_join(to_space->thread, NULL);
        to_space->is_emptying = false;
    }
}

void to_space_free(ToSpace *to_space) {
    wait_until_empty(to_space);
    if (to_space->memory != NULL) {
        munmap(to_space->memory, to_space->bytes);
        to_space->memory = NULL;
    }
}

unsigned char *to_space_take(ToSpace *to_space) {
    wait_until_empty(to_space);
    unsigned char *memory = to_space->memory;
    to_space->memory = NULL;
    return memory;
}

void to_space_give(ToSpace *to_space, unsigned char *memory, size_t used) {
    assert(to_space->memory == NULL && used <= to_space->bytes);
    to_space->memory = memory;
    to_space->used = used;
    to_space->is_emptying = pthread_create(&to_space->thread, NULL, empty, to_space) == 0;
    if (!to_space->is_emptying) {
        empty(to_space);
    }
}
