#include "regress/match/tune/tune.h"

#include <math.h>

#include "hash/random.h"

static const double GAMMA = 0.101, ALPHA = 0.602;
static const double STABILITY = 0.1; /* Spall's A, as a share of the pairs */

/* A random word for each parameter, pair and use. */
static uint64_t random_word(const Spsa *spsa, int parameter, int pair, int use) {
    SplitMix random = {spsa->seed ^ ((uint64_t)use << 32) ^
                       ((uint64_t)pair * SPSA_PARAMETERS_MAX + (uint64_t)parameter)};
    return splitmix_next(&random);
}

/* 1 or -1: to which side SPSA_PLUS plays. */
static int direction(const Spsa *spsa, int parameter, int pair) {
    return random_word(spsa, parameter, pair, 0) >> 63 == 0 ? 1 : -1;
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
    /* Stochastic rounding, as Fishtest's workers do it: N + p becomes N + 1 with probability p. */
    const double chance =
        (double)(random_word(spsa, parameter, pair, 1 + (int)side) >> 11) * 0x1p-53;
    return spsa->parameters[parameter].is_whole ? floor(played + chance) : played;
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
