/* The fast evaluator: against KataGo's answers, against the plain one on small networks of every
 * kind, and its precisions against each other. */
#include "tests/support/network/net_check.h"
#include "tests/support/oracle/net_reference.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

#include "engine/eval/network.h"
#include "tests/support/network/plain.h"

/* Winograd's sums lose a little more than the order of sums. */
static const NetTolerance TOLERANCE = {.probability = 5e-5, .points = 5e-3, .ownership = 2e-4};

/* A network with one stream. */
typedef struct {
    Model *model;
    Fast *fast;
    FastStream *stream;
} Opened;

static Fast *make_fast(const Model *model, Precision precision) {
    Status status;
    Fast *fast = fast_new(model, precision, &status);
    cr_assert_not_null(fast, "%s", status.text);
    return fast_kept(fast);
}

static Opened open_model(Model *model, Precision precision, int batch_max) {
    Fast *fast = make_fast(model, precision);
    return (Opened){model, fast, fast_stream_kept(fast, batch_max)};
}

static Opened open_spec(const NetSpec *spec, Precision precision, int batch_max) {
    return open_model(net_check_read(spec), precision, batch_max);
}

static bool evaluate(void *stream, const Situation *situation, Symmetry symmetry,
                     NetAnswer *answer) {
    fast_add(stream, situation, symmetry, 0);
    return fast_run(stream, answer) && answer->is_finite;
}

Test(net_fast, answers_like_katago, .timeout = 300) {
    static const struct {
        const char *network, *references;
        int count;
    } CASES[] = {
        {"g170-b6c96.bin.gz", "reference.jsonl", 80},
        {"random-v15-nbt.bin.gz", "random-v15-nbt.reference.jsonl", 27},
        {"random-v16.bin.gz", "random-v16.reference.jsonl", 27},
        {"random-v17-transformer.bin.gz", "random-v17-transformer.reference.jsonl", 27},
        {"random-human-v15.bin.gz", "random-human-v15.reference.jsonl", 28},
        {"g170-b6c96.bin.gz", "tests/engine/eval/net/playout-doublings.jsonl", 8},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Opened o = open_model(net_reference_model(CASES[i].network), PRECISION_FP32, 1);
        net_reference_expect(CASES[i].references, evaluate, o.stream, CASES[i].count, &TOLERANCE);
    }
}

/* The answers of a precision to one position, within the error of the plain evaluator's. */
static void compare(const NetSpec *spec, const Game *game, Symmetry symmetry, double error) {
    static GameSituation situation;
    static NetAnswer slow, quick;
    const Opened o = open_spec(spec, PRECISION_FP32, 1);
    Plain *plain = plain_new(o.model);
    situation_from_game(game, &situation);
    cr_assert(plain_evaluate(plain, &situation.situation, symmetry, 0.5, &slow));
    fast_add(o.stream, &situation.situation, symmetry, 0.5);
    cr_assert(fast_run(o.stream, &quick));
    net_check_same(&quick, &slow, game->geometry->cell_count, error);
}

/* Networks of each version on boards of many sizes. */
static void compare_all(NetSpec (*spec_of)(int version, uint64_t seed), uint64_t seed) {
    static const int SIZES[][2] = {{1, 1},  {2, 3}, {5, 5},  {9, 4},   {7, 7},
                                   {3, 13}, {9, 9}, {25, 2}, {13, 13}, {19, 19}};
    enum { COUNT = sizeof SIZES / sizeof SIZES[0] };
    Rng rng = rng_new(seed);
    for (int i = 0; i < 2 * COUNT; i++) {
        const int *size = SIZES[i % COUNT];
        const int versions = MODEL_VERSION_MAX - MODEL_VERSION_MIN + 1;
        const NetSpec spec = spec_of(MODEL_VERSION_MIN + i % versions, (uint64_t)i);
        Game *game = random_game_new(size[0], size[1], i % 3 == 0 ? "japanese" : "tromp-taylor",
                                     (int)rng_below(&rng, (uint32_t)(size[0] * size[1])), &rng);
        compare(&spec, game, (Symmetry)(i / 2 % SYMMETRY_COUNT), 2e-4);
    }
}

Test(net_fast, agrees_with_the_plain_evaluator) {
    compare_all(net_spec_small, 7);
}

Test(net_fast, agrees_on_transformer_blocks) {
    compare_all(net_spec_transformer, 9);
}

/* Layers of several groups of channels, filled up; a kernel that Winograd's tiles do not do. */
Test(net_fast, agrees_on_wide_layers) {
    Rng rng = rng_new(8);
    NetSpec spec = net_spec_wide();
    Game *game = random_game_new(6, 5, "tromp-taylor", 12, &rng);
    static const char *const ACTIVATIONS[] = {"ACTIVATION_IDENTITY", "ACTIVATION_RELU",
                                              "ACTIVATION_MISH", "ACTIVATION_SILU"};
    for (int i = 0; i < 4; i++) {
        spec.activation = ACTIVATIONS[i];
        compare(&spec, game, SYMMETRY_TRANSPOSE, 5e-4);
    }
}

/* Bottlenecks of several chunks of channels, on boards of several blocks of cells and of tiles:
 * what a convolution writes for the next one must not be what it still reads. */
Test(net_fast, agrees_on_wide_bottlenecks) {
    static const int SIZES[][2] = {{6, 5}, {13, 13}, {19, 19}};
    Rng rng = rng_new(10);
    NetSpec spec = net_spec_wide();
    spec.version = 15;
    spec.blocks = "(op)(oo)o(p(po))";
    spec.scale = 0.1F;
    for (int i = 0; i < 6; i++) {
        spec.channels = i % 2 == 0 ? 96 : 160;
        const int *size = SIZES[i % 3];
        Game *game = random_game_new(size[0], size[1], "tromp-taylor", 12, &rng);
        compare(&spec, game, SYMMETRY_TRANSPOSE, 5e-4);
    }
}

/* Expects the answers that the positions get one by one from a batch of them, with images and
 * doublings. Returns the stream that answered one by one. */
static const FastStream *expect_batch(const Opened *o, Game *const *games, int count,
                                      double doublings) {
    enum { COUNT_MAX = 7 };
    static GameSituation situations[COUNT_MAX];
    static NetAnswer batch[COUNT_MAX], alone;
    FastStream *other = fast_stream_kept(o->fast, 1);
    for (int i = 0; i < count; i++) {
        situation_from_game(games[i], &situations[i]);
        fast_add(o->stream, &situations[i].situation, (Symmetry)i, i * doublings);
    }
    cr_assert(fast_run(o->stream, batch));
    for (int i = 0; i < count; i++) {
        fast_add(other, &situations[i].situation, (Symmetry)i, i * doublings);
        cr_assert(fast_run(other, &alone));
        net_check_same(&batch[i], &alone, games[i]->geometry->cell_count, 1e-5);
    }
    return other;
}

/* Boards of different sizes, turned ones, more than a power of two. */
Test(net_fast, batches_change_nothing) {
    enum { COUNT = 7 };
    static const int SIZES[COUNT][2] = {{5, 4}, {5, 4}, {5, 4}, {9, 9}, {9, 9}, {9, 9}, {7, 7}};
    const NetSpec spec = net_spec_small(14, 5);
    Rng rng = rng_new(9);
    Game *games[COUNT];
    const Opened o = open_spec(&spec, PRECISION_FP32, COUNT);
    for (int i = 0; i < COUNT; i++) {
        games[i] = random_game_new(SIZES[i][0], SIZES[i][1], "tromp-taylor", 10 + i, &rng);
    }
    expect_batch(&o, games, COUNT, 1.0 / COUNT);
}

/* The values of some positions are clipped: one-sided boards beside usual ones. */
Test(net_fast, clipped_batches_change_nothing) {
    enum { COUNT = 4, SIDE = 19 };
    Status status;
    Rng rng = rng_new(4);
    Game *games[COUNT];
    Model *model = network_read_model(NETWORK_INSIDE, &status);
    cr_assert_not_null(model, "%s", status.text);
    const Opened o = open_model(model_kept(model), PRECISION_INT16, COUNT);
    for (int i = 0; i < COUNT; i++) {
        games[i] = random_game_new(SIDE, SIDE, "tromp-taylor", 10 + i, &rng);
        for (int cell = 0; i % 2 == 1 && cell < SIDE * SIDE; cell += 3) {
            const Point p = games[i]->geometry->point_of[cell];
            if (game_check(games[i], BLACK, p) == MOVE_LEGAL) {
                games_play(games[i], BLACK, p);
                games_play(games[i], WHITE, POINT_PASS);
            }
        }
    }
    const FastStream *other = expect_batch(&o, games, COUNT, 0);
    const int64_t clipped = fast_stream_clipped(o.stream);
    cr_assert_gt(clipped, 0);
    cr_assert_lt(clipped, COUNT);
    cr_assert_eq(fast_stream_clipped(other), clipped);
}

/* Weights so large that the layers overflow must not crash it. Whole numbers cannot hold them. */
Test(net_fast, reports_what_is_not_finite) {
    static GameSituation situation;
    static NetAnswer answer;
    NetSpec spec = net_spec_small(12, 2);
    spec.scale = 1e38F;
    Rng rng = rng_new(3);
    Game *game = random_game_new(5, 5, "tromp-taylor", 10, &rng);
    Model *model = net_check_read(&spec);
    Fast *fast = make_fast(model, PRECISION_FP32);
    FastStream *stream = fast_stream_kept(fast, 1);
    situation_from_game(game, &situation);
    cr_assert_not(evaluate(stream, &situation.situation, 0, &answer));
    Status status;
    cr_assert_null(fast_new(model, PRECISION_INT16, &status));
    cr_assert_not_null(strstr(status.text, "too large for whole numbers"), "%s", status.text);
    fast = make_fast(model, PRECISION_AUTO);
    cr_assert_eq(fast_precision(fast), PRECISION_FP32);
}

/* A position whose answer is not finite spoils no other one of its batch, and none after it. */
Test(net_fast, a_position_that_is_not_finite_stands_alone) {
    enum { COUNT = 8 };
    static GameSituation situations[2];
    static NetAnswer batch[COUNT], alone;
    const NetSpec spec = net_spec_fragile();
    Rng rng = rng_new(3);
    const Opened o = open_spec(&spec, PRECISION_FP32, COUNT);
    FastStream *stream = o.stream, *other = fast_stream_kept(o.fast, 1);
    Game *games[2];
    for (int moves = 1; moves <= 2; moves++) {
        games[moves - 1] = random_game_new(5, 5, "tromp-taylor", moves, &rng);
        situation_from_game(games[moves - 1], &situations[moves - 1]);
    }
    cr_assert(evaluate(other, &situations[0].situation, 0, &alone));
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < COUNT; i++) {
            fast_add(stream, &situations[(i + round) % 2].situation, 0, 0);
        }
        cr_assert(fast_run(stream, batch));
        for (int i = 0; i < COUNT; i++) {
            cr_assert_eq(batch[i].is_finite, (i + round) % 2 == 0, "%d", i);
            if (batch[i].is_finite) {
                net_check_same(&batch[i], &alone, 25, 1e-6);
            }
        }
    }
}

/* ---- Precisions ---- */

/* The answers in whole numbers stay in sight of the exact ones. */
static void expect_near(const NetSpec *spec, Rng *rng) {
    static GameSituation situation;
    static NetAnswer slow, quick;
    const Opened o = open_spec(spec, PRECISION_INT16, 1);
    Plain *plain = plain_new(o.model);
    Game *game = random_game_new(9, 9, "tromp-taylor", 30, rng);
    situation_from_game(game, &situation);
    cr_assert(plain_evaluate(plain, &situation.situation, 0, 0, &slow));
    cr_assert(evaluate(o.stream, &situation.situation, 0, &quick));
    net_check_within("win", quick.win, slow.win, 0.01);
    net_check_within("lead", quick.lead, slow.lead, 0.1);
    for (int cell = 0; cell < 81; cell++) {
        net_check_within("policy", (double)quick.policy[cell], (double)slow.policy[cell], 0.02);
        net_check_within("ownership", (double)quick.ownership[cell], (double)slow.ownership[cell],
                         0.05);
    }
}

/* Blocks of every kind, norms and activations. */
Test(net_fast, int16_does_all_kinds_of_blocks) {
    static const char *const ACTIVATIONS[] = {"ACTIVATION_RELU", "ACTIVATION_MISH"};
    Rng rng = rng_new(4);
    for (int i = 0; i < 4; i++) {
        NetSpec spec = net_spec_small(15, 4);
        spec.channels = 32;
        spec.pooled = 8;
        spec.hidden = 16;
        spec.scale = 0.08F;
        spec.activation = ACTIVATIONS[i % 2];
        expect_near(&spec, &rng);
    }
}

Test(net_fast, int16_does_transformer_blocks) {
    Rng rng = rng_new(4);
    for (int i = 0; i < 4; i++) {
        NetSpec spec = net_spec_transformer(17, (uint64_t)i);
        spec.channels = 32;
        spec.hidden = 16;
        spec.scale = 0.08F;
        expect_near(&spec, &rng);
    }
}
