/* Pages by malloc: a page has one memory, which only grows. */
#include "engine/base/os/pages.h"

#include <stdlib.h>
#include <string.h>

static void *new_at(size_t alignment, size_t bytes) {
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void *pages_new(size_t bytes, PagesPromise promise) {
    (void)promise;
    return aligned_new(bytes);
}

void *pages_new_huge(size_t bytes, PagesPromise promise) {
    (void)promise;
    return aligned_new(bytes);
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
    void *memory = new_at(64, bytes);
    return memory == NULL ? NULL : memset(memory, 0, bytes);
}

void *aligned_new_huge(size_t bytes) {
    return new_at(64, bytes);
}

void aligned_free(void *memory) {
    free(memory);
}
