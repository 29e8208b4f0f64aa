/* Pages by malloc: a page has one memory, which only grows, and grows by zeros. */
#include "engine/base/os/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *new_at(size_t alignment, size_t bytes) {
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

/* Only what is older than the allocation is cleared: writing the rest would take its memory. Where
 * another thread may let memory grow meanwhile, all is. */
static void *new_zeroed(size_t bytes) {
#ifdef __EMSCRIPTEN_PTHREADS__
    const uintptr_t old_end = UINTPTR_MAX;
#else
    const uintptr_t old_end = (uintptr_t)__builtin_wasm_memory_size(0) << 16;
#endif
    void *memory = new_at(64, bytes);
    if (memory != NULL && (uintptr_t)memory < old_end) {
        const size_t old = old_end - (uintptr_t)memory;
        memset(memory, 0, bytes < old ? bytes : old);
    }
    return memory;
}

void *pages_new(size_t bytes, PagesPromise promise) {
    (void)promise;
    return new_zeroed(bytes);
}

void *pages_new_huge(size_t bytes, PagesPromise promise) {
    (void)promise;
    return new_zeroed(bytes);
}

void pages_prefer_huge(void *memory, size_t bytes) {
    (void)memory, (void)bytes;
}

void pages_clear(void *pages, size_t bytes) {
    memset(pages, 0, bytes);
}

void pages_forget(void *memory, size_t bytes) {
    (void)memory, (void)bytes;
}

void pages_free(void *pages, size_t bytes) {
    (void)bytes;
    free(pages);
}

void *aligned_new(size_t bytes) {
    return new_zeroed(bytes);
}

void *aligned_new_huge(size_t bytes) {
    return new_at(64, bytes);
}

void aligned_free(void *memory) {
    free(memory);
}
