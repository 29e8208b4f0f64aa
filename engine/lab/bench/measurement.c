#include "engine/lab/bench/measurement.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/lab/bench/collisions/collisions.h"

static const char *const NAMES[MEASUREMENT_COUNT] = {
    "calibrate", "collisions", "hash",  "net",      "playouts", "precision",
    "search",    "signature",  "solve", "symmetry", "tt"};

Measurement measurement_find(const char *name) {
    Measurement measurement = MACHINE_SPEED;
    while (measurement < MEASUREMENT_COUNT && strcmp(name, NAMES[measurement]) != 0) {
        measurement++;
    }
    return measurement;
}

/* ---- Figures ---- */

/* Adds a figure to the object, or prints it in a line if json is NULL. */
static void add_figure(json_t *json, const char *key, double value, int decimals,
                       const char *meaning) {
    if (json != NULL) {
        json_set_figure(json, key, value, decimals);
    } else {
        printf("%-30s %12.*f   %s\n", key, decimals, value, meaning);
    }
}

static void add_machine_speed(json_t *json) {
    const MachineSpeed speed = bench_machine_speed();
    add_figure(json, "calibration_arithmetic_ns", speed.arithmetic_ns, 3,
               "one step of a chain of multiplications");
    add_figure(json, "calibration_memory_ns", speed.memory_ns, 2,
               "one read of a chain of dependent reads from 64 MiB");
}

static void add_text(json_t *json, const char *key, const char *value, const char *meaning) {
    if (json != NULL) {
        json_set_text(json, key, value);
    } else {
        printf("%-30s %12s   %s\n", key, value, meaning);
    }
}

static void add_simd(json_t *json, const char *simd) {
    add_text(json, "simd", simd, "vector instructions in use");
}

static bool add_collisions(json_t *json, const BenchOptions *options, Status *status) {
    const CollisionsOptions how = {.size = (int)options->size,
                                   .positions = options->positions,
                                   .visits = options->visits,
                                   .plot = options->plot};
    return collisions_run(&how, json, status);
}

static void add_hash(json_t *json) {
    const BenchHash hash = bench_hash();
    add_figure(json, "update_plain_ns", hash.update_plain_ns, 3, "placing a stone, one word");
    add_figure(json, "update_lanes_ns", hash.update_lanes_ns, 3, "placing a stone, eight lanes");
    add_figure(json, "canonical_key_ns", hash.canonical_key_ns, 3,
               "state and minimum over the lanes; each waits for the last");
    add_simd(json, hash.simd);
}

static bool add_net(json_t *json, const BenchOptions *options, Status *status) {
    const BenchNetOptions how = {.model = options->model,
                                 .precision = options->precision,
                                 .size = options->size,
                                 .batch = options->batch,
                                 .threads = options->threads,
                                 .seconds = options->seconds};
    BenchNet result;
    if (!bench_net(&how, &result, status)) {
        return false;
    }
    add_figure(json, "size", result.size, 0, "of the board");
    add_figure(json, "threads", result.threads, 0, "");
    add_figure(json, "batch", result.batch, 0, "positions evaluated at once");
    add_text(json, "precision", result.precision, "number format of the computation");
    add_figure(json, "evals_per_s", result.evals_per_s, 1, "whole evaluations, the best round");
    add_figure(json, "gflops", result.gflops, 1, "10^9 operations of the network a second");
    add_figure(json, "peak_gflops", result.peak_gflops, 1,
               "the same, one thread in a large product of matrices");
    add_figure(json, "peak_share", result.gflops / (result.peak_gflops * result.threads), 4,
               "of that peak; may exceed 1 by Winograd's convolutions");
    add_figure(json, "features_share", result.features_share, 4, "of the time: input features");
    add_figure(json, "layers_share", result.layers_share, 4, "the trunk");
    add_figure(json, "heads_share", result.heads_share, 4, "policy and value");
    return true;
}

static void add_precision_figure(json_t *json, const char *kind, const char *figure, double value,
                                 int decimals, const char *meaning) {
    char key[60];
    snprintf(key, sizeof key, "%s_%s", kind, figure);
    add_figure(json, key, value, decimals, meaning);
}

static void add_precision_row(json_t *json, const char *kind, const BenchPrecisionRow *row) {
    add_precision_figure(json, kind, "positions", (double)row->positions, 0, "");
    add_precision_figure(json, kind, "outside", (double)row->outside, 0,
                         "off by 0.05 in win rate, or 1.5 points and 2% of the board's in lead");
    add_precision_figure(json, kind, "same_move", row->same_move, 4, "share: fp32's first move");
    add_precision_figure(json, kind, "in_fp32", row->in_fp32, 4, "share: evaluated anew in fp32");
    add_precision_figure(json, kind, "win_mean", row->win.mean, 5, "difference in win rate");
    add_precision_figure(json, kind, "win_most", row->win.most, 4, "");
    add_precision_figure(json, kind, "lead_mean", row->lead.mean, 4, "difference in points");
    add_precision_figure(json, kind, "lead_most", row->lead.most, 2, "");
    add_precision_figure(json, kind, "ownership_mean", row->ownership.mean, 5,
                         "difference in ownership of a point");
    add_precision_figure(json, kind, "ownership_most", row->ownership.most, 3, "");
}

static bool add_precision(json_t *json, const BenchOptions *options, Status *status) {
    static const char *const KINDS[BENCH_POSITIONS_COUNT] = {"games", "odd_games", "lopsided",
                                                             "scattered", "small_boards"};
    const BenchPrecisionOptions how = {.model = options->model,
                                       .precision = options->precision,
                                       .positions = options->positions,
                                       .seed = 1};
    BenchPrecision result;
    if (!bench_precision(&how, &result, status)) {
        return false;
    }
    add_text(json, "precision", result.precision, "compared with fp32");
    for (int kind = 0; kind < BENCH_POSITIONS_COUNT; kind++) {
        add_precision_row(json, KINDS[kind], &result.rows[kind]);
    }
    return true;
}

static bool add_playouts(json_t *json, const BenchOptions *options) {
    BenchPlayouts result;
    if (!bench_playouts(options->size, options->threads, options->seconds, &result)) {
        return false;
    }
    add_figure(json, "size", result.size, 0, "of the board");
    add_figure(json, "threads", result.threads, 0, "");
    add_figure(json, "playouts_per_s", result.playouts_per_s, 0, "random games, the best round");
    add_figure(json, "moves_per_playout", result.moves_per_playout, 2,
               "of a game, passes included");
    add_figure(json, "hash_share", result.hash_share, 4, "of a game's time");
    add_figure(json, "black_win_rate", result.black_win_rate, 4, "at komi 0");
    add_simd(json, result.simd);
    return true;
}

static void add_probes(json_t *json, const BenchTable *result) {
    const double *dependent = result->dependent_ns, *independent = result->independent_ns;
    add_figure(json, "probe_plain_dependent_ns", dependent[BENCH_PLAIN], 2,
               "each probe waits for the last; one key");
    add_figure(json, "probe_symmetric_dependent_ns", dependent[BENCH_SYMMETRIC], 2,
               "the canonical key, made each time");
    add_figure(json, "probe_eight_dependent_ns", dependent[BENCH_EIGHT], 2,
               "eight keys in eight lines, until one is found");
    add_figure(json, "ratio_symmetric_plain", dependent[BENCH_SYMMETRIC] / dependent[0], 3,
               "of the dependent probes, over the plain key");
    add_figure(json, "ratio_eight_plain", dependent[BENCH_EIGHT] / dependent[0], 3, "");
    add_figure(json, "probe_plain_independent_ns", independent[BENCH_PLAIN], 2,
               "the processor may overlap probes");
    add_figure(json, "probe_symmetric_independent_ns", independent[BENCH_SYMMETRIC], 2, "");
    add_figure(json, "probe_eight_independent_ns", independent[BENCH_EIGHT], 2, "");
    add_figure(json, "mix_plain_ns", result->mix_ns[BENCH_PLAIN], 2,
               "a store after three probes, overlapping");
    add_figure(json, "mix_symmetric_ns", result->mix_ns[BENCH_SYMMETRIC], 2, "");
    add_figure(json, "mix_eight_ns", result->mix_ns[BENCH_EIGHT], 2, "");
    add_figure(json, "store_plain_ns", result->store_ns[BENCH_PLAIN], 2, "");
    add_figure(json, "store_symmetric_ns", result->store_ns[BENCH_SYMMETRIC], 2, "");
    add_figure(json, "threads_scaling", result->threads_scaling, 3,
               "throughput of dependent canonical probes over one thread's");
    add_figure(json, "threads_scaling_mix", result->threads_scaling_mix, 3,
               "of the mix with canonical keys");
}

static bool add_table(json_t *json, const BenchOptions *options) {
    static const char *const HIT_RATES[BENCH_LOAD_COUNT] = {"hit_rate_load_0_5", "hit_rate_load_1",
                                                            "hit_rate_load_2", "hit_rate_load_4"};
    static const char *const KEPT_DEEPEST[BENCH_LOAD_COUNT] = {
        "kept_deepest_quarter_load_0_5", "kept_deepest_quarter_load_1",
        "kept_deepest_quarter_load_2", "kept_deepest_quarter_load_4"};
    BenchTable result;
    if (!bench_table(options->megabytes, options->threads, &result)) {
        return false;
    }
    add_figure(json, "mb", result.megabytes, 0, "the table");
    add_figure(json, "threads", result.threads, 0, "");
    add_probes(json, &result);
    add_figure(json, "clear_seconds", result.clear_seconds, 3,
               "by all threads, the first touch of the memory included");
    for (int i = 0; i < BENCH_LOAD_COUNT; i++) {
        add_figure(json, HIT_RATES[i], result.hit_rate[i], 4,
                   "of the stores, still found after that many an entry");
    }
    for (int i = 0; i < BENCH_LOAD_COUNT; i++) {
        add_figure(json, KEPT_DEEPEST[i], result.kept_deepest[i], 4,
                   "of the quarter of them with the most work");
    }
    return true;
}

static void add_symmetry_row(json_t *json, const char *name, const char *meaning,
                             const BenchSymmetry *row) {
    const double positions = (double)row->positions[1];
    const double turned = (double)row->turned_hits[1] / fmax((double)row->hits[1], 1);
    if (json == NULL) {
        printf("| %s | %lld | %.0f | %.2f | %.1f%% | %.0f | %.0f |\n", meaning,
               (long long)row->positions[0], positions, (double)row->positions[0] / positions,
               100 * turned, row->visits_per_s[0], row->visits_per_s[1]);
        return;
    }
    const struct {
        const char *key;
        double value;
        int decimals;
    } figures[] = {
        {"positions_off", (double)row->positions[0], 0},
        {"positions_on", positions, 0},
        {"hits_off", (double)row->hits[0], 0},
        {"hits_on", (double)row->hits[1], 0},
        {"turned_hit_share", turned, 4},
        {"visits_per_s_off", row->visits_per_s[0], 0},
        {"visits_per_s_on", row->visits_per_s[1], 0},
    };
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        char key[64];
        snprintf(key, sizeof key, "%s_%s", figures[i].key, name);
        json_set_figure(json, key, figures[i].value, figures[i].decimals);
    }
}

static bool add_search(json_t *json, const BenchOptions *options) {
    BenchSearch result;
    if (!bench_search(options->size, options->threads, options->playouts, &result)) {
        return false;
    }
    add_figure(json, "size", result.size, 0, "of the board");
    add_figure(json, "threads", result.threads, 0, "");
    add_figure(json, "playouts", (double)result.playouts, 0, "of each of three searches");
    add_figure(json, "playouts_per_s", result.playouts_per_s, 0, "of the search, the best round");
    add_figure(json, "threads_scaling", result.threads_scaling, 3, "over one thread");
    add_figure(json, "nodes", (double)result.nodes, 0, "");
    add_figure(json, "transposition_hits", (double)result.transposition_hits, 0,
               "positions met by another order of moves");
    add_figure(json, "symmetric_hits", (double)result.symmetric_hits, 0,
               "of those, turned or mirrored");
    add_figure(json, "depth_max", result.depth_max, 0, "moves");
    add_figure(json, "bytes", (double)result.bytes, 0, "of the largest graph");
    return true;
}

static bool add_signature(json_t *json) {
    BenchSignature result;
    if (!bench_signature(&result)) {
        return false;
    }
    char digest[17];
    snprintf(digest, sizeof digest, "%016llX", (unsigned long long)result.digest);
    if (json != NULL) {
        json_set_text(json, "signature", digest);
    } else {
        printf("%-30s %12s\n", "signature", digest);
    }
    add_figure(json, "nodes", (double)result.nodes, 0, "");
    return true;
}

static bool add_symmetry(json_t *json) {
    static const struct {
        const char *name, *meaning;
        int size, depth; /* of exhaustive play; 0: searches */
        int64_t visits;
    } work[] = {
        {"4x4", "all moves from the empty 4x4 board, eight deep", 4, 8, 0},
        {"9x9", "all moves from the empty 9x9 board, three deep", 9, 3, 0},
        {"19x19", "all moves from the empty 19x19 board, two deep", 19, 2, 0},
        {"search_9x9", "searches of the first eight plies on 9x9, 20,000 visits each", 9, 0, 20000},
        {"search_19x19", "searches of the first eight plies on 19x19, 5,000 visits each", 19, 0,
         5000},
    };
    if (json == NULL) {
        printf("| work | positions, off | on | ratio | hits on another image | visits/s, off "
               "| on |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    }
    for (size_t i = 0; i < sizeof work / sizeof work[0]; i++) {
        BenchSymmetry row;
        fprintf(stderr, "dihedra bench: %s\n", work[i].meaning);
        if (!(work[i].depth > 0 ? bench_symmetry_play(work[i].size, work[i].depth, &row)
                                : bench_symmetry_search(work[i].size, work[i].visits, &row))) {
            return false;
        }
        add_symmetry_row(json, work[i].name, work[i].meaning, &row);
    }
    if (json == NULL) {
        printf("\n");
    }
    return true;
}

static void add_solve_row(json_t *json, const BenchSolve *row) {
    const double rate = row->seconds > 0 ? (double)row->nodes / row->seconds : NAN;
    if (json == NULL) {
        printf("| %s | %s | %llu | %llu | %.3f | %.0f |\n", row->name,
               !row->is_answered ? "open"
               : row->is_yes     ? "yes"
                                 : "no",
               (unsigned long long)row->nodes, (unsigned long long)row->generated, row->seconds,
               rate);
        fflush(stdout);
        return;
    }
    json_t *figures = json_new_object();
    json_set_text(figures, "question", row->name);
    json_set_value(figures, "is_yes", row->is_answered ? json_boolean(row->is_yes) : json_null());
    json_set_figure(figures, "nodes", (double)row->nodes, 0);
    json_set_figure(figures, "generated", (double)row->generated, 0);
    json_set_figure(figures, "seconds", row->seconds, 3);
    json_set_figure(figures, "nodes_per_s", rate, 0);
    json_add_value(json_object_get(json, "questions"), figures);
}

static bool add_solve(json_t *json, const BenchOptions *options) {
    const int count = options->quick ? BENCH_SOLVE_QUICK_COUNT : BENCH_SOLVE_COUNT;
    if (json == NULL) {
        printf("| question | answer | nodes entered | generated | s | nodes/s |\n"
               "| --- | --- | --- | --- | --- | --- |\n");
    } else {
        json_set_value(json, "questions", json_new_array());
    }
    for (int row = 0; row < count; row++) {
        BenchSolve result;
        if (!bench_solve(row, (BenchSolveTechnique)options->without, &result)) {
            return false;
        }
        add_solve_row(json, &result);
    }
    if (json == NULL) {
        printf("\n");
    }
    return true;
}

static bool add_measurement(Measurement measurement, const BenchOptions *options, json_t *json,
                            Status *status) {
    switch (measurement) {
    case COLLISIONS:
        return add_collisions(json, options, status);
    case HASH:
        add_hash(json);
        return true;
    case NET:
        return add_net(json, options, status);
    case PLAYOUTS:
        return add_playouts(json, options);
    case PRECISION:
        return add_precision(json, options, status);
    case SEARCH:
        return add_search(json, options);
    case SIGNATURE:
        return add_signature(json);
    case SOLVE:
        return add_solve(json, options);
    case SYMMETRY:
        return add_symmetry(json);
    case TABLE:
        return add_table(json, options);
    case MACHINE_SPEED: /* stands beside every measurement */
    case MEASUREMENT_COUNT:
        break;
    }
    return true;
}

bool measurement_run(Measurement measurement, const BenchOptions *options, json_t *json,
                     Status *status) {
    const bool ok = add_measurement(measurement, options, json, status);
    if (ok) {
        add_machine_speed(json);
    }
    return ok;
}
