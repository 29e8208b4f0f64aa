/* dihedra bench collisions: known counts, and counts that chance predicts. */
#include "engine/lab/bench/collisions/collisions.h"
#include "tests/support/program/arena.h"

#include <math.h>

enum { AT_16, AT_20, AT_24, AT_28, AT_32, AT_40, AT_48, AT_64 };

/* The counts of ../shared/data/legal-positions.tsv and of hash/huima.h; shorter keys repeat as
 * chance has it. */
static void check_all_of_3x3(const KeyCensus *census) {
    cr_assert_eq(census->positions, 1824);
    cr_assert_eq(census->distinct[KEY_PAPER][AT_64], 1600);
    for (KeyKind kind = KEY_CANONICAL; kind <= KEY_PLAIN; kind++) {
        cr_assert_eq(census->distinct[kind][AT_64], 1824);
        for (int i = AT_16; i <= AT_20; i++) {
            const double repeats = (double)(1824 - census->distinct[kind][i]);
            const double expected = collisions_expected_repeats(1824, CUT_BITS[i]);
            cr_assert_leq(fabs(repeats - expected),
                          4 * collisions_repeats_deviation(1824, CUT_BITS[i]));
        }
    }
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
    collisions_measure(3, 4000, &result);
    check_all_of_3x3(&result.board);
    check_wrong_hits(&result.search);
}

/* Equal up to symmetry is one position, whatever the symmetry; ko, side and passes count. */
Test(collisions, sets_compare_whole_positions_up_to_symmetry) {
    enum { SIDE = 9, KO = 12 };
    PositionSet set;
    position_set_init(&set, SIDE);
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
    static const char *const TABLES[] = {"distinct_keys_all_2x2", "share_of_wrong_hits"};
    Arena *arena = arena_new();
    arena_must_run(arena, "bench collisions --json --size 2 --visits 200");
    json_t *json = arena_json(arena);
    for (size_t i = 0; i < sizeof TABLES / sizeof TABLES[0]; i++) {
        cr_assert_eq(json_array_size(json_object_get(json, TABLES[i])), CUT_LENGTHS, "%s",
                     TABLES[i]);
    }
    json_t *row = json_array_get(json_object_get(json, TABLES[0]), AT_64);
    cr_assert_eq(json_integer_value(json_object_get(row, "canonical")), 13);
}
