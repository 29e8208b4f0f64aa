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
