#include "engine/eval/net/fast/filter.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/fast/convolver.h"

/* The greatest weight of int8. */
static const float WEIGHT_MAX = 127;

/* Units tried for an output channel, each smaller than the last by this share of the first. */
enum { UNIT_CANDIDATES = 8 };
static const float UNIT_DECREMENT = 0.05F;

/* The share of a rounding error that the next point of the kernel makes up for. It reads much the
 * same value, but not the same: measured, this share comes closest to exact answers. */
static const float CARRIED_ERROR = 0.3F;

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
    filter_sample_free(filter->sample);
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

/* ---- int8 ---- */

FilterSample *filter_sample_new(int in) {
    FilterSample *sample = calloc(1, sizeof *sample);
    if (sample == NULL) {
        return NULL;
    }
    sample->in = in;
    sample->greatest = calloc((size_t)in, sizeof *sample->greatest);
    sample->sums = calloc((size_t)in, sizeof *sample->sums);
    if (sample->greatest == NULL || sample->sums == NULL) {
        filter_sample_free(sample);
        return NULL;
    }
    return sample;
}

void filter_sample_free(FilterSample *sample) {
    if (sample != NULL) {
        free(sample->greatest);
        free(sample->sums);
        free(sample);
    }
}

void filter_sample_note(FilterSample *sample, const float *values, int cells) {
    sample->cells += cells;
    for (int cell = 0; cell < cells; cell++, values += sample->in) {
        for (int i = 0; i < sample->in; i++) {
            sample->greatest[i] = fmaxf(sample->greatest[i], fabsf(values[i]));
            sample->sums[i] += (double)values[i];
        }
    }
}

static float rounded(float weight, float unit) {
    return fmaxf(-WEIGHT_MAX, fminf(rintf(weight / unit), WEIGHT_MAX));
}

/* The sum of squared errors if the weights of output channel o are rounded to this unit. */
static double judge_unit(const Filter *filter, size_t rows, size_t o, float unit) {
    double error = 0;
    for (size_t row = 0; row < rows; row++) {
        const float weight = filter->weights[row * (size_t)filter->out + o];
        const double difference = (double)(weight - unit * rounded(weight, unit));
        error += difference * difference;
    }
    return error;
}

/* Tries the unit that makes the greatest weight WEIGHT_MAX, and some smaller ones, which clip that
 * weight but round the others less. Returns the one with the least error. */
static float choose_unit(const Filter *filter, size_t rows, size_t o) {
    float greatest = 0, best = 1;
    double least = INFINITY;
    for (size_t row = 0; row < rows; row++) {
        greatest = fmaxf(greatest, fabsf(filter->weights[row * (size_t)filter->out + o]));
    }
    for (int i = 0; greatest > 0 && i < UNIT_CANDIDATES; i++) {
        const float unit = greatest / WEIGHT_MAX * (1 - UNIT_DECREMENT * (float)i);
        const double error = judge_unit(filter, rows, o, unit);
        if (error < least) {
            least = error;
            best = unit;
        }
    }
    return best;
}

/* Rounds the weights between input channel i and output channel o to units, going through the
 * kernel's points row by row, back and forth. Each point makes up for CARRIED_ERROR of the last
 * one's error. Returns the sum of what rounding has added, in units. */
static float round_kernel(Filter *filter, size_t i, size_t o) {
    float lost = 0, won = 0;
    for (int y = 0; y < filter->kernel; y++) {
        for (int k = 0; k < filter->kernel; k++) {
            const int x = y % 2 == 0 ? k : filter->kernel - 1 - k;
            const size_t row = (size_t)(y * filter->kernel + x) * (size_t)filter->in + i;
            float *weight = &filter->weights[row * (size_t)filter->out + o];
            const float exact = *weight / filter->unit[o], wanted = exact + CARRIED_ERROR * lost;
            *weight = rounded(wanted, 1);
            lost = wanted - *weight;
            won += *weight - exact;
        }
    }
    return won;
}

/* Scales the weights by the steps of their inputs and rounds them to units. What rounding adds to
 * the sums on average is taken off the bias. */
static void round_weights(Filter *filter, const FilterSample *sample) {
    const size_t rows = (size_t)(filter->kernel * filter->kernel) * (size_t)filter->in;
    const size_t in = (size_t)filter->in, out = (size_t)filter->out;
    for (size_t i = 0; i < rows * out; i++) {
        filter->weights[i] /= filter->gain[i / out % in];
    }
    for (size_t o = 0; o < out; o++) {
        double sums = 0;
        filter->unit[o] = choose_unit(filter, rows, o);
        for (size_t i = 0; i < in; i++) {
            sums += (double)(round_kernel(filter, i, o) * filter->gain[i]) * sample->sums[i];
        }
        if (sample->cells > 0) {
            filter->bias[o] -= filter->unit[o] * (float)(sums / (double)sample->cells);
        }
    }
}

/* Chooses the steps of the input channels. A step in proportion to a channel's range makes its
 * values exact, but its weights, which are scaled by the step, coarse; one step for all channels
 * does the reverse. This takes the fourth root of the range: measured, it comes closest to exact
 * answers, and it leaves room for values larger than those seen. */
static void choose_gains(Filter *filter, const float *range, float most) {
    float greatest = 0;
    for (int i = 0; i < filter->in; i++) {
        greatest = fmaxf(greatest, range[i]);
    }
    greatest = greatest > 0 ? greatest : 1;
    for (int i = 0; i < filter->in; i++) {
        const float own = range[i] > 0 ? range[i] / greatest : 1;
        filter->gain[i] = most / (greatest * sqrtf(sqrtf(own)));
    }
}

bool filter_quantize(Filter *filter, Element element, const FilterSample *sample, float most) {
    assert(element == ELEMENT_U8 || element == ELEMENT_S8);
    assert(sample->in == filter->in && filter->gain == NULL);
    filter->element = element;
    filter->gain = calloc((size_t)filter->in, sizeof(float));
    filter->unit = calloc((size_t)filter->out, sizeof(float));
    if (filter->gain == NULL || filter->unit == NULL) {
        return false;
    }
    choose_gains(filter, sample->greatest, most);
    round_weights(filter, sample);
    return true;
}
