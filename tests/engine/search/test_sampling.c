/* Sampling moves: each step against figures from a calculator or a slow formula, and what is
 * sampled against its chances. */
#include "engine/search/sampling.h"

#include <criterion/criterion.h>

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

/* The chances are `expected`, up to a factor that makes their sum 1. */
static void expect_chances(int number, const SamplingParameters *p, double temperature,
                           bool has_human, SamplingMove moves[MOVES],
                           const double expected[MOVES]) {
    double sum = 0;
    for (int i = 0; i < MOVES; i++) {
        sum += expected[i];
    }
    sampling_find_chances(p, temperature, has_human, moves, MOVES);
    for (int i = 0; i < MOVES; i++) {
        cr_assert_float_eq(moves[i].weight, expected[i] / sum, 1e-9,
                           "case %d, move %d: %.10g, not %.10g", number, i, moves[i].weight,
                           expected[i] / sum);
    }
}

static const double VISITS[MOVES] = {128, 1.5, 2, 3, 0}, FALLING[MOVES] = {40, 30, 20, 8, 2};
static const double TWO[MOVES] = {30, 10, 0, 0, 0}, PEOPLE[MOVES] = {0, 1, 2, 0, 1};
static const double PASSES[MOVES] = {60, 20, 0, 0, 20}, NO_PASS[MOVES] = {60, 20, 0, 0, 0};
static const double PEOPLE_PASS[MOVES] = {0.1, 0, 0.3, 0, 0.6}, NOBODY[MOVES] = {0};

static const struct {
    SamplingParameters parameters; /* those that are not as in PLAIN */
    double temperature;
    const double *weights, *human; /* human: NULL if there is no network */
    double expected[MOVES];
} CASES[] = {
    {{.below = 1}, 1, FALLING, NULL, {40, 30, 20, 8, 2}},
    /* Few visits are pruned, by a 64th of the most at most, and visits are subtracted. */
    {{.below = 1}, 1, VISITS, NULL, {128, 1.5, 2, 3, 0}},
    {{.prune = 1.6}, 1, VISITS, NULL, {128, 0, 2, 3, 0}},
    {{.prune = 1000}, 1, VISITS, NULL, {128, 0, 2, 3, 0}},
    {{.subtract = 1.75}, 1, VISITS, NULL, {126.25, 0, 0.25, 1.25, 0}},
    {{.subtract = 1000}, 1, VISITS, NULL, {126, 0, 0, 1, 0}},
    {{.prune = 1.6, .subtract = 1}, 1, VISITS, NULL, {127, 0, 1, 2, 0}},
    /* Chances to the power of 1 over the temperature; with a bound only those below it. */
    {{.below = 1}, 0.5, FALLING, NULL, {1600, 900, 400, 64, 4}},
    {{.below = 0.25}, 0.5, FALLING, NULL, {40, 30, 16, 2.56, 0.16}},
    {{.below = 0.25}, 0, FALLING, NULL, {4, 3, 0, 0, 0}},
    {{.below = 1}, 0, FALLING, NULL, {1, 0, 0, 0, 0}},
    /* Rare moves are dropped. */
    {{.least = 0.5}, 1, FALLING, NULL, {40, 30, 20, 0, 0}},
    {{.least = 1}, 3, FALLING, NULL, {1, 0, 0, 0, 0}},
    /* The human policy replaces a share. */
    {{.human_share = 1}, 1, TWO, PEOPLE, {0, 1, 2, 0, 1}},
    {{.human_share = 0.4}, 1, TWO, PEOPLE, {0.45, 0.25, 0.2, 0, 0.1}},
    {{.human_share = 0.4}, 1, TWO, NULL, {3, 1, 0, 0, 0}},
    {{.human_share = 1}, 1, TWO, NOBODY, {3, 1, 0, 0, 0}},
    /* The pass may be left to the search. */
    {{.human_share = 1, .human_ignores_pass = true}, 1, PASSES, PEOPLE_PASS, {1, 0, 3, 0, 1}},
    {{.human_share = 1, .human_ignores_pass = true}, 1, NO_PASS, PEOPLE_PASS, {1, 0, 3, 0, 0}},
};

Test(search_sampling, chances_follow_the_parameters) {
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        SamplingParameters p = CASES[i].parameters;
        SamplingMove moves[MOVES];
        p.temperature = p.temperature_early = 1;
        p.halflife = PLAIN.halflife;
        p.human_lambda = PLAIN.human_lambda;
        p.below = p.below == 0 ? PLAIN.below : p.below;
        set_moves(moves, CASES[i].weights, CASES[i].human != NULL ? CASES[i].human : PEOPLE, NULL);
        expect_chances((int)i, &p, CASES[i].temperature, CASES[i].human != NULL, moves,
                       CASES[i].expected);
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

/* exp(-lost / lambda), where a move without a utility has the mean of the others. */
Test(search_sampling, human_moves_that_lose_are_suppressed) {
    static const double WEIGHTS[MOVES] = {1, 1, 1, 1, 0}, HUMAN[MOVES] = {0.1, 0.4, 0.3, 0.2, 0};
    static const double UTILITIES[MOVES] = {0.5, 0.1, NAN, -0.9, NAN};
    static const double LOST[MOVES] = {0, 0.4, 0.6, 1.4, 0.6};
    static const double LAMBDAS[] = {0.1, 0.4, 3, 1e9, 0};
    for (size_t i = 0; i < sizeof LAMBDAS / sizeof LAMBDAS[0]; i++) {
        SamplingParameters p = PLAIN;
        SamplingMove moves[MOVES];
        double expected[MOVES];
        p.human_share = 1;
        p.human_lambda = LAMBDAS[i];
        for (int k = 0; k < MOVES; k++) {
            expected[k] = LAMBDAS[i] > 0 ? HUMAN[k] * exp(-LOST[k] / LAMBDAS[i]) : k == 0;
        }
        set_moves(moves, WEIGHTS, HUMAN, UTILITIES);
        expect_chances((int)i, &p, 1, true, moves, expected);
    }
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
