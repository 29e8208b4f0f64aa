#include "engine/eval/eval_cache.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SET_ENTRIES = 4 };

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

struct EvalCache {
    Entry **places; /* [set][SET_ENTRIES] */
    size_t set_count, place_count;
    size_t bytes_most;
    pthread_mutex_t mutex; /* guards what is stored, and what follows */
    uint64_t clock, hand;
    EvalCacheCounts counts;
};

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
    cache->place_count = cache->set_count * SET_ENTRIES;
    cache->places = calloc(cache->place_count + 1, sizeof *cache->places);
    if (cache->places == NULL) {
        free(cache);
        return NULL;
    }
    pthread_mutex_init(&cache->mutex, NULL);
    return cache;
}

static void drop(EvalCache *cache, Entry **entry) {
    if (*entry != NULL) {
        cache->counts.bytes -= entry_bytes((*entry)->cell_count);
        cache->counts.entries--;
        free(*entry);
        *entry = NULL;
    }
}

void eval_cache_clear(EvalCache *cache) {
    pthread_mutex_lock(&cache->mutex);
    for (size_t i = 0; i < cache->place_count; i++) {
        drop(cache, &cache->places[i]);
    }
    pthread_mutex_unlock(&cache->mutex);
}

void eval_cache_free(EvalCache *cache) {
    if (cache != NULL) {
        eval_cache_clear(cache);
        pthread_mutex_destroy(&cache->mutex);
        free(cache->places);
        free(cache);
    }
}

/* ---- Entries ---- */

static bool is_about(const Entry *entry, const Canonical *canonical) {
    return entry != NULL && entry->key == canonical->key && entry->check == canonical->check;
}

/* The place of the key in its set, or else of an empty entry, or else of the oldest. */
static Entry **choose_place(const EvalCache *cache, const Canonical *canonical) {
    Entry **set = &cache->places[canonical->check % cache->set_count * SET_ENTRIES], **place = set;
    for (Entry **entry = set; entry < set + SET_ENTRIES; entry++) {
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
    const size_t bytes = (size_t)canonical->cell_count * sizeof(float);
    pthread_mutex_lock(&cache->mutex);
    Entry *entry = cache->set_count > 0 ? *choose_place(cache, canonical) : NULL;
    const bool is_found = is_about(entry, canonical);
    cache->counts.asked++;
    if (is_found) {
        entry->asked_at = cache->clock++;
        cache->counts.found++;
        cache->counts.turned += entry->symmetry != canonical->symmetry;
        memcpy(answer, entry->values, sizeof entry->values);
        memcpy(answer->policy, entry->cells, bytes);
        memcpy(answer->ownership, entry->cells + canonical->cell_count, bytes);
    }
    pthread_mutex_unlock(&cache->mutex);
    return is_found;
}

/* Drops entries in turn until a new one fits. */
static bool make_room(EvalCache *cache, size_t bytes) {
    for (size_t i = 0; i < cache->place_count && cache->counts.bytes + bytes > cache->bytes_most;
         i++) {
        drop(cache, &cache->places[cache->hand++ % cache->place_count]);
    }
    return cache->counts.bytes + bytes <= cache->bytes_most;
}

void eval_cache_store(EvalCache *cache, const Canonical *canonical, const NetAnswer *answer) {
    const size_t bytes = entry_bytes(canonical->cell_count);
    assert(answer->is_finite);
    if (cache->set_count == 0) {
        return;
    }
    pthread_mutex_lock(&cache->mutex);
    Entry **place = choose_place(cache, canonical);
    drop(cache, place);
    Entry *entry = make_room(cache, bytes) ? malloc(bytes) : NULL;
    if (entry != NULL) {
        const size_t cells = (size_t)canonical->cell_count;
        *entry = (Entry){.key = canonical->key,
                         .check = canonical->check,
                         .asked_at = cache->clock++,
                         .symmetry = canonical->symmetry,
                         .cell_count = canonical->cell_count};
        memcpy(entry->values, answer, sizeof entry->values);
        memcpy(entry->cells, answer->policy, cells * sizeof(float));
        memcpy(entry->cells + cells, answer->ownership, cells * sizeof(float));
        *place = entry;
        cache->counts.bytes += bytes;
        cache->counts.entries++;
    }
    pthread_mutex_unlock(&cache->mutex);
}

EvalCacheCounts eval_cache_counts(EvalCache *cache) {
    pthread_mutex_lock(&cache->mutex);
    const EvalCacheCounts counts = cache->counts;
    pthread_mutex_unlock(&cache->mutex);
    return counts;
}
