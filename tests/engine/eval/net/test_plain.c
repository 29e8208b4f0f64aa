/* The plain evaluator, with which others are compared, on a network whose answer is known. */
#include "tests/support/network/net_check.h"
#include "tests/support/network/net_spec.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

#include "tests/support/network/plain.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static void expect_near(const char *what, double got, double expected) {
    net_check_within(what, got, expected, 1e-4);
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
    Model *model = net_check_read(&spec);
    Plain *plain = plain_new(model);
    Game *game = games_new(3, 3, "tromp-taylor");
    games_play(game, BLACK, point_at(1, 1));
    games_play(game, WHITE, point_at(2, 2));
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
    situation_from_game(game, &situation);
    cr_assert_not(plain_evaluate(plain, &situation.situation, 0, 0, &answer));
}
