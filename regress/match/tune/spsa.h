/* Simultaneous perturbation stochastic approximation (Spall 1992), with the schedule of Fishtest
 * and OpenBench. In a pair of games one side plays each value plus c or minus c, at random, and the
 * other side the opposite; then each value moves by a / c towards the side that won, for each game
 * that it won more. In pair k of N, from 1,
 *
 *     c = step * (N / k)^0.101        a = rate * step^2 * ((0.1 N + N) / (0.1 N + k))^0.602
 *
 * Pure functions of the options; any thread may call them. */
#ifndef REGRESS_MATCH_TUNE_SPSA_H
#define REGRESS_MATCH_TUNE_SPSA_H

#include <stdbool.h>
#include <stdint.h>

enum { SPSA_PARAMETERS_MAX = 32 };

typedef struct {
    const char *command; /* of GTP; the value follows it */
    double start, low, high;
    double step;   /* half the distance of the two sides in the last pair */
    bool is_whole; /* plays a whole number beside the value, drawn so that the mean is the value */
} SpsaParameter;

typedef struct {
    SpsaParameter parameters[SPSA_PARAMETERS_MAX];
    int count;
    double rate; /* steps that a value moves for each game won, in the last pair */
    int pairs;
    uint64_t seed;
} Spsa;

typedef enum { SPSA_PLUS, SPSA_MINUS } SpsaSide;

/* What a side plays in a pair, 0..pairs - 1, when the parameter has this value. */
double spsa_played(const Spsa *spsa, int parameter, double value, int pair, SpsaSide side);

/* Moves all values; won is by how many games SPSA_PLUS won the pair, -2..2. */
void spsa_move(const Spsa *spsa, int pair, int won, double values[]);

#endif
