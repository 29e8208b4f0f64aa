/* dihedra bench collisions: known counts, and counts that chance predicts. */
#include "engine/lab/bench/collisions/collisions.h"
#include "tests/support/program/arena.h"
#include "tests/support/program/sanitizer.h"

#include <criterion/criterion.h>
#include <math.h>

enum { POSITIONS = IS_SANITIZED ? 10000 : 100000 }; /* of games */

enum { AT_16, AT_20, AT_24, AT_28, AT_32, AT_40, AT_48, AT_64 };

/* The counts of ../shared/data/legal-positions.tsv and of hash/huima.h. */
static void check_all_of_3x3(const KeyCensus *census) {
    cr_assert_str_eq(census->name, "all_3x3");
    cr_assert_eq(census->positions, 1824);
    for (KeyCut cut = 0; cut < CUT_COUNT; cut++) {
        for (KeyKind kind = KEY_CANONICAL; kind <= KEY_PLAIN; kind++) {
            cr_assert_eq(census->count[kind][cut][AT_64].distinct, 1824);
            cr_assert_eq(census->count[kind][cut][AT_64].pairs, 0);
        }
        cr_assert_eq(census->count[KEY_PAPER][cut][AT_64].distinct, 1600);
        cr_assert_geq(census->count[KEY_PAPER][cut][AT_64].pairs, 224);
    }
}

/* All but the paper's hash and the highest bits of the canonical key are what chance would give;
 * those lose log2(64/15) = 2.09 bits, and never more than 3. */
static void check_games(const KeyCensus *census) {
    cr_assert_eq(census->positions, POSITIONS);
    for (int i = AT_16; i <= AT_28; i++) {
        const double expected = collisions_expected_repeats(POSITIONS, CUT_BITS[i]);
        const double deviation = collisions_repeats_deviation(POSITIONS, CUT_BITS[i]);
        for (KeyKind kind = KEY_CANONICAL; kind <= KEY_PLAIN; kind++) {
            const int64_t repeats = POSITIONS - census->count[kind][CUT_MIXED][i].distinct;
            cr_assert_leq(fabs((double)repeats - expected), 4 * deviation, "kind %d, %d bits: %lld",
                          kind, CUT_BITS[i], (long long)repeats);
        }
    }
    for (int i = AT_16; i <= AT_24 && !IS_SANITIZED; i++) { /* few positions have few pairs */
        const CutCount *count = &census->count[KEY_CANONICAL][CUT_HIGH][i];
        const double bits = collisions_effective_bits(POSITIONS, (double)count->pairs);
        cr_assert_leq(fabs(CUT_BITS[i] - bits - log2(64 / 15.0)), 0.15, "%d bits: %f", CUT_BITS[i],
                      bits);
    }
    cr_assert_eq(census->count[KEY_CANONICAL][CUT_HIGH][AT_64].distinct, POSITIONS);
    cr_assert_lt(census->count[KEY_PAPER][CUT_HIGH][AT_64].distinct, POSITIONS);
}

static void check_wrong_hits(const WrongHits *search) {
    cr_assert_eq(search->visits, 4000);
    cr_assert(search->evaluations > 2000 && search->evaluations <= 4000);
    cr_assert(search->probes > search->evaluations && search->positions > 500);
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        cr_assert(search->wrong[kind][AT_16] > 0 && search->wrong[kind][AT_16] < search->probes);
        for (int i = 1; i < CUT_LENGTHS; i++) {
            cr_assert_leq(search->wrong[kind][i], search->wrong[kind][i - 1]);
            cr_assert_lt(search->expected_wrong[i], search->expected_wrong[i - 1]);
        }
        cr_assert(kind == KEY_PAPER || search->wrong[kind][AT_40] == 0);
    }
}

Test(collisions, figures_are_right) {
    static Collisions result;
    collisions_measure(3, POSITIONS, 4000, &result);
    check_all_of_3x3(&result.board);
    check_games(&result.games);
    check_wrong_hits(&result.search);
}

/* Equal up to symmetry is one position, whatever the symmetry; ko, side and passes count. */
Test(collisions, sets_compare_whole_positions_up_to_symmetry) {
    enum { SIDE = 9, KO = 12 };
    PositionSet set;
    position_set_init(&set, SIDE, 100);
    HashCell cells[CELL_COUNT_MAX] = {0};
    cells[1] = cells[11] = 1;
    cells[40] = cells[79] = 2;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        HashCell image[CELL_COUNT_MAX];
        for (int cell = 0; cell < SIDE * SIDE; cell++) {
            image[set.tables->maps.image[g][cell]] = cells[cell];
        }
        for (int state = 0; state < 5; state++) {
            const HashState of = {.to_move = state == 1,
                                  .ko_cell = state == 2   ? set.tables->maps.image[g][KO]
                                             : state == 3 ? set.tables->maps.image[g][KO + 1]
                                                          : HASH_NO_KO,
                                  .passes = state == 4};
            position_set_add(&set, image, &of);
        }
    }
    cr_assert_eq(set.count, 5);
    for (size_t i = 0; i < set.count; i++) {
        cr_assert_eq(set.items[i].seen, SYMMETRY_COUNT);
        for (size_t j = 0; j < i; j++) {
            for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
                cr_assert_neq(set.items[i].key[kind], set.items[j].key[kind]);
            }
        }
    }
    position_set_free(&set);
}

Test(collisions, tables_in_json) {
    static const char *const TABLES[] = {"distinct_keys_all_2x2", "effective_bits_all_2x2",
                                         "distinct_keys_games_9x9", "effective_bits_games_9x9",
                                         "share_of_wrong_hits"};
    Arena *arena = arena_new();
    arena_run(arena, "bench collisions --json --size 2 --positions 500 --visits 200");
    arena_expect(arena, 0, "");
    json_t *json = arena_json(arena);
    for (size_t i = 0; i < sizeof TABLES / sizeof TABLES[0]; i++) {
        cr_assert_eq(json_array_size(json_object_get(json, TABLES[i])), CUT_LENGTHS, "%s",
                     TABLES[i]);
    }
    json_t *row = json_array_get(json_object_get(json, TABLES[0]), AT_64);
    cr_assert_eq(json_integer_value(json_object_get(row, "canonical")), 13);
}
