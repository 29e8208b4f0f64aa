/* The table on one thread: it finds what was stored and nothing else, from any image of a position;
 * replacement, ageing, sizes and resizing. */
#include "hash/random.h"
#include "tt/table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const TableLayout LAYOUT = {.age = {0, 4}, .work = {4, 8}};

static Table new_table(size_t lines) {
    Table table;
    cr_assert(table_init(&table, lines * TABLE_LINE_BYTES, LAYOUT));
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

Test(tt, empty_table_finds_nothing) {
    Table table = new_table(4);
    for (uint64_t n = 0; n < 1000; n++) {
        cr_assert_eq(table_probe(&table, key_number(n), key_number(n + 1)), 0);
    }
    cr_assert_eq(table_probe(&table, 0, 0), 0, "the empty entry looks like key 0");
    table_free(&table);
}

Test(tt, finds_what_was_stored_by_both_words) {
    Table table = new_table(1 << 12);
    int lost = 0, strangers = 0;
    for (uint64_t n = 0; n < 1000; n++) {
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
        {{0, 0}, {0, 0}},  {{60, 4}, {0, 8}}, {{63, 1}, {1, 62}},
        {{8, 1}, {9, 30}}, {{5, 16}, {0, 5}},
    };
    for (size_t i = 0; i < sizeof LAYOUTS / sizeof LAYOUTS[0]; i++) {
        const TableField age = LAYOUTS[i].age;
        Table table;
        cr_assert(table_init(&table, 64, LAYOUTS[i]));
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
static bool survives(bool refreshed) {
    Table table = new_table(1);
    const uint64_t key = key_number(0);
    table_store(&table, key, 0, payload_of(key, 200));
    for (uint64_t n = 1; n <= 100; n++) {
        table_age(&table);
        const uint64_t found = table_probe(&table, key, 0);
        if (refreshed && found != 0) {
            table_refresh(&table, key, 0, found);
        }
        for (uint64_t i = 0; i < 3; i++) {
            table_store(&table, key_number(4 * n + i), 0, payload_of(key_number(4 * n + i), 255));
        }
    }
    const bool found = finds(&table, key, 0, payload_of(key, 200));
    table_free(&table);
    return found;
}

Test(tt, a_refreshed_entry_outlives_newer_ones) {
    cr_assert(survives(true));
    cr_assert(!survives(false));
}

Test(tt, a_refresh_in_the_same_generation_writes_nothing) {
    Table table = new_table(1);
    table_store(&table, 1, 0, payload_of(1, 1));
    const uint64_t found = table_probe(&table, 1, 0);
    table_refresh(&table, 2, 0, found); /* a store would leave a trace under the key 2 */
    cr_assert_eq(table_probe(&table, 2, 0), 0);
    table_age(&table);
    table_refresh(&table, 2, 0, found);
    cr_assert_neq(table_probe(&table, 2, 0), 0);
    table_free(&table);
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

static void fill(Table *table, uint64_t count) {
    for (uint64_t n = 0; n < count; n++) {
        const uint64_t key = key_number(n);
        table_store(table, key, key_number(~n), payload_of(key, key % 256));
    }
}

Test(tt, any_size_is_used_to_its_end_and_cleared) {
    static const size_t LINES[] = {1, 2, 3, 7, 64, 1000, 16384, 20011, 49999};
    static const int THREADS[] = {1, 2, 3, 7, 100};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        for (size_t j = 0; j < sizeof THREADS / sizeof THREADS[0]; j++) {
            Table table;
            cr_assert(table_init(&table, LINES[i] * TABLE_LINE_BYTES + 63, LAYOUT));
            cr_assert_eq(table.line_count, LINES[i]);
            cr_assert_eq((uintptr_t)table.lines % TABLE_LINE_BYTES, 0);
            cr_assert(is_empty(&table));
            for (size_t line = 0; line < LINES[i]; line++) {
                memset((void *)&table.lines[line], 0xA5, TABLE_LINE_BYTES);
            }
            table_clear(&table, THREADS[j]);
            cr_assert(is_empty(&table));
            table_free(&table);
        }
    }
}

Test(tt, what_memory_does_not_hold_is_refused) {
    Table table = new_table(100);
    fill(&table, 1000);
    const Table before = table;
    cr_assert(!table_resize(&table, SIZE_MAX));
    cr_assert(!table_resize(&table, SIZE_MAX / 2));
    cr_assert(table.lines == before.lines && table.line_count == 100 && !is_empty(&table));
    table_free(&table);
}

Test(tt, resizing_clears_and_goes_on) {
    static const size_t LINES[] = {7, 100, 33, 40000, 999};
    Table table = new_table(64);
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        fill(&table, 1000);
        table_age(&table);
        cr_assert(table_resize(&table, LINES[i] * TABLE_LINE_BYTES));
        cr_assert(table.line_count == LINES[i] && is_empty(&table));
        table_store(&table, 1, 2, payload_of(1, 1));
        cr_assert(finds(&table, 1, 2, payload_of(1, 1)));
    }
    table_free(&table);
}

/* Lines with room for all entries lose none; the others keep the best four. */
Test(tt, shrinking_by_a_whole_factor_keeps_what_fits) {
    static const size_t FACTORS[] = {1, 2, 3, 8};
    for (size_t i = 0; i < 4; i++) {
        enum { LINES = 1200, STORES = 3000 };
        static int room[LINES];
        Table table = new_table(LINES * FACTORS[i]);
        uint64_t best[LINES] = {0};
        memset(room, 0, sizeof room);
        fill(&table, STORES);
        for (uint64_t n = 0; n < STORES; n++) {
            const size_t line = table_line_index(LINES, key_number(~n));
            const uint64_t work = key_number(n) % 256;
            room[line]++;
            best[line] = work > best[line] ? work : best[line];
        }
        cr_assert(table_resize(&table, LINES * TABLE_LINE_BYTES));
        cr_assert_eq(table.line_count, LINES);
        for (uint64_t n = 0; n < STORES; n++) {
            const uint64_t key = key_number(n), work = key % 256;
            const size_t line = table_line_index(LINES, key_number(~n));
            if (room[line] <= 4 || work == best[line]) {
                cr_assert(finds(&table, key, key_number(~n), payload_of(key, work)),
                          "factor %zu, %d for the line", FACTORS[i], room[line]);
            }
        }
        table_free(&table);
    }
}

/* A position with everything that a key depends on. */
typedef struct {
    const HashTables *tables;
    HashCell cells[CELL_COUNT_MAX];
    HashState state;
} Position;

static HashKey key_of(const Position *position) {
    HashLanes lanes;
    hash_lanes_of(position->tables, position->cells, &lanes);
    return hash_key(position->tables, &lanes, &position->state);
}

/* Random stones, some with a symmetry g (every cycle of cells of one colour), some with a ko. */
static Position random_position(const HashTables *tables, Symmetry own, SplitMix *random) {
    const SymmetryMaps *maps = &tables->maps;
    const uint64_t r = splitmix_next(random);
    const Symmetry g = (Symmetry)(r % 3 == 0 ? (r >> 8) % own : SYMMETRY_IDENTITY);
    Position position = {.tables = tables};
    for (int cell = 0; cell < maps->cell_count; cell++) {
        position.cells[cell] = (HashCell)(splitmix_next(random) % 3);
    }
    for (int cell = 0; cell < maps->cell_count; cell++) {
        for (int image = maps->image[g][cell]; image != cell; image = maps->image[g][image]) {
            position.cells[image] = position.cells[cell];
        }
    }
    position.state = (HashState){
        .to_move = (int)(r >> 16 & 1),
        .ko_cell = (r >> 17 & 3) == 0 ? (int)((r >> 20) % (uint64_t)maps->cell_count) : HASH_NO_KO,
        .passes = (int)(r >> 40 & 1)};
    return position;
}

static Position turn(const Position *position, Symmetry g) {
    const SymmetryMaps *maps = &position->tables->maps;
    Position turned = *position;
    for (int cell = 0; cell < maps->cell_count; cell++) {
        turned.cells[maps->image[g][cell]] = position->cells[cell];
    }
    if (position->state.ko_cell != HASH_NO_KO) {
        turned.state.ko_cell = maps->image[g][position->state.ko_cell];
    }
    return turned;
}

static bool same(const Position *a, const Position *b) {
    return memcmp(a->cells, b->cells, (size_t)a->tables->maps.cell_count) == 0 &&
           a->state.ko_cell == b->state.ko_cell;
}

/* The slow oracle: does a symmetry that takes position from to position to take from_cell to
 * to_cell? */
static bool moves_correspond(const Position *from, int from_cell, const Position *to, int to_cell,
                             Symmetry own) {
    for (Symmetry g = 0; g < own; g++) {
        if (from->tables->maps.image[g][from_cell] == to_cell) {
            const Position turned = turn(from, g);
            if (same(&turned, to)) {
                return true;
            }
        }
    }
    return false;
}

/* The cell of this position that corresponds to a cell of the canonical one, which may lie on the
 * transposed board. */
static int cell_from_canonical(const Position *position, Symmetry orientation, int canonical) {
    int cell = 0;
    while (position->tables->maps.image[orientation][cell] != canonical) {
        cell++;
    }
    return cell;
}

/* Stores a move with a position and reads it from every image. */
static void expect_images_meet(Table *table, const Position *position, Symmetry own, int move,
                               TableCounts *counts) {
    const HashKey key = key_of(position);
    const uint64_t canonical = position->tables->maps.image[key.orientation][move];
    table_store(table, key.key, key.check, (canonical + 1) << 12);
    for (Symmetry g = 0; g < own; g++) {
        const Position image = turn(position, g);
        const HashKey found = key_of(&image);
        const uint64_t payload = table_probe(table, found.key, found.check);
        cr_assert_eq(payload >> 12, canonical + 1, "an image misses");
        const bool turned = found.orientation != key.orientation;
        cr_assert_eq(turned, !same(position, &image));
        table_count_probe(counts, true, turned);
        const int read = cell_from_canonical(&image, found.orientation, (int)canonical);
        cr_assert(moves_correspond(position, move, &image, read, own));
    }
}

static bool is_known(const Table *table, const Position *position) {
    const HashKey key = key_of(position);
    return table_probe(table, key.key, key.check) != 0;
}

/* The same stones are another position with the other side to move, another ko, or a pass. */
static void expect_state_distinguishes(const Table *table, const Position *position, int cell) {
    Position other = *position;
    other.state.to_move = !position->state.to_move;
    cr_assert(!is_known(table, &other));
    other = *position;
    other.state.passes = !position->state.passes;
    cr_assert(!is_known(table, &other));
    other = *position;
    other.state.ko_cell = position->state.ko_cell == HASH_NO_KO ? cell : HASH_NO_KO;
    cr_assert(!is_known(table, &other));
}

Test(tt, all_images_of_a_position_share_an_entry) {
    static const int SHAPES[][2] = {{3, 3},   {4, 4}, {5, 5}, {7, 7}, {9, 9}, {13, 13},
                                    {19, 19}, {5, 4}, {6, 9}, {2, 7}, {25, 3}};
    enum { SHAPE_COUNT = sizeof SHAPES / sizeof SHAPES[0], POSITIONS = 100000 };
    HashTables *tables = aligned_alloc(64, SHAPE_COUNT * ((sizeof *tables + 63) / 64 * 64));
    cr_assert_not_null(tables);
    for (int i = 0; i < SHAPE_COUNT; i++) {
        hash_tables_init(&tables[i], SHAPES[i][0], SHAPES[i][1], HASH_DEFAULT_SEED);
    }
    Table table = new_table(8);
    TableCounts counts = {0};
    SplitMix random = {4};
    for (int i = 0; i < POSITIONS; i++) {
        /* Large boards are slow, so they are drawn less often. */
        const int shape =
            (int)(splitmix_next(&random) % SHAPE_COUNT) % (i % 32 == 0 ? SHAPE_COUNT : 5);
        const SymmetryMaps *maps = &tables[shape].maps;
        const Symmetry own = maps->width == maps->height ? 8 : 4;
        const Position position = random_position(&tables[shape], own, &random);
        const int move = (int)(splitmix_next(&random) % (uint64_t)maps->cell_count);
        table_clear(&table, 1);
        expect_images_meet(&table, &position, own, move, &counts);
        expect_state_distinguishes(&table, &position, move);
    }
    cr_assert_gt(counts.turned_hits, counts.hits / 2);
    cr_assert_lt(counts.turned_hits, counts.hits * 7 / 8, "some are symmetric in themselves");
    table_free(&table);
    free(tables);
}
