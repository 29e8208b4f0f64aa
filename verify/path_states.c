#include "verify/path_states.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/thread.h"

enum { SHARDS = 64, BUCKETS = 1 << 13 /* of a shard: some states each when its memory is full */ };

typedef struct PathState {
    struct PathState *next, *older; /* of its bucket, and of its shard */
    uint64_t hash;
    size_t count;
    StateBoard boards[];
} PathState;

/* States with the same low bits of their hash. */
typedef struct {
    pthread_mutex_t mutex;
    size_t bytes; /* of its states */
    PathState *newest, *buckets[BUCKETS];
} Shard;

struct PathStates {
    Shard shards[SHARDS];
    size_t most_bytes; /* of a shard's states */
};

static PathState **find_bucket(Shard *shard, uint64_t hash) {
    return &shard->buckets[hash / SHARDS % BUCKETS];
}

static void empty(Shard *shard) {
    for (PathState *older; shard->newest != NULL; shard->newest = older) {
        older = shard->newest->older;
        *find_bucket(shard, shard->newest->hash) = NULL;
        free(shard->newest);
    }
    shard->bytes = 0;
}

PathStates *path_states_new(size_t most_bytes) {
    PathStates *states = memory_check(calloc(1, sizeof *states));
    states->most_bytes = most_bytes / SHARDS;
    for (int i = 0; i < SHARDS; i++) {
        pthread_mutex_init(&states->shards[i].mutex, NULL);
    }
    return states;
}

void path_states_free(PathStates *states) {
    for (int i = 0; i < SHARDS; i++) {
        pthread_mutex_destroy(&states->shards[i].mutex);
        empty(&states->shards[i]);
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

/* Adds a state. Returns false if the shard has it. */
static bool add(Shard *shard, uint64_t hash, const StateBoard *boards, size_t count) {
    const size_t board_bytes = count * sizeof *boards;
    PathState **bucket = find_bucket(shard, hash);
    for (const PathState *state = *bucket; state != NULL; state = state->next) {
        if (state->hash == hash && state->count == count &&
            memcmp(state->boards, boards, board_bytes) == 0) {
            return false;
        }
    }
    PathState *state = memory_check(malloc(sizeof *state + board_bytes));
    *state = (PathState){.next = *bucket, .older = shard->newest, .hash = hash, .count = count};
    memcpy(state->boards, boards, board_bytes);
    *bucket = shard->newest = state;
    shard->bytes += sizeof *state + board_bytes;
    return true;
}

bool path_states_add(PathStates *states, StateBoard *boards, size_t count) {
    qsort(boards + 1, count - 1, sizeof *boards, compare);
    const uint64_t hash = hash_of(boards, count);
    Shard *shard = &states->shards[hash % SHARDS];
    pthread_mutex_lock(&shard->mutex);
    const bool is_new = add(shard, hash, boards, count);
    if (shard->bytes > states->most_bytes) {
        empty(shard);
    }
    pthread_mutex_unlock(&shard->mutex);
    return is_new;
}
