#include "engine/eval/net/fast/filter.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

/* The greatest 16-bit steps. Winograd's transform of a 3x3 convolution's input multiplies them by
 * up to 68 if none is negative and by up to 100 otherwise (winograd_reach), and the result must fit
 * 16 bits. For other kernels the limit divides 32 bits between values and weights. */
static const float TILED_UNSIGNED_MOST = 481, TILED_SIGNED_MOST = 327, PLAIN_MOST = 2047;

Filter *filter_new(int kernel, int in, int out) {
    Filter *filter = calloc(1, sizeof *filter);
    if (filter == NULL) {
        return NULL;
    }
    *filter = (Filter){.kernel = kernel, .in = in, .out = out, .element = ELEMENT_F32};
    const size_t taps = (size_t)kernel * (size_t)kernel;
    filter->weights = calloc(taps * (size_t)in * (size_t)out, sizeof *filter->weights);
    if (filter->weights == NULL) {
        filter_free(filter);
        return NULL;
    }
    return filter;
}

void filter_free(Filter *filter) {
    if (filter == NULL) {
        return;
    }
    free(filter->weights);
    free(filter->inverse_scale);
    free(filter->mean);
    observer_free(filter->observer);
    free(filter);
}

void filter_place(Filter *filter, const Convolution *layer, int offset) {
    const int margin = (filter->kernel - layer->kernel) / 2;
    const float *from = layer->weights;
    for (int y = 0; y < layer->kernel; y++) {
        for (int x = 0; x < layer->kernel; x++) {
            const int tap = (y + margin) * filter->kernel + x + margin;
            float *to =
                filter->weights + (size_t)tap * (size_t)filter->in * (size_t)filter->out + offset;
            for (int i = 0; i < layer->in; i++, from += layer->out, to += filter->out) {
                for (int o = 0; o < layer->out; o++) {
                    to[o] = from[o];
                    filter->greatest = fmaxf(filter->greatest, fabsf(from[o]));
                }
            }
        }
    }
}

/* Values up to this are taken for 0, as are those of a channel whose dynamic range is not more than
 * this share of the greatest: divided by the inverse_scales of smaller dynamic ranges, usual
 * weights would no longer be normal floats. */
static const float RANGE_MIN = 1e-20F;

/* How many times as large as the values seen those of a channel may become. Few channels come near
 * the greatest dynamic range, so that this costs hardly any precision. */
static const float HEADROOM = 1.7F;

/* Chooses the steps of the input channels. A step in proportion to a channel's dynamic range makes
 * its values exact, but its weights, which are scaled by the step, coarse; one step for all
 * channels does the reverse. This takes the fourth root of the dynamic range: measured, it comes
 * closest to exact answers. It leaves headroom for all channels but those of the greatest dynamic
 * ranges, whose steps are made larger for it. */
static void choose_inverse_scales(Filter *filter, const float *range) {
    float greatest = 0;
    for (int i = 0; i < filter->in; i++) {
        greatest = fmaxf(greatest, range[i]);
    }
    greatest = greatest > RANGE_MIN ? greatest : 1;
    for (int i = 0; i < filter->in; i++) {
        const float own = range[i] / greatest;
        const float limit = own > RANGE_MIN ? fmaxf(sqrtf(sqrtf(own)), HEADROOM * own) : 1;
        filter->inverse_scale[i] = filter->most / (greatest * limit);
    }
}

bool filter_can_quantize(const Filter *exact) {
    double value = 0, sum = 0;
    for (int i = 0; i < exact->in; i++) {
        value = fmax(value, (double)exact->observer->greatest[i]);
        sum += fabs(exact->observer->sums[i]);
    }
    return isfinite(sum) && fmax(value, value * (double)exact->greatest) <= (double)FLT_MAX;
}

bool filter_quantize(Filter *filter, Element element, bool is_signed, float unsigned_most,
                     const Observer *observer) {
    assert(element != ELEMENT_F32 && observer->in == filter->in && filter->inverse_scale == NULL);
    filter->element = element;
    filter->inverse_scale = calloc((size_t)filter->in, sizeof(float));
    filter->mean = calloc((size_t)filter->in, sizeof(float));
    if (filter->inverse_scale == NULL || filter->mean == NULL) {
        return false;
    }
    if (element == ELEMENT_U8) {
        filter->zero_point = is_signed ? (unsigned_most + 1) / 2 : 0;
        filter->most = unsigned_most - filter->zero_point;
    } else if (filter->kernel == 3) {
        filter->most = is_signed ? TILED_SIGNED_MOST : TILED_UNSIGNED_MOST;
    } else {
        filter->most = PLAIN_MOST;
    }
    filter->least = is_signed ? -filter->most : 0;
    choose_inverse_scales(filter, observer->greatest);
    for (int i = 0; i < filter->in && observer->cells > 0; i++) {
        filter->mean[i] = (float)(observer->sums[i] / (double)observer->cells);
    }
    return true;
}
