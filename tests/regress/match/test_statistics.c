/* regress/match/statistics: compared with slow calculations that are obviously right, likelihoods
 * maximised step by step, and published figures. */
#include "engine/base/rng.h"
#include "regress/match/statistics.h"
#include "tests/support/program/cleanup.h"

#include <math.h>

static void expect_near(const char *what, double got, double wanted, double tolerance) {
    cr_assert(fabs(got - wanted) <= tolerance, "%s: %.9g, not %.9g", what, got, wanted);
}

static ResultTally games(int64_t losses, int64_t draws, int64_t wins) {
    return (ResultTally){1, {losses, draws, wins}};
}

/* ---- Win rate ---- */

/* Its ends are where the observed score is 1.96 standard errors away. */
Test(statistics, wilson_interval_by_its_definition) {
    for (int wins = 0; wins <= 12; wins++) {
        for (int draws = 0; wins + draws <= 12; draws++) {
            const ResultTally tally = games(12 - wins - draws, draws, wins);
            const double score = (wins + draws / 2.0) / 12;
            const Interval interval = tally_win_rate(&tally);
            const double ends[2] = {interval.low, interval.high};
            for (int i = 0; i < 2; i++) {
                const double reach = 1.9599639845 * sqrt(ends[i] * (1 - ends[i]) / 12);
                expect_near("distance", fabs(score - ends[i]), reach, 1e-8);
            }
            cr_assert(interval.low <= score && score <= interval.high);
        }
    }
}

Test(statistics, nothing_played) {
    for (int size = 1; size <= 2; size++) {
        const ResultTally none = {.games = size};
        const Interval interval = tally_win_rate(&none);
        cr_assert(interval.low == 0 && interval.high == 1);
        const EloEstimate elo = tally_elo(&none);
        cr_assert(isnan(elo.elo) && elo.low == -INFINITY && elo.high == INFINITY &&
                  elo.error == INFINITY);
        cr_assert(isnan(tally_score(&none)));
        cr_assert_eq(tally_superiority(&none), 0.5);
        const SprtState state = sprt_judge(&(Sprt){0, 10}, &none);
        cr_assert(state.llr == 0 && state.verdict == SPRT_CONTINUE);
    }
}

/* ---- Elo ---- */

Test(statistics, elo_of_scores) {
    expect_near("50%", elo_of_score(0.5), 0, 1e-12);
    expect_near("75%", elo_of_score(0.75), 190.848501888, 1e-8);
    expect_near("10 in 11", elo_of_score(10.0 / 11), 400, 1e-9);
    cr_assert_eq(elo_of_score(0), -INFINITY);
    cr_assert_eq(elo_of_score(1), INFINITY);
    for (int elo = -1000; elo <= 1000; elo += 10) {
        expect_near("round trip", elo_of_score(score_of_elo(elo)), elo, 1e-9);
    }
}

Test(statistics, elo_of_a_clean_sweep_is_bounded_on_one_side) {
    for (int size = 1; size <= 2; size++) {
        ResultTally won = {.games = size};
        won.count[2 * size] = 10;
        const EloEstimate up = tally_elo(&won);
        cr_assert(up.elo == INFINITY && up.high == INFINITY && up.error == INFINITY);
        expect_near("low", up.low, elo_of_score(1 / (1 + 1.9599639845 * 1.9599639845 / 10)), 1e-6);
        const ResultTally lost = {.games = size, .count = {10}};
        const EloEstimate down = tally_elo(&lost);
        cr_assert(down.elo == -INFINITY && down.low == -INFINITY && down.error == INFINITY);
        expect_near("high", down.high, -up.low, 1e-6);
    }
}

/* Mean and variance from a list of all results, one by one. */
Test(statistics, elo_error_from_every_result) {
    const ResultTally tally = {2, {3, 10, 40, 30, 17}};
    double list[100], mean = 0, squares = 0;
    int length = 0;
    for (int i = 0; i < 5; i++) {
        for (int64_t j = 0; j < tally.count[i]; j++) {
            list[length++] = i / 4.0;
        }
    }
    for (int i = 0; i < 100; i++) {
        mean += list[i] / 100;
    }
    for (int i = 0; i < 100; i++) {
        squares += (list[i] - mean) * (list[i] - mean);
    }
    const double reach = 1.9599639845 * sqrt(squares / 100 / 100);
    const EloEstimate estimate = tally_elo(&tally);
    expect_near("elo", estimate.elo, elo_of_score(mean), 1e-9);
    expect_near("low", estimate.low, elo_of_score(mean - reach), 1e-6);
    expect_near("high", estimate.high, elo_of_score(mean + reach), 1e-6);
    expect_near("error", estimate.error, (estimate.high - estimate.low) / 2, 1e-9);
}

/* ---- Likelihood of superiority ---- */

Test(statistics, superiority_known) {
    const ResultTally ahead = games(5, 7, 10), behind = games(10, 7, 5), even = games(4, 9, 4);
    expect_near("10:5", tally_superiority(&ahead), 0.901647, 1e-6); /* normal at 5 / sqrt(15) */
    expect_near("5:10", tally_superiority(&behind), 1 - 0.901647, 1e-6);
    expect_near("4:4", tally_superiority(&even), 0.5, 1e-12);
    const ResultTally drawn = games(0, 50, 0);
    cr_assert_eq(tally_superiority(&drawn), 0.5);
    const ResultTally won = games(0, 0, 1);
    expect_near("1:0", tally_superiority(&won), 0.841345, 1e-6); /* one game proves little */
}

/* ---- Sequential test ---- */

/* The greatest log likelihood of the counts under a given mean, by walking: shifting probability
 * from both sides of an outcome to it, or away, keeps sum and mean. */
static double walk_to_likelihood(const ResultTally *tally, double mean) {
    const int outcomes = 2 * tally->games + 1;
    double p[5], best = -INFINITY;
    for (int i = 0; i < outcomes; i++) { /* binomial: has the mean, and every outcome */
        static const double WAYS[2][5] = {{1, 2, 1}, {1, 4, 6, 4, 1}};
        p[i] = WAYS[tally->games - 1][i] * pow(mean, i) * pow(1 - mean, outcomes - 1 - i);
    }
    for (double step = 0.1; step > 1e-9;) {
        bool better = false;
        for (int k = 0; k < 2 * (outcomes - 2); k++) {
            const double shift = k % 2 == 0 ? step : -step;
            const int i = k / 2;
            double q[5], likelihood = 0;
            memcpy(q, p, sizeof q);
            q[i] -= shift / 2;
            q[i + 1] += shift;
            q[i + 2] -= shift / 2;
            for (int j = 0; j < outcomes; j++) {
                likelihood += q[j] > 0 ? (double)tally->count[j] * log(q[j]) : -INFINITY;
            }
            if (likelihood > best) {
                best = likelihood;
                better = true;
                memcpy(p, q, sizeof p);
            }
        }
        step = better ? step : step / 2;
    }
    return best;
}

Test(statistics, llr_by_maximising_step_by_step) {
    static const ResultTally TALLIES[] = {{1, {30, 25, 45}},        {1, {1, 1, 1}},
                                          {1, {5, 2, 1}},           {2, {3, 10, 40, 30, 17}},
                                          {2, {20, 1, 300, 2, 25}}, {2, {1, 2, 3, 2, 1}}};
    for (size_t i = 0; i < sizeof TALLIES / sizeof TALLIES[0]; i++) {
        const ResultTally *tally = &TALLIES[i];
        const Sprt sprt = {-20, 60};
        const double wanted = walk_to_likelihood(tally, score_of_elo(60)) -
                              walk_to_likelihood(tally, score_of_elo(-20));
        expect_near("llr", sprt_judge(&sprt, tally).llr, wanted, 1e-5);
    }
}

Test(statistics, sprt_bounds_and_verdicts) {
    const ResultTally even = games(500, 100, 500), ahead = games(400, 100, 600),
                      few = games(4, 1, 6);
    const Sprt sprt = {0, 40};
    const SprtState state = sprt_judge(&sprt, &even);
    expect_near("lower", state.lower, -2.944439, 1e-6);
    expect_near("upper", state.upper, 2.944439, 1e-6);
    cr_assert_str_eq(sprt_verdict_name(state.verdict), "H0");
    cr_assert_str_eq(sprt_verdict_name(sprt_judge(&sprt, &ahead).verdict), "H1");
    cr_assert_str_eq(sprt_verdict_name(sprt_judge(&sprt, &few).verdict), "continue");
}

/* Results that are all alike have no variance; they must not decide at once. */
Test(statistics, sprt_does_not_jump_at_results_alike) {
    const Sprt sprt = {0, 50};
    for (int i = 0; i < 5; i++) {
        ResultTally alike = {.games = 2};
        alike.count[i] = 8;
        const SprtState state = sprt_judge(&sprt, &alike);
        cr_assert(state.verdict == SPRT_CONTINUE, "%d: %g", i, state.llr);
        alike.count[i] = 200;
        cr_assert(sprt_judge(&sprt, &alike).verdict == (i > 2 ? SPRT_ACCEPT_H1 : SPRT_ACCEPT_H0));
    }
}

/* Tests of Stockfish on Fishtest and the LLR that it showed, as fastchess's tests list them.
 * Fastchess tells lost and drawn pairs of a win and a loss apart from two draws; we add them. */
Test(statistics, llr_of_published_tests) {
    static const struct {
        ResultTally tally;
        Sprt sprt;
        double llr;
    } CASES[] = {
        {{1, {21184, 40708, 21404}}, {0.5, 2.5}, -1.57},
        {{1, {57030, 106593, 57433}}, {0, 2}, -2.59},
        {{2, {223, 9863, 21279, 10037, 246}}, {0.5, 2.5}, -3.07},
        {{2, {871, 26175, 55983, 26678, 821}}, {0, 2}, -4.98},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_near("llr", sprt_judge(&CASES[i].sprt, &CASES[i].tally).llr, CASES[i].llr, 0.011);
    }
}

/* Plays pairs until the test decides; the results of a pair have these shares. */
static SprtVerdict play_until_decided(const Sprt *sprt, const double share[5], Rng *rng) {
    ResultTally tally = {.games = 2};
    SprtVerdict verdict = SPRT_CONTINUE;
    while (verdict == SPRT_CONTINUE) {
        double left = rng_unit(rng);
        int result = 0;
        while (result < 4 && left >= share[result]) {
            left -= share[result++];
        }
        tally.count[result]++;
        verdict = sprt_judge(sprt, &tally).verdict;
    }
    return verdict;
}

/* Matches of pairs whose true difference is one of the two tested. 10,000 of each kind in the long
 * mode, which prints how often they are decided wrongly. */
Test(statistics, sprt_errs_as_seldom_as_asked, .timeout = 600) {
    static const double EVEN[5] = {0.10, 0.15, 0.50, 0.15, 0.10}; /* the deviation of a pair */
    static const Sprt TESTS[] = {{0, 40}, {-30, 15}};
    const int matches = getenv("DIHEDRA_LONG") != NULL ? 10000 : 200;
    const double allowed = 0.05 * matches;
    Rng rng = rng_new(1);
    for (size_t i = 0; i < sizeof TESTS / sizeof TESTS[0]; i++) {
        for (int truth = 0; truth < 2; truth++) {
            const Sprt *sprt = &TESTS[i];
            const double elo = truth == 0 ? sprt->elo0 : sprt->elo1;
            const double mean = score_of_elo(elo) - 0.5;
            double share[5];
            memcpy(share, EVEN, sizeof share); /* shifts the mean: 2 * (p4 - p0) / 2 */
            share[4] += mean;
            share[0] -= mean;
            int errors = 0;
            for (int match = 0; match < matches; match++) {
                errors += play_until_decided(sprt, share, &rng) !=
                          (truth == 0 ? SPRT_ACCEPT_H0 : SPRT_ACCEPT_H1);
            }
            fprintf(stderr, "Elo %g against %g, true %g: %d of %d wrong, %g allowed\n", sprt->elo0,
                    sprt->elo1, elo, errors, matches, allowed);
            cr_assert_leq(errors, allowed + 3 * sqrt(allowed));
        }
    }
}
