/* `dihedra bench collisions`: what was measured, as JSON or as tables in Markdown, and the plot. */
#include <math.h>
#include <stdio.h>

#include "engine/base/file.h"
#include "engine/lab/bench/collisions/collisions.h"

/* ---- JSON ---- */

static void add_count(json_t *counts, const KeyCensus *census, KeyKind kind, KeyCut cut, int i) {
    const CutCount *count = &census->count[kind][cut][i];
    const double n = (double)census->positions;
    const double expected = collisions_expected_repeats(n, CUT_BITS[i]);
    const double deviation = collisions_repeats_deviation(n, CUT_BITS[i]);
    json_t *row = json_new_object();
    json_set_text(row, "key", KEY_KIND_NAMES[kind]);
    json_set_text(row, "cut", KEY_CUT_NAMES[cut]);
    json_set_figure(row, "bits", CUT_BITS[i], 0);
    json_set_figure(row, "distinct_keys", (double)count->distinct, 0);
    json_set_figure(row, "expected_distinct_keys", n - expected, 6);
    json_set_figure(row, "standard_deviation_keys", deviation, 6);
    json_set_figure(row, "colliding_pairs", (double)count->pairs, 0);
    json_set_figure(row, "effective_bits", collisions_effective_bits(n, (double)count->pairs), 3);
    json_add_value(counts, row);
}

static json_t *census_json(const KeyCensus *census) {
    json_t *object = json_new_object(), *counts = json_new_array();
    json_set_text(object, "set", census->name);
    json_set_figure(object, "positions", (double)census->positions, 0);
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        for (KeyCut cut = 0; cut < CUT_COUNT; cut++) {
            for (int i = 0; i < CUT_LENGTHS; i++) {
                add_count(counts, census, kind, cut, i);
            }
        }
    }
    json_set_value(object, "counts", counts);
    return object;
}

static json_t *search_json(const WrongHits *search) {
    json_t *object = json_new_object(), *counts = json_new_array();
    json_set_figure(object, "visits", (double)search->visits, 0);
    json_set_figure(object, "evaluations", (double)search->evaluations, 0);
    json_set_figure(object, "probes", (double)search->probes, 0);
    json_set_figure(object, "positions", (double)search->positions, 0);
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        for (int i = 0; i < CUT_LENGTHS; i++) {
            const double wrong = (double)search->wrong[kind][i];
            json_t *row = json_new_object();
            json_set_text(row, "key", KEY_KIND_NAMES[kind]);
            json_set_figure(row, "bits", CUT_BITS[i], 0);
            json_set_figure(row, "wrong_probes", wrong, 0);
            json_set_figure(row, "expected_wrong_probes", search->expected_wrong[i], 6);
            json_set_figure(row, "wrong_share", wrong / (double)search->probes, 9);
            json_add_value(counts, row);
        }
    }
    json_set_value(object, "wrong_hits", counts);
    return object;
}

/* ---- Tables ---- */

static void print_distinct(const KeyCensus *census) {
    const double n = (double)census->positions;
    printf("Distinct keys of %lld positions (%s), cut after mixing:\n\n"
           "| bits | birthday bound | canonical | second | plain | paper |\n"
           "| --- | --- | --- | --- | --- | --- |\n",
           (long long)census->positions, census->name);
    for (int i = 0; i < CUT_LENGTHS; i++) {
        printf("| %d | %.1f ± %.1f |", CUT_BITS[i], n - collisions_expected_repeats(n, CUT_BITS[i]),
               collisions_repeats_deviation(n, CUT_BITS[i]));
        for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
            printf(" %lld |", (long long)census->count[kind][CUT_MIXED][i].distinct);
        }
        printf("\n");
    }
    printf("\n");
}

static void print_bits(const KeyCensus *census) {
    printf(
        "Effective bits, from the pairs that share a key (%s):\n\n"
        "| bits | canonical: high | low | mixed | second: high | low | mixed | plain: high | low "
        "| mixed |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
        census->name);
    static const KeyCut ORDER[CUT_COUNT] = {CUT_HIGH, CUT_LOW, CUT_MIXED};
    for (int i = 0; i < CUT_LENGTHS; i++) {
        printf("| %d |", CUT_BITS[i]);
        for (KeyKind kind = KEY_CANONICAL; kind <= KEY_PLAIN; kind++) {
            for (int j = 0; j < CUT_COUNT; j++) {
                const double pairs = (double)census->count[kind][ORDER[j]][i].pairs;
                if (pairs == 0) {
                    printf(" none |");
                } else {
                    printf(" %.2f |", collisions_effective_bits((double)census->positions, pairs));
                }
            }
        }
        printf("\n");
    }
    printf("\n");
}

static void print_search(const WrongHits *search) {
    printf("Wrong hits of %lld probes for %lld positions, in a search of %lld visits (%lld of them "
           "seen):\n\n| bits | birthday bound | canonical | second | plain | paper |\n"
           "| --- | --- | --- | --- | --- | --- |\n",
           (long long)search->probes, (long long)search->positions, (long long)search->visits,
           (long long)search->evaluations);
    for (int i = 0; i < CUT_LENGTHS; i++) {
        const double probes = (double)search->probes;
        printf("| %d | %.2g%% |", CUT_BITS[i], 100 * search->expected_wrong[i] / probes);
        for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
            printf(" %.2g%% |", 100 * (double)search->wrong[kind][i] / probes);
        }
        printf("\n");
    }
    printf("\n");
}

/* Adds the result to the object, or prints tables on standard output if json is NULL. */
static void print(json_t *json, const Collisions *collisions) {
    if (json == NULL) {
        for (int i = 0; i < KEY_CENSUS_COUNT; i++) {
            print_distinct(&collisions->census[i]);
            print_bits(&collisions->census[i]);
        }
        print_search(&collisions->search);
        return;
    }
    json_t *sets = json_new_array();
    for (int i = 0; i < KEY_CENSUS_COUNT; i++) {
        json_add_value(sets, census_json(&collisions->census[i]));
    }
    json_set_value(json, "sets", sets);
    json_set_value(json, "search", search_json(&collisions->search));
}

static bool write_plot(const Collisions *collisions, const char *path, Status *status) {
    Text svg = {0};
    collisions_plot(collisions, &svg);
    const bool ok = file_replace(path, text_get(&svg), svg.length, status);
    text_free(&svg);
    return ok;
}

/* A plot that cannot be written is refused before the work. */
bool collisions_run(const CollisionsOptions *options, json_t *json, Status *status) {
    if (options->plot != NULL && !file_check_place(options->plot, status)) {
        return false;
    }
    Collisions collisions;
    if (!collisions_measure(options, &collisions, status) ||
        (options->plot != NULL && !write_plot(&collisions, options->plot, status))) {
        return false;
    }
    print(json, &collisions);
    return true;
}
