/* Zeroed memory in pages of the system, and mapped files. Any thread may call. */
#ifndef ENGINE_BASE_OS_PAGES_H
#define ENGINE_BASE_OS_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* The size of a huge page on x86-64, and on AArch64 with pages of 4 KiB. */
enum { HUGE_PAGE_BYTES = 2 << 20 };

typedef enum {
    PAGES_RESERVED, /* refused if the system cannot promise so much memory */
    PAGES_SPARSE,   /* most of them will never be touched */
} PagesPromise;

/* Returns zeroed pages, or NULL. Pages that are never touched take no memory. */
void *pages_new(size_t bytes, PagesPromise promise);

/* As pages_new, at a huge page's boundary and in huge pages if the system grants them. */
void *pages_new_huge(size_t bytes, PagesPromise promise);

/* Asks for huge pages, for whole pages within the memory. Without them everything still works, but
 * slower. */
void pages_prefer_huge(void *memory, size_t bytes);

/* Zeroes pages of pages_new, giving their memory back where the system can. */
void pages_clear(void *pages, size_t bytes);

/* Gives back whole pages within any memory whose content is not needed any more, where the system
 * can (PAGES_CAN_FORGET). They hold anything until they are written again. */
void pages_forget(void *memory, size_t bytes);
#ifdef __linux__
enum { PAGES_CAN_FORGET = true };
#else
enum { PAGES_CAN_FORGET = false };
#endif

void pages_free(void *pages, size_t bytes);

/* ---- Smaller blocks ---- */

/* Return memory aligned to a cache line of 64 bytes, zeroed, or to a huge page, as it comes; NULL
 * if out of memory. aligned_free frees it. */
void *aligned_new(size_t bytes);
void *aligned_new_huge(size_t bytes);
void aligned_free(void *memory);

#endif
