#include "engine/search/sampling.h"

#include <assert.h>

/* Limits pruning and subtracting, as a part of the greatest weight. */
static const double CUT_SHARE = 1.0 / 64;

double sampling_temperature(const SamplingParameters *parameters, int move_count, int points) {
    const double halflives = move_count / parameters->halflife * 19 / sqrt(points);
    return parameters->temperature +
           (parameters->temperature_early - parameters->temperature) * exp2(-halflives);
}

static double greatest_weight(const SamplingMove *moves, int count) {
    double greatest = 0;
    for (int i = 0; i < count; i++) {
        greatest = fmax(greatest, moves[i].weight);
    }
    return greatest;
}

static double sum_weights(const SamplingMove *moves, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += moves[i].weight;
    }
    return sum;
}

static void scale_weights(SamplingMove *moves, int count, double factor) {
    for (int i = 0; i < count; i++) {
        moves[i].weight *= factor;
    }
}

static void prune(const SamplingParameters *parameters, SamplingMove *moves, int count) {
    const double most = greatest_weight(moves, count) * CUT_SHARE;
    const double least = fmin(parameters->prune, most);
    const double taken = fmin(parameters->subtract, most);
    for (int i = 0; i < count; i++) {
        moves[i].weight = moves[i].weight < least ? 0 : fmax(moves[i].weight - taken, 0);
    }
}

/* ---- The human policy ---- */

/* Sets the mean and the best of the known utilities; both are 0 if none is known. */
static void find_utilities(const SamplingMove *moves, int count, double *mean, double *best) {
    double sum = 0;
    int known = 0;
    *best = -INFINITY;
    for (int i = 0; i < count; i++) {
        if (!isnan(moves[i].utility)) {
            sum += moves[i].utility;
            *best = fmax(*best, moves[i].utility);
            known++;
        }
    }
    *mean = known > 0 ? sum / known : 0;
    *best = fmax(*best, *mean);
}

/* Suppresses human moves that lose, and normalizes the rest. Returns false if nothing is left. */
static bool shift_human(const SamplingParameters *parameters, SamplingMove *moves, int count) {
    double mean, best, sum = 0;
    find_utilities(moves, count, &mean, &best);
    for (int i = 0; i < count; i++) {
        const double lost = best - (isnan(moves[i].utility) ? mean : moves[i].utility);
        moves[i].human *= lost > 0 ? exp(-lost / parameters->human_lambda) : 1;
        sum += moves[i].human;
    }
    for (int i = 0; sum > 0 && i < count; i++) {
        moves[i].human /= sum;
    }
    return sum > 0;
}

/* Gives the pass its share of the weights, which sum to 1, and shares the rest among the moves. */
static void restore_pass(SamplingMove *moves, int count) {
    double human_pass = 0, pass = 0;
    for (int i = 0; i < count; i++) {
        human_pass += moves[i].move == POINT_PASS ? moves[i].human : 0;
        pass += moves[i].move == POINT_PASS ? moves[i].weight : 0;
    }
    for (int i = 0; human_pass < 1 && i < count; i++) {
        moves[i].human =
            moves[i].move == POINT_PASS ? pass : moves[i].human / (1 - human_pass) * (1 - pass);
    }
}

static void mix_human(const SamplingParameters *parameters, SamplingMove *moves, int count) {
    if (!shift_human(parameters, moves, count)) {
        return;
    }
    scale_weights(moves, count, 1 / sum_weights(moves, count));
    if (parameters->human_ignores_pass) {
        restore_pass(moves, count);
    }
    for (int i = 0; i < count; i++) {
        moves[i].weight += parameters->human_share * (moves[i].human - moves[i].weight);
    }
}

/* ---- Sampling ---- */

static void damp(const SamplingParameters *parameters, double temperature, SamplingMove *moves,
                 int count) {
    const double greatest = greatest_weight(moves, count);
    const double cut = fmin(parameters->below * sum_weights(moves, count), greatest);
    for (int i = 0; cut > 0 && i < count; i++) {
        if (moves[i].weight <= cut) {
            moves[i].weight = cut * pow(moves[i].weight / cut, 1 / temperature);
        }
    }
}

void sampling_find_chances(const SamplingParameters *parameters, double temperature,
                           bool with_human, SamplingMove *moves, int count) {
    assert(sum_weights(moves, count) > 0);
    prune(parameters, moves, count);
    if (with_human) {
        mix_human(parameters, moves, count);
    }
    const double least = parameters->least * greatest_weight(moves, count);
    for (int i = 0; i < count; i++) {
        moves[i].weight = moves[i].weight < least ? 0 : moves[i].weight;
    }
    damp(parameters, temperature, moves, count);
    scale_weights(moves, count, 1 / sum_weights(moves, count));
}

int sampling_choose_index(const SamplingMove *moves, int count, Rng *rng) {
    double left = rng_open_unit(rng) * sum_weights(moves, count);
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (moves[i].weight > 0) {
            last = i;
            left -= moves[i].weight;
            if (left < 0) {
                break;
            }
        }
    }
    return last;
}
