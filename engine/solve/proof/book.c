/* The records of a strategy; see the header. */
#include "engine/solve/proof/book.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { SLOTS_AT_FIRST = 4096 };

void book_init(Book *book, const SlowRules *rules) {
    *book = (Book){.key_bytes = strategy_key_bytes(rules), .slot_count = SLOTS_AT_FIRST};
    book->slots = memory_new(book->slot_count, sizeof *book->slots);
}

void book_free(Book *book) {
    free(book->entries);
    free(book->slots);
}

static size_t home_of(const Book *book, const uint8_t *key) {
    return (size_t)(proof_file_sum(key, book->key_bytes) >> 20) & (book->slot_count - 1);
}

static size_t find_slot(const Book *book, const uint8_t *key) {
    size_t i = home_of(book, key);
    while (book->slots[i] != 0 &&
           memcmp(book->entries[book->slots[i] - 1].key, key, book->key_bytes) != 0) {
        i = (i + 1) & (book->slot_count - 1);
    }
    return i;
}

static void index_entries(Book *book) {
    memset(book->slots, 0, book->slot_count * sizeof *book->slots);
    for (size_t i = 0; i < book->count; i++) {
        book->slots[find_slot(book, book->entries[i].key)] = (uint32_t)i + 1;
    }
}

uint32_t book_find(const Book *book, const uint8_t *key) {
    const uint32_t slot = book->slots[find_slot(book, key)];
    return slot == 0 ? BOOK_NONE : slot - 1;
}

void book_add(Book *book, const uint8_t *key, int move) {
    if (2 * (book->count + 1) > book->slot_count) {
        free(book->slots);
        book->slot_count *= 2;
        book->slots = memory_new(book->slot_count, sizeof *book->slots);
        index_entries(book);
    }
    book->entries = memory_grow(book->entries, book->count, sizeof *book->entries);
    BookEntry *entry = &book->entries[book->count++];
    *entry = (BookEntry){.move_count = 1};
    memcpy(entry->key, key, book->key_bytes);
    entry->moves[0] = (uint8_t)move;
    book->slots[find_slot(book, key)] = (uint32_t)book->count;
}

static int find_move(const BookEntry *entry, int move) {
    int i = 0;
    while (i < entry->move_count && entry->moves[i] != (uint8_t)move) {
        i++;
    }
    return i;
}

bool book_append(Book *book, uint32_t number, int move) {
    BookEntry *entry = &book->entries[number];
    if (entry->move_count == BOOK_MOVES_MAX || find_move(entry, move) < entry->move_count) {
        return false;
    }
    entry->moves[entry->move_count++] = (uint8_t)move;
    return true;
}

bool book_read(Book *book, const ProofFile *file, const Strategy *strategy, int max_moves,
               const VerifyWatch *watch) {
    for (size_t i = 0; i < strategy->count; i++) {
        if (!watch_tell(watch, "positions read", i, strategy->count)) {
            return false;
        }
        const uint8_t *record = strategy->records + i * file->record_bytes;
        uint8_t key[BOOK_KEY_MAX] = {0};
        memcpy(key, record, book->key_bytes);
        const int move = record[book->key_bytes];
        if (i == 0 || !strategy_is_same(file, strategy, i - 1, i)) {
            book_add(book, key, move);
        } else if (book->entries[book->count - 1].move_count < max_moves) {
            book_append(book, (uint32_t)book->count - 1, move);
        }
    }
    return true;
}

bool book_promote(Book *book, uint32_t number, int move) {
    BookEntry *entry = &book->entries[number];
    const int place = find_move(entry, move);
    if (place == BOOK_MOVES_MAX || (entry->promoted >> place & 1) != 0) {
        return false;
    }
    for (int i = place; i > 0; i--) {
        entry->moves[i] = entry->moves[i - 1];
    }
    /* The bits below the place move up by one, those above stay. */
    const unsigned below = (1U << place) - 1, above = ~((2U << place) - 1);
    entry->promoted = (uint8_t)((entry->promoted & above) | (entry->promoted & below) << 1 | 1);
    entry->moves[0] = (uint8_t)move;
    entry->move_count = (uint8_t)(entry->move_count + (place == entry->move_count));
    return true;
}

bool book_is_promoted(const Book *book, uint32_t number, int move) {
    const BookEntry *entry = &book->entries[number];
    const int place = find_move(entry, move);
    return place < entry->move_count && (entry->promoted >> place & 1) != 0;
}

/* Empties a slot; entries behind it that it has kept from their homes move up. */
static void clear_slot(Book *book, size_t hole) {
    const size_t mask = book->slot_count - 1;
    for (size_t i = (hole + 1) & mask; book->slots[i] != 0; i = (i + 1) & mask) {
        const size_t home = home_of(book, book->entries[book->slots[i] - 1].key);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            book->slots[hole] = book->slots[i];
            hole = i;
        }
    }
    book->slots[hole] = 0;
}

void book_remove(Book *book, uint32_t number) {
    clear_slot(book, find_slot(book, book->entries[number].key));
    const size_t last = book->count - 1;
    if (number != last) { /* the last entry takes its place */
        book->slots[find_slot(book, book->entries[last].key)] = number + 1;
        book->entries[number] = book->entries[last];
    }
    book->count = last;
}

void book_keep(Book *book, const bool *is_kept) {
    size_t kept = 0;
    for (size_t i = 0; i < book->count; i++) {
        if (is_kept[i]) {
            book->entries[kept++] = book->entries[i];
        }
    }
    book->count = kept;
    index_entries(book);
}

size_t book_record_count(const Book *book) {
    size_t records = 0;
    for (size_t i = 0; i < book->count; i++) {
        records += book->entries[i].move_count;
    }
    return records;
}

/* Keys are zero beyond their bytes. */
static int compare_entries(const void *a, const void *b) {
    return memcmp(((const BookEntry *)a)->key, ((const BookEntry *)b)->key, BOOK_KEY_MAX);
}

/* Puts the entries from `from` on, before `to`, into two groups, each of one entry at least, of
 * which the first is nowhere greater than the second. Returns where that begins. (C. A. R. Hoare,
 * "Quicksort", 1962) */
static size_t divide(BookEntry *entries, size_t from, size_t to) {
    const BookEntry pivot = entries[from + (to - from - 1) / 2];
    size_t low = from, high = to - 1;
    for (;;) {
        while (compare_entries(&entries[low], &pivot) < 0) {
            low++;
        }
        while (compare_entries(&entries[high], &pivot) > 0) {
            high--;
        }
        if (low >= high) {
            return high + 1;
        }
        const BookEntry entry = entries[low];
        entries[low++] = entries[high];
        entries[high--] = entry;
    }
}

enum { SORT_AT_ONCE = 1 << 12 /* entries, about a millisecond */ };

/* qsort cannot be ended: it gets small parts. The larger group comes last, so that calls nest no
 * deeper than the logarithm of the count. */
static bool sort_entries(Book *book, size_t from, size_t to, const VerifyWatch *watch,
                         size_t *sorted) {
    while (to - from > SORT_AT_ONCE) {
        const size_t middle = divide(book->entries, from, to);
        const bool first_is_smaller = middle - from < to - middle;
        if (!sort_entries(book, first_is_smaller ? from : middle, first_is_smaller ? middle : to,
                          watch, sorted)) {
            return false;
        }
        *(first_is_smaller ? &from : &to) = middle;
    }
    if (from < to) {
        qsort(book->entries + from, to - from, sizeof *book->entries, compare_entries);
    }
    *sorted += to - from;
    return watch->tell == NULL ||
           watch->tell(watch->context, "positions sorted", *sorted, book->count);
}

bool book_write(Book *book, const VerifyWatch *watch, Text *text) {
    size_t sorted = 0;
    if (!sort_entries(book, 0, book->count, watch, &sorted)) {
        return false;
    }
    index_entries(book);
    for (size_t i = 0; i < book->count; i++) {
        const BookEntry *entry = &book->entries[i];
        for (int j = 0; j < entry->move_count; j++) {
            text_append(text, (const char *)entry->key, book->key_bytes);
            text_append(text, (const char *)&entry->moves[j], 1);
        }
        if (!watch_tell(watch, "positions written", i, book->count)) {
            return false;
        }
    }
    return true;
}
