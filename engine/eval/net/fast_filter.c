#include "engine/eval/net/fast_filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/fast_convolver.h"

static const float WEIGHT_MAX = 127;

int filter_padded(int channels) {
    return (channels + LOOPS_GROUP - 1) / LOOPS_GROUP * LOOPS_GROUP;
}

Filter *filter_new(int kernel, int in, int out) {
    Filter *filter = calloc(1, sizeof *filter);
    if (filter == NULL) {
        return NULL;
    }
    filter->kernel = kernel;
    filter->in = in;
    filter->out = out;
    filter->weights = calloc((size_t)(kernel * kernel) * (size_t)in * (size_t)out, sizeof(float));
    filter->bias = calloc((size_t)out, sizeof(float));
    if (filter->weights == NULL || filter->bias == NULL) {
        filter_free(filter);
        return NULL;
    }
    return filter;
}

void filter_free(Filter *filter) {
    if (filter == NULL) {
        return;
    }
    packed_free(filter->packed);
    free(filter->weights);
    free(filter->bias);
    free(filter->gain);
    free(filter->unit);
    free(filter);
}

void filter_place(Filter *filter, const Convolution *layer, const Norm *norm, int offset) {
    const int margin = (filter->kernel - layer->kernel) / 2;
    const float *from = layer->weights;
    for (int y = 0; y < layer->kernel; y++) {
        for (int x = 0; x < layer->kernel; x++) {
            const int tap = (y + margin) * filter->kernel + x + margin;
            float *to = filter->weights + (size_t)tap * (size_t)(filter->in * filter->out) + offset;
            for (int i = 0; i < layer->in; i++, from += layer->out, to += filter->out) {
                for (int o = 0; o < layer->out; o++) {
                    to[o] = norm != NULL ? from[o] * norm->scale[o] : from[o];
                }
            }
        }
    }
    for (int o = 0; norm != NULL && o < layer->out; o++) {
        filter->bias[offset + o] = norm->bias[o];
    }
}

/* Scales all weights of input channel i by 1 / gain[i], then finds and divides by the units. */
static void scale_weights(Filter *filter) {
    const size_t rows = (size_t)(filter->kernel * filter->kernel) * (size_t)filter->in;
    const size_t out = (size_t)filter->out;
    for (size_t row = 0; row < rows; row++) {
        const float step = 1 / filter->gain[row % (size_t)filter->in];
        for (size_t o = 0; o < out; o++) {
            float *weight = &filter->weights[row * out + o];
            *weight *= step;
            filter->unit[o] = fmaxf(filter->unit[o], fabsf(*weight) / WEIGHT_MAX);
        }
    }
    for (size_t o = 0; o < out; o++) {
        filter->unit[o] = filter->unit[o] > 0 ? filter->unit[o] : 1;
    }
    for (size_t i = 0; i < rows * out; i++) {
        filter->weights[i] = rintf(filter->weights[i] / filter->unit[i % out]);
    }
}

bool filter_quantize(Filter *filter, Element element, const float *range, float most) {
    filter->element = element;
    filter->gain = calloc((size_t)filter->in, sizeof(float));
    filter->unit = calloc((size_t)filter->out, sizeof(float));
    if (filter->gain == NULL || filter->unit == NULL) {
        return false;
    }
    for (int i = 0; i < filter->in; i++) {
        filter->gain[i] = range[i] > 0 ? most / range[i] : 1;
    }
    scale_weights(filter);
    return true;
}
