/* How far a network's answers in whole numbers are from those in fp32, over all kinds of positions,
 * including ones no game produces: errors come from values beyond the ranges of whole numbers. */
#include <math.h>
#include <stdlib.h>

#include "engine/base/os/pages.h"
#include "engine/eval/network.h"
#include "engine/lab/bench/measurement.h"

/* Tolerances: of the win rate, and of the lead in points, at least LEAD_BOUND and this share of the
 * board's points. */
static const double WIN_BOUND = 0.05, LEAD_BOUND = 1.5, LEAD_BOUND_SHARE = 0.02;

/* The share of games of each kind, in percent. */
static const int SHARES[BENCH_POSITIONS_COUNT] = {[BENCH_GAMES] = 45,
                                                  [BENCH_ODD_GAMES] = 18,
                                                  [BENCH_LOPSIDED] = 15,
                                                  [BENCH_SCATTERED] = 12,
                                                  [BENCH_SMALL_BOARDS] = 10};

typedef struct {
    const Model *model;
    FastStream *exact, *whole;
    Features *features;
    NetAnswer *expected, *got;
    GameSituation *situation;
    HumanProfile profile;
    double doublings; /* of the mover's playouts, as the network is told */
    Game *game;
    Rng rng;
    BenchPrecision *result;
} Comparison;

/* A random number from least to most. */
static int pick(Comparison *comparison, int least, int most) {
    return least + (int)rng_below(&comparison->rng, (uint32_t)(most - least + 1));
}

/* ---- Comparing ---- */

static int top_move(const NetAnswer *answer, int cells) {
    int best = cells; /* the pass */
    for (int cell = 0; cell < cells; cell++) {
        if (answer->policy[cell] > (best == cells ? answer->pass : answer->policy[best])) {
            best = cell;
        }
    }
    return best;
}

static void note_error(BenchError *error, double difference) {
    error->mean += difference; /* a sum until the end */
    error->most = fmax(error->most, difference);
}

static void note_answers(const Comparison *comparison, BenchPrecisionRow *row) {
    const NetAnswer *a = comparison->expected, *b = comparison->got;
    const int cells = comparison->features->cell_count;
    const double lead_bound = fmax(LEAD_BOUND, LEAD_BOUND_SHARE * cells);
    const double win = fabs(b->win - a->win), lead = fabs(b->lead - a->lead);
    double owner = 0;
    for (int cell = 0; cell < cells; cell++) {
        const double difference = fabs((double)(b->ownership[cell] - a->ownership[cell]));
        owner += difference / cells;
        row->ownership.most = fmax(row->ownership.most, difference);
    }
    row->positions++;
    row->same_move += top_move(a, cells) == top_move(b, cells);
    row->outside += win > WIN_BOUND || lead > lead_bound;
    row->ownership.mean += owner;
    note_error(&row->win, win);
    note_error(&row->lead, lead);
}

/* Evaluates the present position in fp32 and, if `compares`, in whole numbers. */
static void compare_position(Comparison *comparison, BenchPositions kind, bool compares) {
    BenchPrecisionRow *row = &comparison->result->rows[kind];
    situation_from_game(comparison->game, comparison->situation);
    comparison->situation->situation.playout_doublings = comparison->doublings;
    if (comparison->model->has_encoder) {
        comparison->situation->situation.profile = &comparison->profile;
    }
    fast_describe(comparison->exact, &comparison->situation->situation,
                  (Symmetry)pick(comparison, 0, SYMMETRY_COUNT - 1), comparison->features);
    fast_add_features(comparison->exact, comparison->features, 0);
    bench_require(fast_run(comparison->exact, comparison->expected));
    if (compares) {
        const int64_t before = fast_stream_clipped(comparison->whole);
        fast_add_features(comparison->whole, comparison->features, 0);
        bench_require(fast_run(comparison->whole, comparison->got));
        row->in_fp32 += (double)(fast_stream_clipped(comparison->whole) - before);
        note_answers(comparison, row);
    }
}

/* ---- Positions ---- */

static void play(Comparison *comparison, Color color, Point p) {
    Status ignored;
    const bool is_legal = game_check(comparison->game, color, p) == MOVE_LEGAL;
    (void)game_play(comparison->game, color, is_legal ? p : POINT_PASS, &ignored);
}

static Point random_point(Comparison *comparison) {
    const Geometry *geometry = comparison->game->geometry;
    return geometry->point_of[pick(comparison, 0, geometry->cell_count - 1)];
}

static void start_game(Comparison *comparison, BenchPositions kind) {
    static const int USUAL[] = {9, 13, 19};
    static const char *const RULE_SETS[] = {"tromp-taylor", "chinese", "japanese", "aga"};
    static const char *const PROFILES[] = {"rank_20k", "rank_8k", "rank_3d", "preaz_9d",
                                           "proyear_1950"};
    static const int LEAST[] = {0, 7, 2, 2, 2}, MOST[] = {0, 25, 25, 25, 7};
    Status ignored;
    int width = USUAL[pick(comparison, 0, 2)], height = width;
    if (kind != BENCH_GAMES) {
        width = pick(comparison, LEAST[kind], MOST[kind]);
        height = pick(comparison, 0, 2) > 0 ? width : pick(comparison, LEAST[kind], MOST[kind]);
    }
    const bool is_even = kind == BENCH_GAMES || pick(comparison, 0, 2) > 0;
    comparison->doublings = is_even ? 0 : pick(comparison, -6, 6) / 2.0;
    comparison->game->rules = *rules_find(RULE_SETS[pick(comparison, 0, 3)]);
    comparison->game->komi = pick(comparison, 0, 1) == 0 ? 7.5 : pick(comparison, -20, 20) / 2.0;
    human_profile_read(PROFILES[pick(comparison, 0, 4)], &comparison->profile, &ignored);
    bench_require(game_clear(comparison->game, width, height, &ignored));
}

/* Plays a game of the kind and compares some of its positions, more of them on small boards. Both
 * sides sample their moves from the policy; in lopsided games one side moves, by the policy or
 * anywhere, and the other passes; stones are scattered anywhere, a share of them black. */
static void play_game(Comparison *comparison, BenchPositions kind) {
    const bool is_scattered = kind == BENCH_SCATTERED, is_lopsided = kind == BENCH_LOPSIDED;
    const int cells = comparison->game->geometry->cell_count;
    const bool may_fill = is_scattered || is_lopsided;
    const int moves = pick(comparison, cells / 4, may_fill ? cells : cells * 3 / 4) + 2;
    const int stride = cells < 50 ? 2 : cells < 100 ? 4 : is_scattered ? 20 : 8;
    const bool is_random = is_scattered || (is_lopsided && pick(comparison, 0, 1) == 0);
    const int black = is_lopsided                  ? 100 * pick(comparison, 0, 1)
                      : pick(comparison, 0, 2) > 0 ? 50
                                                   : 10 * pick(comparison, 0, 10);
    int passes = 0;
    for (int i = 1; i <= moves && passes < 2; i++) {
        if (may_fill) {
            game_set_to_move(comparison->game, pick(comparison, 0, 99) < black ? BLACK : WHITE);
        }
        if (!is_random || i % stride == 0) {
            compare_position(comparison, kind, i % stride == 0);
        }
        const Point p = is_random ? random_point(comparison)
                                  : answer_sample_move(comparison->expected, comparison->game,
                                                       &comparison->rng);
        play(comparison, (Color)comparison->game->board.to_move, p);
        passes = p == POINT_PASS ? passes + 1 : 0;
    }
}

/* ---- The measurement ---- */

static void finish_row(BenchPrecisionRow *row) {
    const double count = row->positions > 0 ? (double)row->positions : 1;
    row->same_move /= count;
    row->in_fp32 /= count;
    row->win.mean /= count;
    row->lead.mean /= count;
    row->ownership.mean /= count;
}

/* Plays games until each kind has its share of the positions. exact and whole are the model in fp32
 * and in the precision to compare. */
static void compare_all(const BenchPrecisionOptions *options, const Model *model, Fast *exact,
                        Fast *whole, BenchPrecision *result) {
    Comparison comparison = {
        .model = model,
        .exact = memory_check(fast_stream_new(exact, 1)),
        .whole = memory_check(fast_stream_new(whole, 1)),
        .features = memory_new(1, sizeof(Features)),
        .expected = memory_new(1, sizeof(NetAnswer)),
        .got = memory_new(1, sizeof(NetAnswer)),
        .situation = memory_check(aligned_new(sizeof(GameSituation))),
        .game = memory_check(game_new(HASH_DEFAULT_SEED)),
        .rng = rng_new(options->seed),
        .result = result,
    };
    *result = (BenchPrecision){.precision = precision_name(fast_precision(whole))};
    for (BenchPositions kind = BENCH_GAMES; kind < BENCH_POSITIONS_COUNT; kind++) {
        BenchPrecisionRow *row = &result->rows[kind];
        while (row->positions * 100 < options->positions * SHARES[kind]) {
            start_game(&comparison, kind);
            play_game(&comparison, kind);
        }
        finish_row(row);
    }
    fast_stream_free(comparison.exact);
    fast_stream_free(comparison.whole);
    free(comparison.features);
    free(comparison.expected);
    free(comparison.got);
    aligned_free(comparison.situation);
    game_free(comparison.game);
}

bool bench_precision(const BenchPrecisionOptions *options, BenchPrecision *result, Status *status) {
    Model *model = network_read_model(options->model, status);
    Fast *exact = model == NULL ? NULL : fast_new(model, PRECISION_FP32, status);
    Fast *whole = exact == NULL ? NULL : fast_new(model, options->precision, status);
    if (whole != NULL) {
        compare_all(options, model, exact, whole, result);
    }
    fast_free(whole);
    fast_free(exact);
    model_free(model);
    return whole != NULL;
}

static void add_row(json_t *json, const char *kind, bool is_first, const BenchPrecisionRow *row) {
    const Figure cells[] = {
        {"kind", 0, 0, kind},
        {"positions", (double)row->positions, 0, NULL},
        {"outside", (double)row->outside, 0, NULL},
        {"same_move", row->same_move, 4, NULL},
        {"in_fp32", row->in_fp32, 4, NULL},
        {"win_mean", row->win.mean, 5, NULL},
        {"win_most", row->win.most, 4, NULL},
        {"lead_mean", row->lead.mean, 4, NULL},
        {"lead_most", row->lead.most, 2, NULL},
        {"ownership_mean", row->ownership.mean, 5, NULL},
        {"ownership_most", row->ownership.most, 3, NULL},
        {0},
    };
    figures_add_row(json, "differences", is_first, cells);
}

bool bench_measure_precision(Bench *bench) {
    static const char *const KINDS[BENCH_POSITIONS_COUNT] = {"games", "odd_games", "lopsided",
                                                             "scattered", "small_boards"};
    const BenchPrecisionOptions how = {.model = bench->options.model,
                                       .precision = bench->options.precision,
                                       .positions = bench->options.positions,
                                       .seed = 1};
    BenchPrecision result;
    if (!bench_precision(&how, &result, &bench->status)) {
        return false;
    }
    figures_add_text(bench->json, "precision", result.precision, "compared with fp32");
    for (int kind = 0; kind < BENCH_POSITIONS_COUNT; kind++) {
        add_row(bench->json, KINDS[kind], kind == 0, &result.rows[kind]);
    }
    return true;
}
