/* The plain evaluator against the slow one, on small networks of every kind, and on a network whose
 * answer is known. */
#include "tests/support/network/net_check.h"
#include "tests/support/network/net_spec.h"
#include "tests/support/oracle/net_oracle.h"
#include "tests/support/position/random_game.h"

#include "tests/support/network/plain.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { VERSIONS = MODEL_VERSION_MAX - MODEL_VERSION_MIN + 1 };

static void expect_near(const char *what, double got, double expected) {
    net_check_within(what, got, expected, 1e-4);
}

static void compare(const NetSpec *spec, const Game *game, Symmetry symmetry) {
    static GameSituation situation;
    static Features features;
    static RawAnswer raw;
    static NetAnswer slow, fast;
    const double optimism = (double)(spec->seed % 4) / 3;
    Status status;
    HumanProfile profile;
    Model *model = net_check_read(spec);
    Plain *plain = plain_new(model);
    Ladders *ladders = ladders_new();
    cr_assert(plain != NULL && ladders != NULL);
    cr_assert(human_profile_read("preaz_9k_2d", &profile, &status));
    situation_from_game(game, &situation);
    if (model->has_encoder) {
        situation.situation.profile = &profile;
    }
    features_fill(&situation.situation, symmetry, model->life_by_suicide, ladders, &features);
    net_oracle_run(model, &features, &raw);
    cr_assert(answer_finish(model, &features, &raw, optimism, &slow));
    cr_assert(plain_evaluate(plain, &situation.situation, symmetry, optimism, &fast));
    net_check_same(&fast, &slow, game->geometry->cell_count, 1e-4);
    ladders_free(ladders);
    plain_free(plain);
    model_free(model);
}

Test(net_plain, agrees_with_the_slow_evaluator) {
    static const int SIZES[][2] = {{1, 1}, {2, 3},  {5, 5}, {9, 4},
                                   {7, 7}, {3, 13}, {9, 9}, {25, 2}};
    Rng rng = rng_new(7);
    const int rounds = getenv("DIHEDRA_LONG") != NULL ? 20 : 2;
    for (int i = 0; i < 8 * rounds; i++) {
        const int *size = SIZES[i % 8];
        const int version = MODEL_VERSION_MIN + i % VERSIONS;
        const NetSpec spec = net_spec_small(version, (uint64_t)i);
        Game *game = random_game_new(size[0], size[1], i % 3 == 0 ? "japanese" : "tromp-taylor",
                                     (int)rng_below(&rng, (uint32_t)(size[0] * size[1])), &rng);
        compare(&spec, game, (Symmetry)(i / 2 % SYMMETRY_COUNT));
        game_free(game);
    }
}

Test(net_plain, agrees_on_transformer_blocks, .timeout = 120) {
    static const int SIZES[][2] = {{1, 1}, {2, 3}, {5, 5}, {9, 4}, {7, 7}, {3, 13}};
    Rng rng = rng_new(11);
    const int rounds = getenv("DIHEDRA_LONG") != NULL ? 20 : 2;
    for (int i = 0; i < 10 * rounds; i++) {
        const int *size = SIZES[i % 6];
        const int version = i % 2 == 0 ? MODEL_VERSION_MAX : MODEL_VERSION_MIN + i / 2 % VERSIONS;
        const NetSpec spec = net_spec_transformer(version, (uint64_t)i);
        Game *game = random_game_new(size[0], size[1], i % 3 == 0 ? "japanese" : "tromp-taylor",
                                     (int)rng_below(&rng, (uint32_t)(size[0] * size[1])), &rng);
        compare(&spec, game, (Symmetry)(i % SYMMETRY_COUNT));
        game_free(game);
    }
}

/* Layers of more channels than are computed at a time, and not a multiple of them. */
Test(net_plain, agrees_on_wide_layers) {
    Rng rng = rng_new(8);
    NetSpec spec = net_spec_wide();
    spec.activation = "ACTIVATION_SILU";
    Game *game = random_game_new(6, 5, "tromp-taylor", 12, &rng);
    compare(&spec, game, SYMMETRY_TRANSPOSE);
    game_free(game);
}

/* One evaluator serves boards of different sizes by turns: nothing of one is seen by the next. */
Test(net_plain, forgets_the_board_before) {
    static GameSituation situation;
    static NetAnswer first, again;
    const NetSpec spec = net_spec_small(14, 5);
    Rng rng = rng_new(9);
    Model *model = net_check_read(&spec);
    Plain *plain = plain_new(model);
    Game *small = random_game_new(4, 6, "tromp-taylor", 9, &rng);
    Game *large = random_game_new(9, 9, "japanese", 40, &rng);
    cr_assert_not_null(plain);
    situation_from_game(small, &situation);
    cr_assert(plain_evaluate(plain, &situation.situation, 0, 0, &first));
    situation_from_game(large, &situation);
    cr_assert(plain_evaluate(plain, &situation.situation, 0, 0, &again));
    situation_from_game(small, &situation);
    cr_assert(plain_evaluate(plain, &situation.situation, 0, 0, &again));
    cr_assert_arr_eq(first.policy, again.policy, 24 * sizeof first.policy[0]);
    cr_assert_arr_eq(first.ownership, again.ownership, 24 * sizeof first.ownership[0]);
    cr_assert_eq(first.win, again.win);
    game_free(small);
    game_free(large);
    plain_free(plain);
    model_free(model);
}

/* All weights are 0 but those that carry the mover's stones to the policy of the point to the left
 * of the stone and below it: a logit of 3 there, 0 elsewhere. */
Test(net_plain, gives_a_known_answer) {
    enum { RIGHT_ABOVE = 2, OWN_STONES = 1 };
    static GameSituation situation;
    static NetAnswer answer;
    const NetWeight set[] = {{"first", RIGHT_ABOVE * FEATURE_PLANES + OWN_STONES, 1},
                             {"policy_own", 0, 1},
                             {"policy_out", 0, 3},
                             {"value_own", 0, 1},
                             {"ownership", 0, 2},
                             {"value_bias", 0, 1},
                             {"scores_bias", 2, 0.5F}};
    const NetSpec spec = {.version = 11,
                          .kernel = 3,
                          .channels = 1,
                          .pooled = 1,
                          .hidden = 1,
                          .activation = "ACTIVATION_IDENTITY",
                          .blocks = "o",
                          .set = set,
                          .set_count = sizeof set / sizeof set[0]};
    Status status;
    Model *model = net_check_read(&spec);
    Plain *plain = plain_new(model);
    Game *game = game_new(1);
    cr_assert(plain != NULL && game != NULL && game_clear(game, 3, 3, &status));
    cr_assert(game_play(game, BLACK, point_at(1, 1), &status));
    cr_assert(game_play(game, WHITE, point_at(2, 2), &status));
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        const Point p = geometry_unmap_point(game->geometry, (Symmetry)symmetry, point_at(0, 2));
        const int marked = game->geometry->cell_of[p];
        const bool is_legal = game->board.color[p] == EMPTY;
        const double sum = is_legal ? exp(3) + 7 : 8; /* seven empty points and the pass */
        situation_from_game(game, &situation);
        cr_assert(plain_evaluate(plain, &situation.situation, (Symmetry)symmetry, 0, &answer));
        for (int cell = 0; cell < 9; cell++) {
            const bool is_empty = game->board.color[game->geometry->point_of[cell]] == EMPTY;
            const double policy = !is_empty ? 0 : cell == marked ? exp(3) / sum : 1 / sum;
            expect_near("policy", (double)answer.policy[cell], policy);
            expect_near("ownership", (double)answer.ownership[cell], cell == marked ? tanh(2) : 0);
        }
        expect_near("pass", (double)answer.pass, 1 / sum);
        expect_near("win", answer.win, exp(1) / (exp(1) + 1));
        expect_near("lead", answer.lead, 10);
    }
    game_free(game);
    plain_free(plain);
    model_free(model);
}

/* Weights so large that the layers overflow are no reason to crash. */
Test(net_plain, reports_what_is_not_finite) {
    static GameSituation situation;
    static NetAnswer answer;
    NetSpec spec = net_spec_small(12, 2);
    spec.scale = 1e38F;
    Rng rng = rng_new(3);
    Model *model = net_check_read(&spec);
    Plain *plain = plain_new(model);
    Game *game = random_game_new(5, 5, "tromp-taylor", 10, &rng);
    cr_assert_not_null(plain);
    situation_from_game(game, &situation);
    cr_assert_not(plain_evaluate(plain, &situation.situation, 0, 0, &answer));
    game_free(game);
    plain_free(plain);
    model_free(model);
}
