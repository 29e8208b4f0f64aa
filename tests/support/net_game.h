/* Positions and answers for tests of evaluators of networks. */
#ifndef TESTS_SUPPORT_NET_GAME_H
#define TESTS_SUPPORT_NET_GAME_H

#include "tests/support/net_helpers.h"

#include "engine/eval/net/answer.h"

#include <criterion/criterion.h>
#include <math.h>

static inline Model *net_make_model(const NetSpec *spec) {
    size_t length;
    uint8_t *bytes = net_write(spec, &length);
    Status status;
    Model *model = model_read(bytes, length, &status);
    cr_assert_not_null(model, "%s", status.text);
    free(bytes);
    return model;
}

/* Plays legal moves at random. */
static inline Game *net_random_game(int width, int height, const char *rules, int moves, Rng *rng) {
    Status status;
    Game *game = game_new(1);
    cr_assert(game != NULL && game_clear(game, width, height, &status));
    game->rules = *rules_find(rules);
    for (int i = 0; i < moves; i++) {
        const Color mover = (Color)game->board.to_move;
        const uint32_t cell = rng_below(rng, (uint32_t)game->geometry->cell_count);
        const Point p = game->geometry->point_of[cell];
        const bool ok = game_check(game, mover, p) == MOVE_LEGAL;
        cr_assert(game_play(game, mover, ok ? p : POINT_PASS, &status));
    }
    return game;
}

/* error: absolute and relative. */
static inline void net_expect_within(const char *what, double got, double expected, double error) {
    cr_assert_float_eq(got, expected, error + error * fabs(expected), "%s: %g, not %g", what, got,
                       expected);
}

static inline void net_expect_same(const NetAnswer *got, const NetAnswer *expected, int cells,
                                   double error) {
    net_expect_within("win", got->win, expected->win, error);
    net_expect_within("loss", got->loss, expected->loss, error);
    net_expect_within("no result", got->no_result, expected->no_result, error);
    net_expect_within("score", got->score_mean, expected->score_mean, error);
    net_expect_within("score square", got->score_square, expected->score_square, error);
    net_expect_within("lead", got->lead, expected->lead, error);
    net_expect_within("variance time", got->variance_time, expected->variance_time, error);
    net_expect_within("win error", got->winloss_error, expected->winloss_error, error);
    net_expect_within("score error", got->score_error, expected->score_error, error);
    net_expect_within("pass", (double)got->pass, (double)expected->pass, error);
    for (int cell = 0; cell < cells; cell++) {
        net_expect_within("policy", (double)got->policy[cell], (double)expected->policy[cell],
                          error);
        net_expect_within("ownership", (double)got->ownership[cell],
                          (double)expected->ownership[cell], error);
    }
}

#endif
