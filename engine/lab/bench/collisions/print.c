/* `dihedra bench collisions`: the result as tables. */
#include "engine/base/figures.h"
#include "engine/lab/bench/collisions/collisions.h"

static void add_distinct(json_t *json, const KeyCensus *census) {
    const double n = (double)census->positions;
    char table[32];
    snprintf(table, sizeof table, "distinct_keys_%s", census->name);
    for (int i = 0; i < CUT_LENGTHS; i++) {
        Figure cells[4 + KEY_KIND_COUNT + 1] = {
            {"bits", CUT_BITS[i], 0, NULL},
            {"positions", n, 0, NULL},
            {"birthday_bound", n - collisions_expected_repeats(n, CUT_BITS[i]), 1, NULL},
            {"deviation", collisions_repeats_deviation(n, CUT_BITS[i]), 1, NULL},
        };
        for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
            cells[4 + kind] = (Figure){KEY_KIND_NAMES[kind],
                                       (double)census->count[kind][CUT_MIXED][i].distinct, 0, NULL};
        }
        figures_add_row(json, table, i == 0, cells);
    }
}

/* Without pairs the effective bits are infinite. */
static void add_bits(json_t *json, const KeyCensus *census) {
    static const char *const KEYS[KEY_PAPER][CUT_COUNT] = {
        {"canonical_mixed", "canonical_high", "canonical_low"},
        {"second_mixed", "second_high", "second_low"},
        {"plain_mixed", "plain_high", "plain_low"}};
    const double n = (double)census->positions;
    char table[32];
    snprintf(table, sizeof table, "effective_bits_%s", census->name);
    for (int i = 0; i < CUT_LENGTHS; i++) {
        Figure cells[1 + KEY_PAPER * CUT_COUNT + 1] = {{"bits", CUT_BITS[i], 0, NULL}};
        for (int k = 0; k < KEY_PAPER * CUT_COUNT; k++) {
            const double pairs = (double)census->count[k / CUT_COUNT][k % CUT_COUNT][i].pairs;
            cells[1 + k] = (Figure){KEYS[k / CUT_COUNT][k % CUT_COUNT],
                                    collisions_effective_bits(n, pairs), 2, NULL};
        }
        figures_add_row(json, table, i == 0, cells);
    }
}

static void add_wrong_hits(json_t *json, const WrongHits *search) {
    const double probes = (double)search->probes;
    const Figure figures[] = {
        {"visits", (double)search->visits, 0, "of the search"},
        {"evaluations", (double)search->evaluations, 0, "in them"},
        {"probes", probes, 0, "look-ups"},
        {"probed_positions", (double)search->positions, 0, ""},
        {0},
    };
    figures_add(json, figures);
    for (int i = 0; i < CUT_LENGTHS; i++) {
        Figure cells[2 + KEY_KIND_COUNT + 1] = {
            {"bits", CUT_BITS[i], 0, NULL},
            {"birthday_bound", search->expected_wrong[i] / probes, 8, NULL},
        };
        for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
            cells[2 + kind] =
                (Figure){KEY_KIND_NAMES[kind], (double)search->wrong[kind][i] / probes, 8, NULL};
        }
        figures_add_row(json, "share_of_wrong_hits", i == 0, cells);
    }
}

void collisions_add(const Collisions *collisions, json_t *json) {
    for (int i = 0; i < KEY_CENSUS_COUNT; i++) {
        add_distinct(json, &collisions->census[i]);
        add_bits(json, &collisions->census[i]);
    }
    add_wrong_hits(json, &collisions->search);
}
