#include "engine/search/graph/spare.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

unsigned char *spare_map(size_t bytes) {
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

bool spare_init(Spare *spare, size_t bytes) {
    *spare = (Spare){.memory = spare_map(bytes), .bytes = bytes};
    return spare->memory != NULL;
}

static void *empty(void *argument) {
    Spare *spare = argument;
    if (madvise(spare->memory, spare->used, MADV_DONTNEED) != 0) { /* such as locked memory */
        memset(spare->memory, 0, spare->used);
    }
    return NULL;
}

static void wait_until_empty(Spare *spare) {
    if (spare->is_emptying) {
        pthread_join(spare->thread, NULL);
        spare->is_emptying = false;
    }
}

void spare_free(Spare *spare) {
    wait_until_empty(spare);
    if (spare->memory != NULL) {
        munmap(spare->memory, spare->bytes);
        spare->memory = NULL;
    }
}

unsigned char *spare_take(Spare *spare) {
    wait_until_empty(spare);
    unsigned char *memory = spare->memory;
    spare->memory = NULL;
    return memory;
}

void spare_give(Spare *spare, unsigned char *memory, size_t used) {
    assert(spare->memory == NULL && used <= spare->bytes);
    spare->memory = memory;
    spare->used = used;
    spare->is_emptying = pthread_create(&spare->thread, NULL, empty, spare) == 0;
    if (!spare->is_emptying) {
        empty(spare);
    }
}
