#include "verify/path_states.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/map.h"
#include "engine/base/memory.h"
#include "engine/base/os/thread.h"

enum { SHARDS = 64 };

/* States with the same low bits of their hash. Their boards follow one another in a list. */
typedef struct {
    pthread_mutex_t mutex;
    StateBoard *boards;
    size_t board_count, state_count;
    size_t *ends; /* [state]: in the list */
    Map map;
} Shard;

struct PathStates {
    Shard shards[SHARDS];
    size_t most_bytes; /* of a shard's lists */
};

static void empty(Shard *shard) {
    shard->board_count = shard->state_count = 0;
    map_free(&shard->map);
    map_init(&shard->map, 0);
}

PathStates *path_states_new(size_t most_bytes) {
    PathStates *states = memory_new(1, sizeof *states);
    states->most_bytes = most_bytes / SHARDS;
    for (int i = 0; i < SHARDS; i++) {
        pthread_mutex_init(&states->shards[i].mutex, NULL);
        empty(&states->shards[i]);
    }
    return states;
}

void path_states_free(PathStates *states) {
    for (int i = 0; i < SHARDS; i++) {
        Shard *shard = &states->shards[i];
        pthread_mutex_destroy(&shard->mutex);
        free(shard->boards);
        free(shard->ends);
        map_free(&shard->map);
    }
    free(states);
}

static int compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof(StateBoard));
}

/* The finalizer of MurmurHash3, between the words. */
static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0xFF51AFD7ED558CCD);
    hash = (hash ^ hash >> 33) * UINT64_C(0xC4CEB9FE1A85EC53);
    return hash ^ hash >> 33;
}

static uint64_t hash_of(const StateBoard *boards, size_t count) {
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) {
        hash = mix(mix(mix(hash, boards[i].winner), boards[i].loser), boards[i].tag);
    }
    return hash;
}

static size_t first_of(const Shard *shard, size_t state) {
    return state == 0 ? 0 : shard->ends[state - 1];
}

static uint64_t hash_of_state(const void *context, uint32_t state) {
    const Shard *shard = context;
    const size_t first = first_of(shard, state);
    return hash_of(shard->boards + first, shard->ends[state] - first);
}

/* The slot of a state that is equal, or a free one. */
static size_t find_slot(const Shard *shard, uint64_t hash, const StateBoard *boards, size_t count) {
    size_t slot = map_first(&shard->map, hash);
    for (; map_has(&shard->map, slot); slot = map_next(&shard->map, slot)) {
        const size_t state = map_number(&shard->map, slot), first = first_of(shard, state);
        if (shard->ends[state] - first == count &&
            memcmp(shard->boards + first, boards, count * sizeof *boards) == 0) {
            break;
        }
    }
    return slot;
}

static void add(Shard *shard, size_t slot, const StateBoard *boards, size_t count) {
    for (size_t i = 0; i < count; i++) {
        shard->boards = memory_grow(shard->boards, shard->board_count, sizeof *shard->boards);
        shard->boards[shard->board_count++] = boards[i];
    }
    shard->ends = memory_grow(shard->ends, shard->state_count, sizeof *shard->ends);
    shard->ends[shard->state_count] = shard->board_count;
    map_put(&shard->map, slot, (uint32_t)shard->state_count++, hash_of_state, shard);
}

static size_t bytes_of(const Shard *shard) {
    return shard->board_count * sizeof *shard->boards +
           shard->state_count * (sizeof *shard->ends + 2 * sizeof *shard->map.slots);
}

bool path_states_add(PathStates *states, StateBoard *boards, size_t count) {
    qsort(boards + 1, count - 1, sizeof *boards, compare);
    const uint64_t hash = hash_of(boards, count);
    Shard *shard = &states->shards[hash % SHARDS];
    pthread_mutex_lock(&shard->mutex);
    const size_t slot = find_slot(shard, hash, boards, count);
    const bool is_new = !map_has(&shard->map, slot);
    if (is_new) {
        add(shard, slot, boards, count);
    }
    if (is_new && bytes_of(shard) > states->most_bytes) {
        empty(shard);
    }
    pthread_mutex_unlock(&shard->mutex);
    return is_new;
}
