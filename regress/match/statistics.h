/* What the results of games say about the strength of engines: win rate, Elo difference, sequential
 * test.
 *
 * Pure functions of their arguments: no state, no memory, no output. Any thread may call. Intervals
 * and errors are for 95%. A draw counts as half a win throughout. */
#ifndef REGRESS_MATCH_STATISTICS_H
#define REGRESS_MATCH_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- Two engines ----------------------------------------------------------------------------- */

/* How often one engine got each result. A result is one game (0, 1 or 2 half points), or one pair
 * of games with colors exchanged (0 to 4). The games of a pair share their opening and are not
 * independent; pairs are. */
typedef struct {
    int games;        /* in a result: 1 or 2 */
    int64_t count[5]; /* [half points]: results that brought as many; 0 above 2 * games */
} ResultTally;

/* The number of all results. */
int64_t tally_results(const ResultTally *tally);

/* Points won as a share of points played, 0..1; NAN if nothing has been played. */
double tally_score(const ResultTally *tally);

typedef struct {
    double low, high;
} Interval;

/* Wilson's interval (1927) of the score, treating the score as the share of wins among the same
 * number of decisive games. A draw is half a win and half a loss; because it varies less than
 * either, the interval is a little too wide if there are draws. 0..1 if nothing has been played. */
Interval tally_win_rate(const ResultTally *tally);

/* The Elo difference at which a score of 0..1 is expected: -INFINITY for 0, INFINITY for 1; and the
 * score expected at an Elo difference. */
double elo_of_score(double score);
double score_of_elo(double elo);

typedef struct {
    double elo;       /* infinite if every game or none was won, NAN if none was played */
    double low, high; /* -INFINITY and INFINITY if the games do not bound it */
    double error;     /* half of high - low; INFINITY if one of them is infinite */
} EloEstimate;

/* The Elo difference of the score. low and high belong to the score minus and plus 1.96 standard
 * errors, from the variance of the results counted. If all results are equal that variance is 0 and
 * says nothing; the interval is then Wilson's, with results instead of games. */
EloEstimate tally_elo(const ResultTally *tally);

/* The likelihood of superiority, 0..1: the probability that the engine is the stronger one, by the
 * normal approximation. 0.5 if no result favors either engine. */
double tally_superiority(const ResultTally *tally);

/* ---- Sequential test ------------------------------------------------------------------------- */

/* H0: the difference is elo0; H1: it is elo1. */
typedef struct {
    double elo0, elo1; /* elo0 < elo1, both between -2000 and 2000 */
} Sprt;

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;

typedef struct {
    double llr;          /* log likelihood ratio, H1 over H0; 0 if nothing has been played */
    double lower, upper; /* H0 is accepted at or below lower, H1 at or above upper */
    SprtVerdict verdict;
} SprtState;

/* The generalised sequential probability ratio test, to be called after each result. It accepts H1
 * in 5% of the matches for which H0 holds, and the reverse, if each goes on until it decides. */
SprtState sprt_judge(const Sprt *sprt, const ResultTally *tally);

/* "continue", "H0" or "H1". */
const char *sprt_verdict_name(SprtVerdict verdict);

#endif
