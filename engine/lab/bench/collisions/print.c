/* `dihedra bench collisions`: the result as JSON or as tables in Markdown, and the plot. */
#include <math.h>
#include <stdio.h>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/lab/bench/collisions/collisions.h"

/* ---- JSON ---- */

static void add_count(json_t *counts, const KeyCensus *census, KeyKind kind, KeyCut cut, int i) {
    const CutCount *count = &census->count[kind][cut][i];
    const double n = (double)census->positions;
    const double expected = collisions_expected_repeats(n, CUT_BITS[i]);
    const double deviation = collisions_repeats_deviation(n, CUT_BITS[i]);
    const double bits = collisions_effective_bits(n, (double)count->pairs);
    json_add_value(counts,
                   json_new_packed("{s:s, s:s, s:i, s:I, s:o, s:o, s:I, s:o}", "key",
                                   KEY_KIND_NAMES[kind], "cut", KEY_CUT_NAMES[cut], "bits",
                                   CUT_BITS[i], "distinct_keys", (json_int_t)count->distinct,
                                   "expected_distinct_keys", json_new_figure(n - expected, 6),
                                   "standard_deviation_keys", json_new_figure(deviation, 6),
                                   "colliding_pairs", (json_int_t)count->pairs, "effective_bits",
                                   json_new_figure(bits, 3)));
}

static json_t *census_json(const KeyCensus *census) {
    json_t *counts = json_new_array();
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        for (KeyCut cut = 0; cut < CUT_COUNT; cut++) {
            for (int i = 0; i < CUT_LENGTHS; i++) {
                add_count(counts, census, kind, cut, i);
            }
        }
    }
    return json_new_packed("{s:s, s:I, s:o}", "set", census->name, "positions",
                           (json_int_t)census->positions, "counts", counts);
}

static json_t *search_json(const WrongHits *search) {
    json_t *counts = json_new_array();
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        for (int i = 0; i < CUT_LENGTHS; i++) {
            const double wrong = (double)search->wrong[kind][i];
            json_add_value(counts, json_new_packed(
                                       "{s:s, s:i, s:o, s:o, s:o}", "key", KEY_KIND_NAMES[kind],
                                       "bits", CUT_BITS[i], "wrong_probes",
                                       json_new_figure(wrong, 0), "expected_wrong_probes",
                                       json_new_figure(search->expected_wrong[i], 6), "wrong_share",
                                       json_new_figure(wrong / (double)search->probes, 9)));
        }
    }
    return json_new_packed("{s:I, s:I, s:I, s:I, s:o}", "visits", (json_int_t)search->visits,
                           "evaluations", (json_int_t)search->evaluations, "probes",
                           (json_int_t)search->probes, "positions", (json_int_t)search->positions,
                           "wrong_hits", counts);
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
    json_set_packed(json, "{s:o, s:o}", "sets", sets, "search", search_json(&collisions->search));
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
    collisions_measure(options, &collisions);
    if (options->plot != NULL && !write_plot(&collisions, options->plot, status)) {
        return false;
    }
    print(json, &collisions);
    return true;
}
