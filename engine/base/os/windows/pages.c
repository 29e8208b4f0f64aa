/* Pages by VirtualAlloc. */
#include "engine/base/os/pages.h"

#include "engine/base/os/windows/utf16.h"

#include <malloc.h>
#include <stdint.h>
#include <string.h>

/* Windows counts all committed memory as promised. */
void *pages_new(size_t bytes, PagesPromise promise) {
    (void)promise;
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

/* Large pages need a privilege that users do not have. */
void *pages_new_huge(size_t bytes, PagesPromise promise) {
    return pages_new(bytes, promise);
}

void pages_prefer_huge(void *memory, size_t bytes) {
    (void)memory, (void)bytes;
}

/* Decommitted pages might not be had again. */
void pages_clear(void *pages, size_t bytes) {
    memset(pages, 0, bytes);
}

void pages_forget(void *memory, size_t bytes) {
    (void)memory, (void)bytes;
}

void pages_free(void *pages, size_t bytes) {
    (void)bytes;
    VirtualFree(pages, 0, MEM_RELEASE);
}

void *aligned_new(size_t bytes) {
    void *memory = _aligned_malloc(bytes, 64);
    return memory == NULL ? NULL : memset(memory, 0, bytes);
}

void *aligned_new_huge(size_t bytes) {
    return _aligned_malloc(bytes, HUGE_PAGE_BYTES);
}

void aligned_free(void *memory) {
    _aligned_free(memory);
}
