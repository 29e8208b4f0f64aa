#include "tests/support/oracle/layer_oracle.h"

#include <math.h>
#include <string.h>

static float uniform(Rng *rng, double least, double most) {
    return (float)(least + (most - least) * rng_next(rng) / 4294967296.0);
}

void layer_oracle_writing(LayerWriting *made, Activation activation, Element element,
                          int unsigned_most, Rng *rng) {
    const bool is_signed = activation != ACTIVATION_RELU;
    made->output_stage =
        (OutputStage){.activation = activation, .element = element, .excess = made->excess};
    memset(made->excess, 0, sizeof made->excess);
    for (int i = 0; i < LAYER_CHANNELS_MAX; i++) {
        made->scale[i] = uniform(rng, -2, 2);
        made->bias[i] = uniform(rng, -1, 1);
        made->inverse_scale[i] = uniform(rng, 5, 60);
    }
    if (rng_below(rng, 4) != 0) {
        made->output_stage.scale = made->scale;
        made->output_stage.bias = made->bias;
    }
    if (element == ELEMENT_F32) {
        return;
    }
    if (rng_below(rng, 2) != 0) {
        made->output_stage.inverse_scale = made->inverse_scale;
    }
    if (element == ELEMENT_U8) {
        made->output_stage.zero_point = is_signed ? (float)((unsigned_most + 1) / 2) : 0;
        made->output_stage.most = (float)unsigned_most - made->output_stage.zero_point;
    } else {
        made->output_stage.most = rng_below(rng, 2) == 0 ? 327 : INT16_MAX;
    }
    made->output_stage.least = is_signed ? -made->output_stage.most : 0;
}

float layer_oracle_value(Rng *rng) {
    return rng_below(rng, 8) == 0 ? uniform(rng, -1e6, 1e6) : uniform(rng, -10, 10);
}

double layer_oracle_normed(const OutputStage *output_stage, int channel, double x) {
    if (output_stage->scale != NULL) {
        x = x * (double)output_stage->scale[channel] + (double)output_stage->bias[channel];
    }
    switch (output_stage->activation) {
    case ACTIVATION_RELU:
        return x > 0 ? x : 0;
    case ACTIVATION_MISH:
        return x * tanh(log1p(exp(x)));
    case ACTIVATION_SILU:
        return x / (1 + exp(-x));
    case ACTIVATION_IDENTITY:
        break;
    }
    return x;
}

double layer_oracle_read(Element element, const void *numbers, size_t index) {
    switch (element) {
    case ELEMENT_F32:
        return (double)((const float *)numbers)[index];
    case ELEMENT_S16:
        return ((const int16_t *)numbers)[index];
    case ELEMENT_U8:
        return ((const uint8_t *)numbers)[index];
    }
    return NAN;
}

bool layer_oracle_is_right(const OutputStage *output_stage, int channel, double x, double error,
                           double number) {
    const double scale = output_stage->scale != NULL ? (double)output_stage->scale[channel] : 1;
    const double bias = output_stage->bias != NULL ? (double)output_stage->bias[channel] : 0;
    const double inverse_scale =
        output_stage->inverse_scale != NULL ? (double)output_stage->inverse_scale[channel] : 1;
    /* No activation is steeper than 1.1. */
    const double own = 2e-6 * (fabs(x * scale) + fabs(bias)) + 1e-6;
    const double allowed = (1.1 * error * fabs(scale) + own) * inverse_scale;
    const double exact = layer_oracle_normed(output_stage, channel, x) * inverse_scale;
    if (output_stage->element == ELEMENT_F32) {
        return fabs(number - exact) <= allowed;
    }
    const double least = (double)output_stage->least, most = (double)output_stage->most;
    const double clamped = fmax(least, fmin(exact, most));
    const double steps = number - (double)output_stage->zero_point;
    return steps == rint(steps) && steps >= least && steps <= most &&
           fabs(steps - clamped) <= 0.5 + allowed;
}

double layer_oracle_excess(const OutputStage *output_stage, int channel, double x) {
    const double inverse_scale =
        output_stage->inverse_scale != NULL ? (double)output_stage->inverse_scale[channel] : 1;
    const double exact = layer_oracle_normed(output_stage, channel, x) * inverse_scale;
    const double clamped =
        fmax((double)output_stage->least, fmin(exact, (double)output_stage->most));
    return output_stage->element == ELEMENT_F32 ? 0 : fabs(exact - clamped);
}

bool layer_oracle_has_excess(const OutputStage *output_stage, double expected) {
    double sum = 0;
    for (int i = 0; i < KERNELS_PANEL; i++) {
        sum += (double)output_stage->excess[i];
    }
    return fabs(sum - expected) <= 1e-4 * expected + 0.1;
}
