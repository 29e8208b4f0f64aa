/* How much memory this process has, as Linux tells it. */
#ifndef TESTS_SUPPORT_PROGRAM_MEMORY_USE_H
#define TESTS_SUPPORT_PROGRAM_MEMORY_USE_H

/* In pages: of address space, and of those in memory. 0 where the system does not tell. */
typedef struct {
    long all, resident;
} MemoryUse;

MemoryUse memory_use(void);

#endif
