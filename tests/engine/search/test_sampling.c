/* Sampling moves: each step against figures from a calculator or a slow formula, and what is
 * sampled against its chances. */
#include "engine/search/sampling.h"

#include <criterion/criterion.h>
#include <math.h>

enum { MOVES = 5 };

static const SamplingParameters PLAIN = {
    .temperature = 1, .temperature_early = 1, .halflife = 19, .below = 1, .human_lambda = 1e9};

/* The last one is the pass. */
static void set_moves(SamplingMove moves[MOVES], const double weights[MOVES],
                      const double human[MOVES], const double utilities[MOVES]) {
    for (int i = 0; i < MOVES; i++) {
        moves[i] = (SamplingMove){.move = (Point)(i == MOVES - 1 ? POINT_PASS : 100 + i),
                                  .weight = weights[i],
                                  .human = human == NULL ? 0 : human[i],
                                  .utility = utilities == NULL ? NAN : utilities[i]};
    }
}

static void expect_weights(const char *what, const SamplingMove moves[MOVES],
                           const double expected[MOVES]) {
    for (int i = 0; i < MOVES; i++) {
        cr_assert_float_eq(moves[i].weight, expected[i], 1e-9, "%s, move %d: %.10g, not %.10g",
                           what, i, moves[i].weight, expected[i]);
    }
}

Test(search_sampling, temperature_falls_with_the_moves) {
    SamplingParameters p = PLAIN;
    p.temperature = 0.7;
    p.temperature_early = 0.9;
    p.halflife = 80;
    cr_assert_float_eq(sampling_temperature(&p, 0, 361), 0.9, 1e-12);
    cr_assert_float_eq(sampling_temperature(&p, 80, 361), 0.8, 1e-12);
    cr_assert_float_eq(sampling_temperature(&p, 160, 361), 0.75, 1e-12);
    cr_assert_float_eq(sampling_temperature(&p, 80, 81), 0.7 + 0.2 * pow(0.5, 19.0 / 9), 1e-12);
}

Test(search_sampling, temperature_one_keeps_the_weights) {
    static const double WEIGHTS[MOVES] = {0.5, 0.001, 0.3, 0.1, 0.099};
    SamplingMove moves[MOVES];
    set_moves(moves, WEIGHTS, NULL, NULL);
    sampling_find_chances(&PLAIN, 1, false, moves, MOVES);
    expect_weights("temperature 1", moves, WEIGHTS);
}

Test(search_sampling, few_visits_are_pruned_and_subtracted) {
    static const double WEIGHTS[MOVES] = {128, 1.5, 2, 3, 0};
    static const struct {
        double prune, subtract, expected[MOVES]; /* before they are made to sum to 1 */
    } CASES[] = {
        {0, 0, {128, 1.5, 2, 3, 0}},           {1.6, 0, {128, 0, 2, 3, 0}},
        {1000, 0, {128, 0, 2, 3, 0}}, /* a 64th of the most at most */
        {0, 1.75, {126.25, 0, 0.25, 1.25, 0}}, {0, 1000, {126, 0, 0, 1, 0}},
        {1.6, 1, {127, 0, 1, 2, 0}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        SamplingParameters p = PLAIN;
        SamplingMove moves[MOVES];
        double expected[MOVES], sum = 0;
        p.prune = CASES[i].prune;
        p.subtract = CASES[i].subtract;
        for (int k = 0; k < MOVES; k++) {
            sum += CASES[i].expected[k];
        }
        for (int k = 0; k < MOVES; k++) {
            expected[k] = CASES[i].expected[k] / sum;
        }
        set_moves(moves, WEIGHTS, NULL, NULL);
        sampling_find_chances(&p, 1, false, moves, MOVES);
        expect_weights("cut", moves, expected);
    }
}

/* Chances to the power of 1 over the temperature; with a bound only those below it. */
Test(search_sampling, temperature_damps_small_chances) {
    static const double WEIGHTS[MOVES] = {40, 30, 20, 8, 2};
    SamplingParameters p = PLAIN;
    SamplingMove moves[MOVES];
    set_moves(moves, WEIGHTS, NULL, NULL);
    sampling_find_chances(&p, 0.5, false, moves, MOVES);
    const double squares = 1600 + 900 + 400 + 64 + 4;
    expect_weights(
        "temperature 1/2", moves,
        (double[]){1600 / squares, 900 / squares, 400 / squares, 64 / squares, 4 / squares});
    p.below = 0.25; /* 20, 8 and 2 of 100: x^2 / 25 */
    const double sum = 40 + 30 + 400 / 25.0 + 64 / 25.0 + 4 / 25.0;
    set_moves(moves, WEIGHTS, NULL, NULL);
    sampling_find_chances(&p, 0.5, false, moves, MOVES);
    expect_weights("below 1/4", moves,
                   (double[]){40 / sum, 30 / sum, 16 / sum, 2.56 / sum, 0.16 / sum});
    set_moves(moves, WEIGHTS, NULL, NULL);
    sampling_find_chances(&p, 0, false, moves, MOVES);
    expect_weights("temperature 0", moves, (double[]){4.0 / 7, 3.0 / 7, 0, 0, 0});
    p.below = 1;
    set_moves(moves, WEIGHTS, NULL, NULL);
    sampling_find_chances(&p, 0, false, moves, MOVES);
    expect_weights("the best alone", moves, (double[]){1, 0, 0, 0, 0});
}

Test(search_sampling, rare_moves_are_dropped) {
    static const double WEIGHTS[MOVES] = {40, 30, 20, 8, 2};
    SamplingParameters p = PLAIN;
    SamplingMove moves[MOVES];
    p.least = 0.5;
    set_moves(moves, WEIGHTS, NULL, NULL);
    sampling_find_chances(&p, 1, false, moves, MOVES);
    expect_weights("half of the greatest", moves,
                   (double[]){40.0 / 90, 30.0 / 90, 20.0 / 90, 0, 0});
    p.least = 1;
    set_moves(moves, WEIGHTS, NULL, NULL);
    sampling_find_chances(&p, 3, false, moves, MOVES);
    expect_weights("the greatest", moves, (double[]){1, 0, 0, 0, 0});
}

Test(search_sampling, human_policy_replaces_a_share) {
    static const double WEIGHTS[MOVES] = {30, 10, 0, 0, 0}, HUMAN[MOVES] = {0, 1, 2, 0, 1};
    SamplingParameters p = PLAIN;
    SamplingMove moves[MOVES];
    p.human_share = 1;
    set_moves(moves, WEIGHTS, HUMAN, NULL);
    sampling_find_chances(&p, 1, true, moves, MOVES);
    expect_weights("all", moves, (double[]){0, 0.25, 0.5, 0, 0.25});
    p.human_share = 0.4;
    set_moves(moves, WEIGHTS, HUMAN, NULL);
    sampling_find_chances(&p, 1, true, moves, MOVES);
    expect_weights("a part", moves, (double[]){0.45, 0.25, 0.2, 0, 0.1});
    set_moves(moves, WEIGHTS, HUMAN, NULL);
    sampling_find_chances(&p, 1, false, moves, MOVES);
    expect_weights("nobody", moves, (double[]){0.75, 0.25, 0, 0, 0});
    static const double NONE[MOVES] = {0};
    p.human_share = 1;
    set_moves(moves, WEIGHTS, NONE, NULL);
    sampling_find_chances(&p, 1, true, moves, MOVES);
    expect_weights("no human move", moves, (double[]){0.75, 0.25, 0, 0, 0});
}

/* exp(-lost / lambda), where a move without a utility has the mean of the others. */
Test(search_sampling, human_moves_that_lose_are_suppressed) {
    static const double WEIGHTS[MOVES] = {1, 1, 1, 1, 0}, HUMAN[MOVES] = {0.1, 0.4, 0.3, 0.2, 0};
    static const double UTILITIES[MOVES] = {0.5, 0.1, NAN, -0.9, NAN};
    static const double LOST[MOVES] = {0, 0.4, 0.6, 1.4, 0.6};
    static const double LAMBDAS[] = {0.1, 0.4, 3, 1e9};
    for (size_t i = 0; i < sizeof LAMBDAS / sizeof LAMBDAS[0]; i++) {
        SamplingParameters p = PLAIN;
        SamplingMove moves[MOVES];
        double expected[MOVES], sum = 0;
        p.human_share = 1;
        p.human_lambda = LAMBDAS[i];
        for (int k = 0; k < MOVES; k++) {
            expected[k] = HUMAN[k] * exp(-LOST[k] / LAMBDAS[i]);
            sum += expected[k];
        }
        for (int k = 0; k < MOVES; k++) {
            expected[k] /= sum;
        }
        set_moves(moves, WEIGHTS, HUMAN, UTILITIES);
        sampling_find_chances(&p, 1, true, moves, MOVES);
        expect_weights("lambda", moves, expected);
    }
    SamplingParameters strict = PLAIN;
    SamplingMove moves[MOVES];
    strict.human_share = 1;
    strict.human_lambda = 0;
    set_moves(moves, WEIGHTS, HUMAN, UTILITIES);
    sampling_find_chances(&strict, 1, true, moves, MOVES);
    expect_weights("lambda 0", moves, (double[]){1, 0, 0, 0, 0});
}

Test(search_sampling, pass_may_be_left_to_the_search) {
    static const double WEIGHTS[MOVES] = {60, 20, 0, 0, 20}, HUMAN[MOVES] = {0.1, 0, 0.3, 0, 0.6};
    SamplingParameters p = PLAIN;
    SamplingMove moves[MOVES];
    p.human_share = 1;
    p.human_ignores_pass = true;
    set_moves(moves, WEIGHTS, HUMAN, NULL);
    sampling_find_chances(&p, 1, true, moves, MOVES);
    expect_weights("pass", moves, (double[]){0.2, 0, 0.6, 0, 0.2});
    static const double NO_PASS[MOVES] = {60, 20, 0, 0, 0};
    set_moves(moves, NO_PASS, HUMAN, NULL);
    sampling_find_chances(&p, 1, true, moves, MOVES);
    expect_weights("no pass", moves, (double[]){0.25, 0, 0.75, 0, 0});
}

/* Pearson's chi-square of 20,000 samples; 4 degrees of freedom exceed 30 once in 200,000 times. The
 * seed is fixed. */
Test(search_sampling, moves_are_drawn_by_their_weights) {
    static const double WEIGHTS[MOVES] = {5, 0.02, 3, 1, 0.98};
    enum { DRAWS = 20000 };
    SamplingMove moves[MOVES];
    int counts[MOVES] = {0};
    Rng rng = rng_new(3);
    double chi_square = 0;
    set_moves(moves, WEIGHTS, NULL, NULL);
    for (int i = 0; i < DRAWS; i++) {
        counts[sampling_choose_index(moves, MOVES, &rng)]++;
    }
    for (int i = 0; i < MOVES; i++) {
        const double expected = DRAWS * WEIGHTS[i] / 10;
        chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    cr_assert(chi_square < 30, "%g", chi_square);
    moves[0].weight = moves[2].weight = moves[4].weight = 0;
    for (int i = 0; i < 1000; i++) {
        const int sampled = sampling_choose_index(moves, MOVES, &rng);
        cr_assert(sampled == 1 || sampled == 3, "%d", sampled);
    }
}
