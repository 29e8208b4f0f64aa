#include "tests/support/program/memory_use.h"

#include <stdio.h>

MemoryUse memory_use(void) {
    MemoryUse use = {0};
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL) {
        if (fscanf(file, "%ld %ld", &use.all, &use.resident) != 2) {
            use = (MemoryUse){0};
        }
        fclose(file);
    }
    return use;
}
