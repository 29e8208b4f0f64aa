#include "regress/match/statistics.h"

#include <assert.h>
#include <math.h>

/* The count that the sequential test gives an outcome that has not occurred. */
static const double NEVER_SEEN = 1e-3;

/* How often the sequential test may accept one hypothesis though the other holds. */
static const double SPRT_ERROR = 0.05;

/* 95% of a normal distribution is within this many standard deviations of its mean. */
static const double NORMAL_95 = 1.959963984540054;

/* ---- Two engines ----------------------------------------------------------------------------- */

/* The score, 0..1, of a result with this number of half points. */
static double result_score(const ResultTally *tally, int half_points) {
    return half_points / (2.0 * tally->games);
}

int64_t tally_results(const ResultTally *tally) {
    int64_t results = 0;
    for (int i = 0; i <= 2 * tally->games; i++) {
        results += tally->count[i];
    }
    return results;
}

double tally_score(const ResultTally *tally) {
    double points = 0;
    for (int i = 0; i <= 2 * tally->games; i++) {
        points += (double)tally->count[i] * result_score(tally, i);
    }
    return points / (double)tally_results(tally);
}

/* The sum over all results of the squared distance of their score from this one. */
static double squares_around(const ResultTally *tally, double score) {
    double squares = 0;
    for (int i = 0; i <= 2 * tally->games; i++) {
        const double distance = result_score(tally, i) - score;
        squares += (double)tally->count[i] * distance * distance;
    }
    return squares;
}

/* Wilson, "Probable inference, the law of succession, and statistical inference" (1927): all
 * shares from which the observed one is at most 1.96 of their standard errors away. */
static Interval wilson(double share, double trials) {
    const double z2 = NORMAL_95 * NORMAL_95;
    const double middle = share + z2 / (2 * trials);
    const double reach =
        NORMAL_95 * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
    const double scale = 1 + z2 / trials;
    return (Interval){share == 0 ? 0 : (middle - reach) / scale,
                      share == 1 ? 1 : (middle + reach) / scale};
}

Interval tally_win_rate(const ResultTally *tally) {
    const int64_t results = tally_results(tally);
    if (results == 0) {
        return (Interval){0, 1};
    }
    return wilson(tally_score(tally), (double)results * tally->games);
}

double elo_of_score(double score) {
    return 400 * log10(score / (1 - score));
}

double score_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

EloEstimate tally_elo(const ResultTally *tally) {
    const double results = (double)tally_results(tally);
    if (results == 0) {
        return (EloEstimate){NAN, -INFINITY, INFINITY, INFINITY};
    }
    const double score = tally_score(tally);
    const double reach = NORMAL_95 * sqrt(squares_around(tally, score)) / results;
    Interval interval = {fmax(0, score - reach), fmin(1, score + reach)};
    if (reach == 0) {
        interval = wilson(score, results);
    }
    EloEstimate estimate = {.elo = elo_of_score(score),
                            .low = elo_of_score(interval.low),
                            .high = elo_of_score(interval.high)};
    estimate.error = (estimate.high - estimate.low) / 2;
    return estimate;
}

/* The distance from a score of one half, in standard errors if that were the true score. For single
 * games this is the usual (wins - losses) / sqrt(wins + losses). */
double tally_superiority(const ResultTally *tally) {
    const double squares = squares_around(tally, 0.5);
    if (squares == 0) {
        return 0.5;
    }
    const double distance = (tally_score(tally) - 0.5) * (double)tally_results(tally);
    return erfc(-distance / sqrt(2 * squares)) / 2;
}

/* ---- Sequential test ------------------------------------------------------------------------- */

/* Counts as the test uses them: never 0, so that each hypothesis can explain them. */
typedef struct {
    int outcomes;
    double count[5], score[5];
} SprtSample;

/* The sample's log likelihood under the most likely distribution whose mean is that of this Elo
 * difference: count[i] / (1 + t (score[i] - mean)), with the t at which that mean is right; it
 * falls as t grows. (M. Van den Bergh, "The generalized maximum likelihood ratio for the
 * expectation value of a distribution".) By Newton's method within bounds that close in. */
static double log_likelihood(const SprtSample *sample, double elo) {
    const double mean = score_of_elo(elo);
    double low = -1 / (1 - mean), high = 1 / mean, t = 0, step = INFINITY, total = 0, sum = 0;
    for (int i = 0; i < 100 && fabs(step) > 1e-13 * (high - low); i++) {
        double excess = 0, slope = 0;
        for (int j = 0; j < sample->outcomes; j++) {
            const double value = sample->score[j] - mean, scaled = value / (1 + t * value);
            excess += sample->count[j] * scaled;
            slope -= sample->count[j] * scaled * scaled;
        }
        *(excess > 0 ? &low : &high) = t;
        const double next = t - excess / slope;
        step = (next > low && next < high ? next : (low + high) / 2) - t;
        t += step;
    }
    for (int i = 0; i < sample->outcomes; i++) {
        total += sample->count[i];
    }
    for (int i = 0; i < sample->outcomes; i++) {
        const double share = sample->count[i] / total / (1 + t * (sample->score[i] - mean));
        sum += sample->count[i] * log(share);
    }
    return sum;
}

/* A. Wald, "Sequential tests of statistical hypotheses" (1945), gives the bounds; M. Van den Bergh,
 * "A practical introduction to the GSPRT", the ratio for games of unknown draw rate. We use that
 * ratio itself. Its normal approximation divides by the observed variance, and so decides after a
 * handful of results if they happen to be equal. */
SprtState sprt_judge(const Sprt *sprt, const ResultTally *tally) {
    assert(-2000 <= sprt->elo0 && sprt->elo0 < sprt->elo1 && sprt->elo1 <= 2000);
    const double bound = log((1 - SPRT_ERROR) / SPRT_ERROR);
    SprtState state = {.lower = -bound, .upper = bound};
    if (tally_results(tally) == 0) {
        return state;
    }
    SprtSample sample = {.outcomes = 2 * tally->games + 1};
    for (int i = 0; i < sample.outcomes; i++) {
        sample.count[i] = tally->count[i] == 0 ? NEVER_SEEN : (double)tally->count[i];
        sample.score[i] = result_score(tally, i);
    }
    state.llr = log_likelihood(&sample, sprt->elo1) - log_likelihood(&sample, sprt->elo0);
    state.verdict = state.llr >= state.upper   ? SPRT_ACCEPT_H1
                    : state.llr <= state.lower ? SPRT_ACCEPT_H0
                                               : SPRT_CONTINUE;
    return state;
}

const char *sprt_verdict_name(SprtVerdict verdict) {
    static const char *const NAMES[] = {"continue", "H0", "H1"};
    return NAMES[verdict];
}
