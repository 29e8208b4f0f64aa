#include "regress/match/tune/spsa.h"

#include <math.h>

#include "hash/random.h"

static const double GAMMA = 0.101, ALPHA = 0.602;
static const double STABILITY = 0.1; /* Spall's A, as a share of the pairs */

/* The random numbers of a parameter in a pair: the direction, then a number for each side. */
static SplitMix random_of(const Spsa *spsa, int parameter, int pair) {
    return (SplitMix){spsa->seed ^ ((uint64_t)pair * SPSA_PARAMETERS_MAX + (uint64_t)parameter)};
}

/* 1 or -1: to which side SPSA_PLUS plays. */
static int direction(const Spsa *spsa, int parameter, int pair) {
    SplitMix random = random_of(spsa, parameter, pair);
    return splitmix_next(&random) >> 63 == 0 ? 1 : -1;
}

/* Stochastic rounding, as Fishtest's workers do it: N + p becomes N + 1 with probability p. */
static double rounded(const Spsa *spsa, int parameter, int pair, SpsaSide side, double value) {
    SplitMix random = random_of(spsa, parameter, pair);
    uint64_t word = splitmix_next(&random);
    for (int i = SPSA_PLUS; i <= (int)side; i++) {
        word = splitmix_next(&random);
    }
    return floor(value + (double)(word >> 11) * 0x1p-53);
}

static double step_of(const Spsa *spsa, int parameter, int pair) {
    return spsa->parameters[parameter].step * pow((double)spsa->pairs / (pair + 1), GAMMA);
}

static double limited(const SpsaParameter *parameter, double value) {
    return fmin(fmax(value, parameter->low), parameter->high);
}

double spsa_played(const Spsa *spsa, int parameter, double value, int pair, SpsaSide side) {
    const int way = direction(spsa, parameter, pair) * (side == SPSA_PLUS ? 1 : -1);
    const double played =
        limited(&spsa->parameters[parameter], value + way * step_of(spsa, parameter, pair));
    return spsa->parameters[parameter].is_whole ? rounded(spsa, parameter, pair, side, played)
                                                : played;
}

void spsa_move(const Spsa *spsa, int pair, int won, double values[]) {
    const double n = spsa->pairs, offset = STABILITY * n;
    const double gain = spsa->rate * pow((offset + n) / (offset + pair + 1), ALPHA);
    for (int i = 0; i < spsa->count; i++) {
        const double step = spsa->parameters[i].step;
        values[i] =
            limited(&spsa->parameters[i], values[i] + gain * step * step / step_of(spsa, i, pair) *
                                                          direction(spsa, i, pair) * won);
    }
}
