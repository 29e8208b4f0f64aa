#include "engine/search/graph/root_priors.h"

#include <assert.h>
#include <math.h>

void root_priors_save(RootPriors *saved, const GraphEdge *edges, int count) {
    assert(saved->count == 0 || saved->count == count);
    for (int i = 0; saved->count == 0 && i < count; i++) {
        saved->priors[i] = edges[i].prior;
    }
    saved->count = count;
}

void root_priors_restore(RootPriors *saved, GraphEdge *edges) {
    for (int i = 0; i < saved->count; i++) {
        edges[i].prior = saved->priors[i];
    }
    saved->count = 0;
}

/* The sum of the concentrations over all edges. */
static const double CONCENTRATION = 0.03 * 361;

/* The logarithm of a gamma variable, which for a shape below 1 may itself be too small to tell from
 * 0 (G. Marsaglia and W. Tsang, "A simple method for generating gamma variables", 2000; shapes
 * below 1 by their note on a power of a uniform number). */
static double sample_log_gamma(double shape, Rng *rng) {
    if (shape < 1) {
        return sample_log_gamma(shape + 1, rng) + log(rng_open_unit(rng)) / shape;
    }
    const double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        const double x = rng_normal(rng), v = 1 + c * x;
        if (v > 0) {
            const double cube = v * v * v;
            if (log(rng_open_unit(rng)) < 0.5 * x * x + d - d * cube + d * log(cube)) {
                return log(d * cube);
            }
        }
    }
}

void root_priors_add_noise(GraphEdge *edges, int count, double share, Rng *rng) {
    assert(count <= GRAPH_EDGES_MAX);
    double logs[GRAPH_EDGES_MAX], greatest = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) {
        logs[i] = sample_log_gamma(CONCENTRATION / count, rng);
        greatest = fmax(greatest, logs[i]);
    }
    for (int i = 0; i < count; i++) {
        sum += exp(logs[i] - greatest);
    }
    for (int i = 0; i < count; i++) {
        const double sampled = exp(logs[i] - greatest) / sum;
        edges[i].prior = (float)((1 - share) * edges[i].prior + share * sampled);
    }
}
