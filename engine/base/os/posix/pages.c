/* Pages by mmap. */
#include "engine/base/os/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *pages_new(size_t bytes, PagesPromise promise) {
    const int reserve = promise == PAGES_SPARSE ? MAP_NORESERVE : 0;
    void *pages =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | reserve, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void pages_prefer_huge(void *memory, size_t bytes) {
#ifdef MADV_HUGEPAGE
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t skipped = -(uintptr_t)memory % page;
    if (skipped < bytes) {
        madvise((char *)memory + skipped, bytes - skipped, MADV_HUGEPAGE);
    }
#else
    (void)memory, (void)bytes;
#endif
}

/* Maps a huge page more and gives back what lies outside the boundaries. */
void *pages_new_huge(size_t bytes, PagesPromise promise) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (bytes > SIZE_MAX - HUGE_PAGE_BYTES - page) {
        return NULL;
    }
    const size_t kept = (bytes + page - 1) / page * page;
    char *mapping = pages_new(kept + HUGE_PAGE_BYTES, promise);
    if (mapping == NULL) {
        return NULL;
    }
    const size_t before = -(uintptr_t)mapping % HUGE_PAGE_BYTES;
    if (before > 0) {
        munmap(mapping, before);
    }
    munmap(mapping + before + kept, HUGE_PAGE_BYTES - before);
    pages_prefer_huge(mapping + before, bytes);
    return mapping + before;
}

void pages_clear(void *pages, size_t bytes) {
#ifdef __linux__ /* elsewhere the pages may keep what they hold */
    if (madvise(pages, bytes, MADV_DONTNEED) == 0) {
        return;
    }
#endif
    memset(pages, 0, bytes);
}

void pages_forget(void *memory, size_t bytes) {
#ifdef __linux__ /* elsewhere such advice may be an error */
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t skipped = -(uintptr_t)memory % page;
    if (skipped < bytes) {
        madvise((char *)memory + skipped, (bytes - skipped) / page * page, MADV_DONTNEED);
    }
#else
    (void)memory, (void)bytes;
#endif
}

void pages_free(void *pages, size_t bytes) {
    munmap(pages, bytes);
}

static void *new_at(size_t alignment, size_t bytes) {
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void *aligned_new(size_t bytes) {
    void *memory = new_at(64, bytes);
    return memory == NULL ? NULL : memset(memory, 0, bytes);
}

void *aligned_new_huge(size_t bytes) {
    return new_at(HUGE_PAGE_BYTES, bytes);
}

void aligned_free(void *memory) {
    free(memory);
}
