#include "engine/search/graph/to_space.h"

#include <assert.h>

#include "engine/base/os/pages.h"
#include "engine/base/os/thread.h"

bool to_space_init(ToSpace *to_space, size_t bytes) {
    *to_space = (ToSpace){.memory = pages_new_huge(bytes, PAGES_SPARSE), .bytes = bytes};
    return to_space->memory != NULL;
}

static void *empty(void *argument) {
    ToSpace *to_space = argument;
    pages_clear(to_space->memory, to_space->used);
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
        pages_free(to_space->memory, to_space->bytes);
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
    to_space->is_emptying = thread_start_aside(&to_space->thread, empty, to_space) == 0;
    if (!to_space->is_emptying) {
        empty(to_space);
    }
}
