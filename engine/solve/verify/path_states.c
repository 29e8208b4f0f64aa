#include "engine/solve/verify/path_states.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/thread.h"

enum { SHARDS = 64, FIRST_SLOTS = 64 };

/* States with the same low bits of their hash. Their boards follow one another in a list. */
typedef struct {
    pthread_mutex_t mutex;
    StateBoard *boards;
    size_t board_count, state_count;
    size_t *ends;    /* [state]: in the list */
    uint32_t *slots; /* open addressing: 1 + the number of a state */
    size_t slot_count;
} Shard;

struct PathStates {
    Shard shards[SHARDS];
    size_t most_bytes; /* of a shard's lists */
};

static void empty(Shard *shard) {
    shard->board_count = shard->state_count = 0;
    shard->slot_count = FIRST_SLOTS;
    free(shard->slots);
    shard->slots = memory_new(shard->slot_count, sizeof *shard->slots);
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
        free(shard->slots);
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

/* The slot of a state that is equal, or a free one. */
static size_t find_slot(const Shard *shard, uint64_t hash, const StateBoard *boards, size_t count) {
    size_t i = hash / SHARDS & (shard->slot_count - 1);
    for (; shard->slots[i] != 0; i = (i + 1) & (shard->slot_count - 1)) {
        const size_t state = shard->slots[i] - 1, first = first_of(shard, state);
        if (shard->ends[state] - first == count &&
            memcmp(shard->boards + first, boards, count * sizeof *boards) == 0) {
            break;
        }
    }
    return i;
}

static void enlarge(Shard *shard) {
    free(shard->slots);
    shard->slot_count *= 2;
    shard->slots = memory_new(shard->slot_count, sizeof *shard->slots);
    for (size_t state = 0; state < shard->state_count; state++) {
        const size_t first = first_of(shard, state), count = shard->ends[state] - first;
        const StateBoard *boards = shard->boards + first;
        shard->slots[find_slot(shard, hash_of(boards, count), boards, count)] = (uint32_t)state + 1;
    }
}

static void add(Shard *shard, size_t slot, const StateBoard *boards, size_t count) {
    for (size_t i = 0; i < count; i++) {
        shard->boards = memory_grow(shard->boards, shard->board_count, sizeof *shard->boards);
        shard->boards[shard->board_count++] = boards[i];
    }
    shard->ends = memory_grow(shard->ends, shard->state_count, sizeof *shard->ends);
    shard->ends[shard->state_count++] = shard->board_count;
    shard->slots[slot] = (uint32_t)shard->state_count;
    if (2 * shard->state_count > shard->slot_count) {
        enlarge(shard);
    }
}

static size_t bytes_of(const Shard *shard) {
    return shard->board_count * sizeof *shard->boards + shard->state_count * sizeof *shard->ends +
           shard->slot_count * sizeof *shard->slots;
}

bool path_states_add(PathStates *states, StateBoard *boards, size_t count) {
    qsort(boards + 1, count - 1, sizeof *boards, compare);
    const uint64_t hash = hash_of(boards, count);
    Shard *shard = &states->shards[hash % SHARDS];
    pthread_mutex_lock(&shard->mutex);
    const size_t slot = find_slot(shard, hash, boards, count);
    const bool is_new = shard->slots[slot] == 0;
    if (is_new) {
        add(shard, slot, boards, count);
    }
    if (is_new && bytes_of(shard) > states->most_bytes) {
        empty(shard);
    }
    pthread_mutex_unlock(&shard->mutex);
    return is_new;
}
