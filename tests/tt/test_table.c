/* The table on one thread: it finds what was stored and nothing else; replacement,
 * ageing and sizes. */
#include "engine/base/table_memory.h"
#include "hash/random.h"
#include "tests/support/program/cleanup.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const TableLayout LAYOUT = {.age = {0, 4}, .work = {4, 8}};

static Table new_table(size_t lines) {
    Table table;
    cr_assert(table_new(&table, lines * TABLE_LINE_BYTES, LAYOUT));
    return table;
}

/* A payload that identifies its key, with this much work. */
static uint64_t payload_of(uint64_t key, uint64_t work) {
    return (hash_mix(key) >> 20 << 12) | work << 4 | UINT64_C(1) << 63;
}

static uint64_t without_age(uint64_t payload) {
    return payload & ~UINT64_C(15);
}

static bool finds(const Table *table, uint64_t key, uint64_t check, uint64_t payload) {
    return without_age(table_probe(table, key, check)) == without_age(payload);
}

/* The n-th of a stream of keys. Stored with check word 0, all of them go to line 0. */
static uint64_t key_number(uint64_t n) {
    SplitMix random = {n};
    return splitmix_next(&random);
}

Test(tt, finds_what_was_stored_by_both_words) {
    Table table = new_table(1 << 12);
    int lost = 0, strangers = table_probe(&table, 0, 0) != 0; /* the empty entry looks like key 0 */
    for (uint64_t n = 0; n < 1000; n++) {
        strangers += table_probe(&table, key_number(n), key_number(~n)) != 0;
        table_store(&table, key_number(n), key_number(~n), payload_of(key_number(n), 1));
    }
    for (uint64_t n = 0; n < 1000; n++) {
        const uint64_t key = key_number(n);
        lost += !finds(&table, key, key_number(~n), payload_of(key, 1));
        strangers += table_probe(&table, key + 1, key_number(~n)) != 0;
        strangers += table_probe(&table, key ^ UINT64_C(1) << 63, key_number(~n)) != 0;
    }
    cr_assert_eq(lost, 0);
    cr_assert_eq(strangers, 0);
    table_free(&table);
}

Test(tt, fields_of_any_place_and_width) {
    static const TableLayout LAYOUTS[] = {
        {{0, 0}, {0, 0}},  {{60, 4}, {0, 8}}, {{63, 1}, {1, 62}}, {{0, 4}, {2, 0}},
        {{8, 1}, {9, 30}}, {{5, 16}, {0, 5}}, {{2, 0}, {0, 4}},
    };
    for (size_t i = 0; i < sizeof LAYOUTS / sizeof LAYOUTS[0]; i++) {
        const TableField age = LAYOUTS[i].age;
        Table table;
        cr_assert(table_new(&table, 64, LAYOUTS[i]));
        for (uint64_t n = 0; n < 100; n++, table_age(&table)) {
            const uint64_t key = key_number(n), payload = key_number(n + 1) | 1;
            const uint64_t mask = ((UINT64_C(1) << age.width) - 1) << age.shift;
            table_store(&table, key, 0, payload);
            const uint64_t found = table_probe(&table, key, 0);
            cr_assert_eq(found & ~mask, payload & ~mask, "only the age is the table's");
            cr_assert_eq((found & mask) >> age.shift, n & (mask >> age.shift));
        }
        table_free(&table);
    }
}

/* Is the layout taken for a caller's bug, which an assertion ends? */
static bool is_bug(TableLayout layout) {
    fflush(NULL);
    const pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        Table table;
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        close(STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        table_new(&table, 64, layout);
        _exit(0);
    }
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

/* Fields that overlap, that reach beyond the payload, or that leave no room for a priority. */
Test(tt, unsound_fields_are_a_bug) {
    static const TableLayout LAYOUTS[] = {
        {{0, 4}, {3, 8}},  {{3, 8}, {0, 4}},  {{0, 8}, {2, 2}},  {{61, 4}, {0, 4}},
        {{0, 4}, {61, 4}}, {{64, 0}, {0, 4}}, {{0, 4}, {64, 0}}, {{0, 32}, {32, 32}},
    };
    for (size_t i = 0; i < sizeof LAYOUTS / sizeof LAYOUTS[0]; i++) {
        cr_assert(is_bug(LAYOUTS[i]), "layout %zu", i);
    }
    cr_assert(!is_bug(LAYOUT));
}

/* The slow oracle of replacement: a line as a list, with the rule spelled out. */
typedef struct {
    uint64_t key, payload, generation;
    bool used;
} Slot;

static Slot *oracle_victim(Slot slot[4], uint64_t key, uint64_t now) {
    for (int i = 0; i < 4; i++) {
        if (slot[i].used && slot[i].key == key) {
            return &slot[i];
        }
    }
    for (int i = 0; i < 4; i++) {
        if (!slot[i].used) {
            return &slot[i];
        }
    }
    Slot *victim = &slot[0];
    for (int i = 1; i < 4; i++) {
        const uint64_t age = (now - slot[i].generation) % 16;
        const uint64_t oldest = (now - victim->generation) % 16;
        const uint64_t work = slot[i].payload >> 4 & 255, least = victim->payload >> 4 & 255;
        if (age > oldest || (age == oldest && work < least)) {
            victim = &slot[i];
        }
    }
    return victim;
}

Test(tt, replaces_as_the_rule_says) {
    Table table = new_table(1);
    SplitMix random = {1};
    Slot slot[4] = {{0}};
    uint64_t now = 0;
    for (int step = 0; step < 200000; step++) {
        const uint64_t r = splitmix_next(&random), key = key_number(r % 12);
        const uint64_t payload = payload_of(key, r >> 32 & 255);
        if (r >> 56 == 0) {
            table_age(&table);
            now++;
        }
        Slot *victim = oracle_victim(slot, key, now);
        const TableStored expected = !victim->used        ? TABLE_FILLED
                                     : victim->key == key ? TABLE_UPDATED
                                                          : TABLE_REPLACED;
        *victim = (Slot){key, payload, now, true};
        cr_assert_eq(table_store(&table, key, r, payload), expected);
        for (int i = 0; i < 4; i++) {
            cr_assert(!slot[i].used || finds(&table, slot[i].key, 0, slot[i].payload));
        }
    }
    table_free(&table);
}

/* Each generation floods the line with entries of more work than the one that is to survive. */
static bool survives(bool is_stored_again) {
    Table table = new_table(1);
    const uint64_t key = key_number(0);
    table_store(&table, key, 0, payload_of(key, 200));
    for (uint64_t n = 1; n <= 100; n++) {
        table_age(&table);
        const uint64_t found = table_probe(&table, key, 0);
        if (is_stored_again && found != 0) {
            table_store(&table, key, 0, found);
        }
        for (uint64_t i = 0; i < 3; i++) {
            table_store(&table, key_number(4 * n + i), 0, payload_of(key_number(4 * n + i), 255));
        }
    }
    const bool found = finds(&table, key, 0, payload_of(key, 200));
    table_free(&table);
    return found;
}

Test(tt, an_entry_stored_again_outlives_newer_ones) {
    cr_assert(survives(true));
    cr_assert(!survives(false));
}

/* Shortened keys collide as often as theory says, a probe of an unknown position being compared
 * with the four entries of a full line. This shows that the tests here would notice a collision. */
static void expect_collisions(int bits, int probes) {
    Table table = new_table(256);
    int collisions = 0;
    for (uint64_t n = 0; n < 1 << 14; n++) {
        table_store(&table, key_number(n) >> (64 - bits), key_number(~n), 1 << 12);
    }
    for (uint64_t n = 1 << 14; n < (1 << 14) + (uint64_t)probes; n++) {
        collisions += table_probe(&table, key_number(n) >> (64 - bits), key_number(~n)) != 0;
    }
    const double expected = ldexp(4.0 * probes, -bits);
    cr_assert_leq(fabs(collisions - expected), 4 * sqrt(expected), "%d bits: %d, not %.1f", bits,
                  collisions, expected);
    cr_assert_gt(collisions, 0);
    table_free(&table);
}

Test(tt, short_keys_collide_as_often_as_theory_says) {
    expect_collisions(16, 1 << 20);
    expect_collisions(24, 1 << 24);
}

Test(tt, lines_are_used_evenly) {
    /* Canonical keys are skewed by the minimum; the lines that their check words pick are not. */
    enum { LINES = 1000, POSITIONS = 200000 };
    static int count[LINES];
    SplitMix random = {3};
    memset(count, 0, sizeof count);
    for (int i = 0; i < POSITIONS; i++) {
        HashLanes lanes;
        for (int g = 0; g < SYMMETRY_COUNT; g++) {
            lanes.lane[g] = splitmix_next(&random);
        }
        count[table_line_index(LINES, hash_key_of_lanes(&lanes).check)]++;
    }
    double chi_square = 0;
    const double expected = (double)POSITIONS / (double)LINES;
    for (int i = 0; i < LINES; i++) {
        chi_square += (count[i] - expected) * (count[i] - expected) / expected;
    }
    cr_assert_lt(fabs(chi_square - (LINES - 1)), 4 * sqrt(2.0 * (LINES - 1)), "%f", chi_square);
}

/* With twice as many positions as entries, nine in ten of the quarter with the most work stay. */
Test(tt, keeps_the_deepest_quarter) {
    enum { LINES = 1 << 12, STORES = LINES * 8 };
    Table table = new_table(LINES);
    TableCounts counts = {0};
    int deep = 0, kept = 0;
    for (uint64_t n = 0; n < STORES; n++) {
        const uint64_t key = key_number(n);
        table_count_store(&counts,
                          table_store(&table, key, key_number(~n), payload_of(key, key % 256)));
    }
    for (uint64_t n = 0; n < STORES; n++) {
        const uint64_t key = key_number(n);
        const bool hit = finds(&table, key, key_number(~n), payload_of(key, key % 256));
        table_count_probe(&counts, hit, false);
        deep += key % 256 >= 192;
        kept += key % 256 >= 192 && hit;
    }
    cr_assert_geq(kept * 10, deep * 9, "%d of %d", kept, deep);
    cr_assert_eq(counts.stores, STORES);
    cr_assert_eq(counts.stores - counts.replacements, counts.hits, "an entry each");
    cr_assert_eq(counts.probes, STORES);
    table_free(&table);
}

Test(tt, counts_add_up) {
    TableCounts a = {0}, total = {0};
    table_count_probe(&a, true, true);
    table_count_probe(&a, true, false);
    table_count_probe(&a, false, true);
    table_count_store(&a, TABLE_REPLACED);
    table_count_store(&a, TABLE_UPDATED);
    table_counts_add(&total, &a);
    table_counts_add(&total, &a);
    cr_assert(total.probes == 6 && total.hits == 4 && total.turned_hits == 2);
    cr_assert(total.stores == 4 && total.replacements == 2);
}

static bool is_empty(const Table *table) {
    for (size_t i = 0; i < table->line_count * TABLE_LINE_ENTRIES; i++) {
        const TableEntry *entry = &table->lines[i / 4].entry[i % 4];
        if (atomic_load(&entry->guarded) != 0 || atomic_load(&entry->payload) != 0) {
            return false;
        }
    }
    return true;
}

Test(tt, any_size_is_used_to_its_end_and_cleared) {
    static const size_t LINES[] = {1, 2, 3, 7, 64, 1000, 49999};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        Table table;
        cr_assert(table_new(&table, LINES[i] * TABLE_LINE_BYTES + 63, LAYOUT));
        cr_assert_eq(table.line_count, LINES[i]);
        cr_assert(is_empty(&table));
        memset((void *)table.lines, 0xA5, LINES[i] * TABLE_LINE_BYTES);
        Table part = table;
        part.line_count--;
        table_clear(&part);
        cr_assert(is_empty(&part));
        cr_assert_eq(table.lines[LINES[i] - 1].entry[3].payload, UINT64_C(0xA5A5A5A5A5A5A5A5));
        table_clear(&table);
        cr_assert(is_empty(&table));
        table_free(&table);
    }
}
