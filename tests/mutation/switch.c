#include "tests/mutation/switch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned char unshared[MUTANTS_MAX];

int mutant_active;
unsigned char *mutant_reached = unshared;

/* Before the constructors that register tests. */
__attribute__((constructor(101))) static void choose_mutant(void) {
    const char *number = getenv("MUTANT"), *path = getenv("MUTANT_REACHED");
    mutant_active = number == NULL ? 0 : atoi(number);
    const int file = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file >= 0) {
        void *shared = mmap(NULL, MUTANTS_MAX, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (shared == MAP_FAILED) {
            perror(path);
            exit(EXIT_FAILURE);
        }
        mutant_reached = shared;
        close(file);
    }
}
