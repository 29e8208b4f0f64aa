/* The fast evaluator: against KataGo's answers, and against the plain one on small networks of
 * every kind. */
#include "tests/net_game.h"
#include "tests/net_reference.h"

#include "engine/eval/net/fast.h"
#include "engine/eval/net/plain.h"

/* Winograd's sums lose a little more than the order of sums. */
static const NetTolerance TOLERANCE = {.probability = 5e-5, .points = 5e-3, .ownership = 2e-4};

static bool evaluate(void *evaluator, const Situation *situation, Symmetry symmetry,
                     NetAnswer *answer) {
    fast_add(evaluator, situation, symmetry);
    return fast_run(evaluator, answer);
}

static void expect_references(const char *network, const char *references, int count) {
    Status status;
    Model *model = net_shared_model(network);
    Fast *fast = fast_new(model, PRECISION_FP32, &status);
    cr_assert_not_null(fast, "%s", status.text);
    FastStream *stream = fast_stream_new(fast, 1);
    cr_assert_not_null(stream);
    net_reference_expect(references, evaluate, stream, 1, count, &TOLERANCE);
    fast_stream_free(stream);
    fast_free(fast);
    model_free(model);
}

Test(net_fast, answers_like_katago_g170_b6c96, .timeout = 120) {
    expect_references("g170-b6c96.bin.gz", "reference.jsonl", 80);
}

Test(net_fast, answers_like_katago_random_v15_nbt, .timeout = 120) {
    expect_references("random-v15-nbt.bin.gz", "random-v15-nbt.reference.jsonl", 27);
}

static void compare(const NetSpec *spec, const Game *game, Symmetry symmetry) {
    static GameSituation situation;
    static NetAnswer slow, fast;
    Status status;
    Model *model = net_make_model(spec);
    Plain *plain = plain_new(model);
    Fast *evaluator = fast_new(model, PRECISION_FP32, &status);
    cr_assert(plain != NULL && evaluator != NULL);
    FastStream *stream = fast_stream_new(evaluator, 1);
    cr_assert_not_null(stream);
    situation_from_game(game, &situation);
    cr_assert(plain_evaluate(plain, &situation.situation, symmetry, &slow));
    cr_assert(evaluate(stream, &situation.situation, symmetry, &fast));
    net_expect_same(&fast, &slow, game->geometry->cell_count, 2e-4);
    fast_stream_free(stream);
    fast_free(evaluator);
    plain_free(plain);
    model_free(model);
}

Test(net_fast, agrees_with_the_plain_evaluator) {
    static const int SIZES[][2] = {{1, 1},  {2, 3}, {5, 5},  {9, 4},   {7, 7},
                                   {3, 13}, {9, 9}, {25, 2}, {13, 13}, {19, 19}};
    enum { COUNT = sizeof SIZES / sizeof SIZES[0] };
    Rng rng = rng_new(7);
    for (int i = 0; i < 2 * COUNT; i++) {
        const int *size = SIZES[i % COUNT];
        const NetSpec spec = net_small_spec(MODEL_VERSION_MIN + i % 7 + (i % 7 == 6), (uint64_t)i);
        Game *game = net_random_game(size[0], size[1], i % 3 == 0 ? "japanese" : "tromp-taylor",
                                     (int)rng_below(&rng, (uint32_t)(size[0] * size[1])), &rng);
        compare(&spec, game, (Symmetry)(i / 2 % SYMMETRY_COUNT));
        game_free(game);
    }
}
