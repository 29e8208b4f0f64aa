/* A strategy builder beside a plain list, through random additions and removals. */
#include "engine/solve/proof/strategy_builder.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"

enum { KEYS = 3000, STEPS = 60000 };

/* The bytes of a position are its number: a builder does not look into them. */
static void make_key(int number, uint8_t key[STRATEGY_KEY_MAX]) {
    memset(key, 0, STRATEGY_KEY_MAX);
    key[0] = (uint8_t)(number & 255);
    key[1] = (uint8_t)(number >> 8);
}

/* Several keys at once are found as one by one. */
static void find_some(const StrategyBuilder *builder, int number, const bool *is_in) {
    enum { SOME = 5 };
    uint8_t keys[SOME][STRATEGY_KEY_MAX];
    uint32_t entries[SOME];
    for (int i = 0; i < SOME; i++) {
        make_key((number + i) % KEYS, keys[i]);
    }
    strategy_builder_find_all(builder, keys, SOME, entries);
    for (int i = 0; i < SOME; i++) {
        cr_assert_eq(entries[i], strategy_builder_find(builder, keys[i]));
        cr_assert_eq(entries[i] != STRATEGY_ENTRY_NONE, is_in[(number + i) % KEYS]);
    }
}

Test(strategy_builder, finds_what_was_added_and_not_removed) {
    static bool is_in[KEYS];
    SlowRules rules;
    StrategyBuilder builder;
    Rng rng = rng_new(5);
    slow_rules_init(&rules, 4, 4, SLOW_PSK, true);
    strategy_builder_init(&builder, &rules);
    size_t count = 0;
    for (int step = 0; step < STEPS; step++) {
        const int number = (int)rng_below(&rng, KEYS);
        uint8_t key[STRATEGY_KEY_MAX];
        make_key(number, key);
        find_some(&builder, number, is_in);
        const uint32_t entry = strategy_builder_find(&builder, key);
        cr_assert_eq(entry != STRATEGY_ENTRY_NONE, is_in[number]);
        if (is_in[number]) {
            cr_assert_eq(builder.entries[entry].moves[0], number % 17);
            strategy_builder_remove(&builder, entry);
            count--;
        } else {
            strategy_builder_add(&builder, key, number % 17);
            count++;
        }
        is_in[number] = !is_in[number];
        cr_assert_eq(builder.count, count);
    }
    strategy_builder_free(&builder);
}

/* An entry's moves, and which of them were promoted. */
typedef struct {
    int moves[STRATEGY_MOVES_MAX];
    bool promoted[STRATEGY_MOVES_MAX];
    int count;
} PlainEntry;

static int place_of(const PlainEntry *entry, int move) {
    int place = 0;
    while (place < entry->count && entry->moves[place] != move) {
        place++;
    }
    return place;
}

static bool promote_plainly(PlainEntry *entry, int move) {
    const int place = place_of(entry, move);
    if (place == STRATEGY_MOVES_MAX || (place < entry->count && entry->promoted[place])) {
        return false;
    }
    for (int i = place; i > 0; i--) {
        entry->moves[i] = entry->moves[i - 1];
        entry->promoted[i] = entry->promoted[i - 1];
    }
    entry->moves[0] = move;
    entry->promoted[0] = true;
    entry->count += place == entry->count;
    return true;
}

static void drop_plainly(PlainEntry *entry, int place) {
    entry->count--;
    for (int i = place; i < entry->count; i++) {
        entry->moves[i] = entry->moves[i + 1];
        entry->promoted[i] = entry->promoted[i + 1];
    }
    entry->promoted[entry->count] = false;
}

Test(strategy_builder, promotes_a_move_once_to_the_first_place_unless_it_was_dropped) {
    SlowRules rules;
    StrategyBuilder builder;
    Rng rng = rng_new(6);
    slow_rules_init(&rules, 4, 4, SLOW_PSK, true);
    strategy_builder_init(&builder, &rules);
    for (int number = 0; number < 200; number++) {
        uint8_t key[STRATEGY_KEY_MAX];
        PlainEntry plain = {.moves = {1 + number % 10}, .count = 1};
        make_key(number, key);
        strategy_builder_add(&builder, key, plain.moves[0]);
        const uint32_t entry = strategy_builder_find(&builder, key);
        for (int step = 0; step < 20; step++) {
            const int move = (int)rng_below(&rng, 12);
            cr_assert_eq(strategy_builder_promote(&builder, entry, move),
                         promote_plainly(&plain, move));
            if (rng_below(&rng, 8) == 0) {
                const int place = (int)rng_below(&rng, (uint32_t)plain.count);
                strategy_builder_drop(&builder, entry, place);
                drop_plainly(&plain, place);
            }
            cr_assert_eq(builder.entries[entry].move_count, plain.count);
            for (int i = 0; i < plain.count; i++) {
                cr_assert_eq(builder.entries[entry].moves[i], plain.moves[i]);
                cr_assert_eq((builder.entries[entry].promoted >> i & 1) != 0, plain.promoted[i]);
            }
        }
    }
    strategy_builder_free(&builder);
}

enum { MANY = 60000 };

/* Adds the numbers below MANY in an order, and writes the builder. */
static void expect_sorted(int (*at)(int place)) {
    const VerifyMonitor monitor = {.report = NULL};
    SlowRules rules;
    StrategyBuilder builder;
    Text text = {0};
    slow_rules_init(&rules, 4, 4, SLOW_PSK, true);
    strategy_builder_init(&builder, &rules);
    for (int i = 0; i < MANY; i++) {
        uint8_t key[STRATEGY_KEY_MAX];
        make_key(at(i), key);
        strategy_builder_add(&builder, key, at(i) % 17);
    }
    cr_assert(strategy_builder_write(&builder, &monitor, &text));
    const size_t bytes = builder.key_bytes + STRATEGY_TAIL_BYTES;
    uint8_t *columns = malloc(BLOCK_RECORDS * bytes), *records = malloc(BLOCK_RECORDS * bytes);
    uint8_t last[STRATEGY_KEY_MAX];
    size_t offset = 0;
    for (size_t i = 0; i < MANY; i++) {
        const size_t left = MANY - i, place = i % BLOCK_RECORDS;
        if (place == 0) {
            const uint8_t *block = (const uint8_t *)text.bytes + offset;
            const size_t length = block_read_head(block);
            cr_assert(block_unpack(block + BLOCK_HEAD_BYTES, length,
                                   left < BLOCK_RECORDS ? left : BLOCK_RECORDS, bytes, columns,
                                   records));
            offset += BLOCK_HEAD_BYTES + length;
        }
        const uint8_t *record = records + place * bytes;
        const int number = record[0] | record[1] << 8;
        uint8_t key[STRATEGY_KEY_MAX];
        make_key(number, key);
        cr_assert_eq(strategy_builder_find(&builder, key), i);
        cr_assert_eq(record[bytes - 1], number % 17);
        cr_assert(i == 0 || memcmp(last, record, builder.key_bytes) < 0);
        memcpy(last, record, builder.key_bytes);
    }
    cr_assert_eq(offset, text.length);
    free(columns);
    free(records);
    text_free(&text);
    strategy_builder_free(&builder);
}

static int falling(int place) {
    return MANY - 1 - place;
}

static int mixed(int place) {
    return (int)((uint64_t)place * 48271 % MANY);
}

Test(strategy_builder, writes_its_positions_in_order) {
    expect_sorted(falling);
    expect_sorted(mixed);
}

/* A move is added behind the others once, while there is room. */
Test(strategy_builder, appends_each_move_once) {
    SlowRules rules;
    StrategyBuilder builder;
    uint8_t key[STRATEGY_KEY_MAX];
    slow_rules_init(&rules, 4, 4, SLOW_PSK, true);
    strategy_builder_init(&builder, &rules);
    make_key(7, key);
    strategy_builder_add(&builder, key, 0);
    for (int move = 1; move < STRATEGY_MOVES_MAX; move++) {
        cr_assert(strategy_builder_append(&builder, 0, move));
        cr_assert_not(strategy_builder_append(&builder, 0, move));
        cr_assert_not(strategy_builder_append(&builder, 0, 0));
    }
    cr_assert_not(strategy_builder_append(&builder, 0, STRATEGY_MOVES_MAX));
    cr_assert_eq(strategy_builder_record_count(&builder, false), STRATEGY_MOVES_MAX);
    for (int move = 0; move < STRATEGY_MOVES_MAX; move++) {
        cr_assert_eq(builder.entries[0].moves[move], move);
    }
    strategy_builder_free(&builder);
}

/* What is kept is found, and nothing else. */
Test(strategy_builder, keeps_what_is_wanted) {
    static bool is_kept[KEYS];
    SlowRules rules;
    StrategyBuilder builder;
    Rng rng = rng_new(8);
    size_t count = 0;
    slow_rules_init(&rules, 4, 4, SLOW_PSK, true);
    strategy_builder_init(&builder, &rules);
    for (int number = 0; number < KEYS; number++) {
        uint8_t key[STRATEGY_KEY_MAX];
        make_key(number, key);
        strategy_builder_add(&builder, key, number % 17);
        is_kept[number] = rng_below(&rng, 3) == 0;
        count += is_kept[number];
    }
    strategy_builder_keep(&builder, is_kept);
    cr_assert_eq(builder.count, count);
    for (int number = 0; number < KEYS; number++) {
        uint8_t key[STRATEGY_KEY_MAX];
        make_key(number, key);
        const uint32_t entry = strategy_builder_find(&builder, key);
        cr_assert_eq(entry != STRATEGY_ENTRY_NONE, is_kept[number]);
        cr_assert(!is_kept[number] || builder.entries[entry].moves[0] == number % 17);
    }
    strategy_builder_free(&builder);
}
