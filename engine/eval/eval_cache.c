#include "engine/eval/eval_cache.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SET_ENTRIES = 4, MUTEX_COUNT = 256 };

/* Bytes by which the number of sets is chosen: an entry of a 9x9 board, the smallest that is
 * common. Larger boards fill the memory before they fill the sets. */
enum { SMALL_CELLS = 81 };

/* An answer for its own board: its values, then policy and ownership. */
typedef struct {
    uint64_t key, check;
    uint64_t asked_at; /* by the clock of the cache */
    Symmetry symmetry; /* of the position that it was stored for */
    int cell_count;
    char values[NET_ANSWER_VALUES];
    float cells[]; /* policy, then ownership */
} Entry;

typedef struct {
    Entry *entries[SET_ENTRIES];
} Set;

struct EvalCache {
    Set *sets;
    size_t set_count;
    size_t bytes_most;
    pthread_mutex_t mutexes[MUTEX_COUNT];
    /* Relaxed: counts, and times that only choose what is replaced. */
    _Atomic uint64_t clock, hand, asked, found, turned, entries, bytes;
};

/* The most sets that an answer may take an entry from once the memory is full. */
enum { SWEEP_SETS = 64 };

static size_t entry_bytes(int cell_count) {
    return sizeof(Entry) + 2 * (size_t)cell_count * sizeof(float);
}

EvalCache *eval_cache_new(size_t bytes, uint64_t entries) {
    EvalCache *cache = calloc(1, sizeof *cache);
    if (cache == NULL) {
        return NULL;
    }
    const uint64_t fitting = bytes / entry_bytes(SMALL_CELLS);
    const uint64_t most = entries < fitting ? entries : fitting;
    cache->set_count = (size_t)((most + SET_ENTRIES - 1) / SET_ENTRIES);
    cache->bytes_most = bytes;
    cache->sets = calloc(cache->set_count > 0 ? cache->set_count : 1, sizeof *cache->sets);
    for (int i = 0; i < MUTEX_COUNT; i++) {
        pthread_mutex_init(&cache->mutexes[i], NULL);
    }
    if (cache->sets == NULL) {
        eval_cache_free(cache);
        return NULL;
    }
    return cache;
}

/* Returns the number before. */
static uint64_t count(_Atomic uint64_t *number, uint64_t more) {
    return atomic_fetch_add_explicit(number, more, memory_order_relaxed);
}

static uint64_t get(const _Atomic uint64_t *number) {
    return atomic_load_explicit(number, memory_order_relaxed);
}

/* The set's mutex must be held. */
static void drop(EvalCache *cache, Entry **entry) {
    if (*entry != NULL) {
        count(&cache->bytes, -(uint64_t)entry_bytes((*entry)->cell_count));
        count(&cache->entries, -UINT64_C(1));
        free(*entry);
        *entry = NULL;
    }
}

static pthread_mutex_t *mutex_of(EvalCache *cache, size_t set) {
    return &cache->mutexes[set % MUTEX_COUNT];
}

void eval_cache_clear(EvalCache *cache) {
    for (size_t set = 0; set < cache->set_count; set++) {
        pthread_mutex_t *mutex = mutex_of(cache, set);
        pthread_mutex_lock(mutex);
        for (int i = 0; i < SET_ENTRIES; i++) {
            drop(cache, &cache->sets[set].entries[i]);
        }
        pthread_mutex_unlock(mutex);
    }
}

void eval_cache_free(EvalCache *cache) {
    if (cache == NULL) {
        return;
    }
    if (cache->sets != NULL) {
        eval_cache_clear(cache);
    }
    for (int i = 0; i < MUTEX_COUNT; i++) {
        pthread_mutex_destroy(&cache->mutexes[i]);
    }
    free(cache->sets);
    free(cache);
}

/* ---- Entries ---- */

static bool is_about(const Entry *entry, const Canonical *canonical) {
    return entry != NULL && entry->key == canonical->key && entry->check == canonical->check;
}

/* The place of the key in the set, or else of an empty entry, or else of the oldest. */
static Entry **choose_place(Set *set, const Canonical *canonical) {
    Entry **place = &set->entries[0];
    for (int i = 0; i < SET_ENTRIES; i++) {
        Entry **entry = &set->entries[i];
        if (is_about(*entry, canonical)) {
            return entry;
        }
        if (*place != NULL && (*entry == NULL || (*entry)->asked_at < (*place)->asked_at)) {
            place = entry;
        }
    }
    return place;
}

bool eval_cache_find(EvalCache *cache, const Canonical *canonical, NetAnswer *answer) {
    count(&cache->asked, 1);
    if (cache->set_count == 0) {
        return false;
    }
    const size_t set = (size_t)(canonical->check % cache->set_count);
    const size_t bytes = (size_t)canonical->cell_count * sizeof(float);
    pthread_mutex_t *mutex = mutex_of(cache, set);
    pthread_mutex_lock(mutex);
    Entry *entry = *choose_place(&cache->sets[set], canonical);
    const bool is_found = is_about(entry, canonical);
    if (is_found) {
        entry->asked_at = count(&cache->clock, 1);
        count(&cache->turned, entry->symmetry != canonical->symmetry);
        memcpy(answer, entry->values, sizeof entry->values);
        memcpy(answer->policy, entry->cells, bytes);
        memcpy(answer->ownership, entry->cells + canonical->cell_count, bytes);
    }
    pthread_mutex_unlock(mutex);
    count(&cache->found, is_found);
    return is_found;
}

/* Drops the oldest entries of the next sets in turn until the new one fits; skips sets that other
 * threads hold. The caller holds the mutex `held`. */
static void evict(EvalCache *cache, pthread_mutex_t *held, size_t bytes) {
    for (int i = 0; i < SWEEP_SETS && get(&cache->bytes) + bytes > cache->bytes_most; i++) {
        const size_t index = (size_t)(count(&cache->hand, 1) % cache->set_count);
        pthread_mutex_t *mutex = mutex_of(cache, index);
        if (mutex != held && pthread_mutex_trylock(mutex) != 0) {
            continue;
        }
        Entry **oldest = NULL;
        for (int k = 0; k < SET_ENTRIES; k++) {
            Entry **entry = &cache->sets[index].entries[k];
            if (*entry != NULL && (oldest == NULL || (*entry)->asked_at < (*oldest)->asked_at)) {
                oldest = entry;
            }
        }
        if (oldest != NULL) {
            drop(cache, oldest);
        }
        if (mutex != held) {
            pthread_mutex_unlock(mutex);
        }
    }
}

void eval_cache_store(EvalCache *cache, const Canonical *canonical, const NetAnswer *answer) {
    assert(answer->is_finite);
    if (cache->set_count == 0) {
        return;
    }
    const size_t set = (size_t)(canonical->check % cache->set_count);
    const size_t bytes = entry_bytes(canonical->cell_count);
    pthread_mutex_t *mutex = mutex_of(cache, set);
    pthread_mutex_lock(mutex);
    Entry **place = choose_place(&cache->sets[set], canonical);
    drop(cache, place);
    evict(cache, mutex, bytes);
    Entry *entry = get(&cache->bytes) + bytes > cache->bytes_most ? NULL : malloc(bytes);
    if (entry != NULL) {
        const size_t cells = (size_t)canonical->cell_count;
        *entry = (Entry){.key = canonical->key,
                         .check = canonical->check,
                         .asked_at = count(&cache->clock, 1),
                         .symmetry = canonical->symmetry,
                         .cell_count = canonical->cell_count};
        memcpy(entry->values, answer, sizeof entry->values);
        memcpy(entry->cells, answer->policy, cells * sizeof(float));
        memcpy(entry->cells + cells, answer->ownership, cells * sizeof(float));
        *place = entry;
        count(&cache->bytes, bytes);
        count(&cache->entries, 1);
    }
    pthread_mutex_unlock(mutex);
}

EvalCacheCounts eval_cache_counts(const EvalCache *cache) {
    return (EvalCacheCounts){.asked = get(&cache->asked),
                             .found = get(&cache->found),
                             .turned = get(&cache->turned),
                             .entries = get(&cache->entries),
                             .bytes = get(&cache->bytes)};
}
