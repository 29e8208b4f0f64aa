/* A book beside a plain list, through random additions and removals. */
#include "engine/solve/proof/book.h"

#include <criterion/criterion.h>
#include <string.h>

#include "engine/base/rng.h"

enum { KEYS = 3000, STEPS = 60000 };

/* The bytes of a position are its number: a book does not look into them. */
static void make_key(int number, uint8_t key[BOOK_KEY_MAX]) {
    memset(key, 0, BOOK_KEY_MAX);
    key[0] = (uint8_t)(number & 255);
    key[1] = (uint8_t)(number >> 8);
}

Test(book, finds_what_was_added_and_not_removed) {
    static bool is_in[KEYS];
    SlowRules rules;
    Book book;
    Rng rng = rng_new(5);
    slow_rules_init(&rules, 4, 4, SLOW_PSK, true);
    book_init(&book, &rules);
    size_t count = 0;
    for (int step = 0; step < STEPS; step++) {
        const int number = (int)rng_below(&rng, KEYS);
        uint8_t key[BOOK_KEY_MAX];
        make_key(number, key);
        const uint32_t entry = book_find(&book, key);
        cr_assert_eq(entry != BOOK_NONE, is_in[number]);
        if (is_in[number]) {
            cr_assert_eq(book.entries[entry].moves[0], number % 17);
            book_remove(&book, entry);
            count--;
        } else {
            book_add(&book, key, number % 17);
            count++;
        }
        is_in[number] = !is_in[number];
        cr_assert_eq(book.count, count);
    }
    book_free(&book);
}

enum { MANY = 60000 };

/* Adds the numbers below MANY in an order, and writes the book. */
static void expect_sorted(int (*at)(int place)) {
    const VerifyWatch watch = {.tell = NULL};
    SlowRules rules;
    Book book;
    Text text = {0};
    slow_rules_init(&rules, 4, 4, SLOW_PSK, true);
    book_init(&book, &rules);
    for (int i = 0; i < MANY; i++) {
        uint8_t key[BOOK_KEY_MAX];
        make_key(at(i), key);
        book_add(&book, key, at(i) % 17);
    }
    cr_assert(book_write(&book, &watch, &text));
    const size_t bytes = book.key_bytes + 1;
    cr_assert_eq(text.length, MANY * bytes);
    for (size_t i = 0; i < MANY; i++) {
        const uint8_t *record = (const uint8_t *)text.bytes + i * bytes;
        const int number = record[0] | record[1] << 8;
        uint8_t key[BOOK_KEY_MAX];
        make_key(number, key);
        cr_assert_eq(book_find(&book, key), i);
        cr_assert_eq(record[book.key_bytes], number % 17);
        cr_assert(i == 0 || memcmp(record - bytes, record, book.key_bytes) < 0);
    }
    text_free(&text);
    book_free(&book);
}

static int falling(int place) {
    return MANY - 1 - place;
}

static int mixed(int place) {
    return (int)((uint64_t)place * 48271 % MANY);
}

Test(book, writes_its_positions_in_order) {
    expect_sorted(falling);
    expect_sorted(mixed);
}
