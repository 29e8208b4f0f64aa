#include "engine/solve/verify/lookup.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/team.h"

LookupKey lookup_key(const uint8_t *key, size_t key_bytes) {
    uint64_t half[2] = {0, 0};
    for (size_t i = 0; i < key_bytes; i++) {
        half[i / 8] |= (uint64_t)key[i] << 8 * (7 - i % 8);
    }
    return (LookupKey){half[0], half[1]};
}

static bool is_less(LookupKey a, LookupKey b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* ---- Sorting ---- */

static int compare(const void *a, const void *b) {
    const LookupKey left = ((const Lookup *)a)->key, right = ((const Lookup *)b)->key;
    return is_less(right, left) - is_less(left, right);
}

/* Puts the lookups into two groups, each of one at least, of which the first is nowhere greater
 * than the second. Returns where that begins. (C. A. R. Hoare, "Quicksort", 1962) */
static size_t divide(Lookup *list, size_t count) {
    const LookupKey pivot = list[(count - 1) / 2].key;
    size_t low = 0, high = count - 1;
    for (;; low++, high--) {
        while (is_less(list[low].key, pivot)) {
            low++;
        }
        while (is_less(pivot, list[high].key)) {
            high--;
        }
        if (low >= high) {
            return high + 1;
        }
        const Lookup lookup = list[low];
        list[low] = list[high];
        list[high] = lookup;
    }
}

/* qsort may take as much memory again: it gets a few at a time. */
static void sort(Lookup *list, size_t count) {
    enum { SORT_AT_ONCE = 64 };
    while (count > SORT_AT_ONCE) {
        const size_t middle = divide(list, count);
        if (middle < count - middle) {
            sort(list, middle);
            list += middle;
            count -= middle;
        } else {
            sort(list + middle, count - middle);
            count = middle;
        }
    }
    qsort(list, count, sizeof *list, compare);
}

void lookup_sort(LookupList *lookups) {
    if (lookups->count > 0) {
        sort(lookups->list, lookups->count);
    }
}

/* ---- Finding: each thread has a share of the blocks ---- */

typedef struct {
    BlockReader *reader;
    LookupList *lists;
    int list_count;
    size_t first, end; /* blocks */
    bool ok;
    Status status;
} LookupShare;

/* A record that a lookup is compared with. */
typedef struct {
    bool exists;
    LookupKey key;
    uint16_t rank;
} Neighbor;

static Neighbor neighbor_at(const BlockReader *reader, size_t i) {
    const ProofFile *file = reader->file;
    const uint8_t *record = reader->records + i * file->record_bytes;
    return (Neighbor){true, lookup_key(record, file->key_bytes),
                      (uint16_t)record_rank(record, file->key_bytes)};
}

/* Are the keys the same but for their last byte, the forbidden cell? */
static bool is_same_board(LookupKey a, LookupKey b, size_t key_bytes) {
    const uint64_t ko = UINT64_C(0xFF) << 8 * (7 - (key_bytes - 1) % 8);
    const uint64_t high = (a.high ^ b.high) & (key_bytes <= 8 ? ~ko : UINT64_MAX);
    const uint64_t low = (a.low ^ b.low) & (key_bytes <= 8 ? UINT64_MAX : ~ko);
    return high == 0 && low == 0;
}

/* The lookup lies between two records, or is the second one. */
static void set_found(Lookup *lookup, const Neighbor *before, const Neighbor *next,
                      size_t key_bytes) {
    const bool is_next = next->exists && is_same_board(lookup->key, next->key, key_bytes);
    const bool is_before = before->exists && is_same_board(lookup->key, before->key, key_bytes);
    if (is_next && !is_less(lookup->key, next->key)) {
        lookup->found = FOUND_RECORD;
    } else {
        lookup->found = is_next || is_before ? FOUND_BOARD : FOUND_NOTHING;
    }
    lookup->rank = is_next ? next->rank : is_before ? before->rank : 0;
}

/* The first lookup of a list that is not less than the key. */
static size_t find_first(const LookupList *list, LookupKey key) {
    size_t from = 0, to = list->count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (is_less(list->list[middle].key, key)) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

/* Sets the lookups up to the last record of the reader's block, beginning with the one at *at.
 * before: the last record of the block before. */
static void find_in_block(const LookupShare *share, const LookupKey *keys, const Neighbor *before,
                          LookupList *list, size_t *at) {
    const BlockReader *reader = share->reader;
    const size_t key_bytes = reader->file->key_bytes;
    size_t record = 0;
    for (; *at < list->count; (*at)++) {
        Lookup *lookup = &list->list[*at];
        while (record < reader->count && is_less(keys[record], lookup->key)) {
            record++;
        }
        if (record == reader->count) {
            return;
        }
        const Neighbor previous = record == 0 ? *before : neighbor_at(reader, record - 1);
        const Neighbor next = neighbor_at(reader, record);
        set_found(lookup, &previous, &next, key_bytes);
    }
}

/* Works on the lookups from the first record of the share up to, but without, that of the next one.
 * The first share also has what is less, the last one what is greater. */
static void find_in_share(void *item) {
    LookupShare *share = item;
    BlockReader *reader = share->reader;
    const ProofFile *file = reader->file;
    LookupKey *keys = memory_new(BLOCK_RECORDS, sizeof *keys);
    size_t at[TEAM_MAX] = {0};
    Neighbor before = {false, {0, 0}, 0};
    for (size_t block = share->first; share->ok && block < share->end; block++) {
        share->ok = block_reader_read(reader, block, &share->status);
        for (size_t i = 0; share->ok && i < reader->count; i++) {
            keys[i] = lookup_key(reader->records + i * file->record_bytes, file->key_bytes);
        }
        for (int i = 0; share->ok && i < share->list_count; i++) {
            if (block == share->first && block > 0) {
                at[i] = find_first(&share->lists[i], keys[0]);
            }
            find_in_block(share, keys, &before, &share->lists[i], &at[i]);
        }
        before = share->ok ? neighbor_at(reader, reader->count - 1) : before;
    }
    Neighbor next = {false, {UINT64_MAX, UINT64_MAX}, 0};
    if (share->ok && share->end < reader->strategy->block_count) {
        share->ok = block_reader_read(reader, share->end, &share->status);
        next = share->ok ? neighbor_at(reader, 0) : next;
    }
    for (int i = 0; share->ok && i < share->list_count; i++) {
        LookupList *list = &share->lists[i];
        const size_t end = next.exists ? find_first(list, next.key) : list->count;
        while (at[i] < end) {
            set_found(&list->list[at[i]++], &before, &next, file->key_bytes);
        }
    }
    free(keys);
}

bool lookup_find(BlockReader *readers, LookupList *lists, int count, Status *status) {
    const size_t blocks = readers[0].strategy->block_count;
    const int share_count = blocks < (size_t)count ? (int)blocks : count;
    LookupShare shares[TEAM_MAX];
    for (int i = 0; i < share_count; i++) {
        shares[i] = (LookupShare){.reader = &readers[i],
                                  .lists = lists,
                                  .list_count = count,
                                  .first = team_share(blocks, i, share_count),
                                  .end = team_share(blocks, i + 1, share_count),
                                  .ok = true};
    }
    if (share_count > 0) {
        team_run_all(find_in_share, shares, sizeof shares[0], share_count);
    }
    for (int i = 0; i < share_count; i++) {
        if (!shares[i].ok) {
            *status = shares[i].status;
            return false;
        }
    }
    for (int i = 0; share_count == 0 && i < count; i++) {
        for (size_t j = 0; j < lists[i].count; j++) {
            lists[i].list[j].found = FOUND_NOTHING;
        }
    }
    return true;
}
