#include "engine/eval/net/fast/filter.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/fast/winograd.h"

/* The greatest 16-bit steps. Winograd's transform of a 3x3 convolution's input multiplies them by
 * up to 68 if none is negative and by up to 100 otherwise (winograd_reach), and the result must fit
 * 16 bits. For other kernels the limit divides 32 bits between values and weights. */
static const float TILED_UNSIGNED_MOST = 481, TILED_SIGNED_MOST = 327, PLAIN_MOST = 2047;

/* Values up to this are taken for 0, as are those of a channel whose dynamic range is not more than
 * this share of the greatest: divided by the inverse_scales of smaller dynamic ranges, usual
 * weights would no longer be normal floats. */
static const float RANGE_MIN = 1e-20F;

/* A channel's values may become this many times as large as those seen. Few channels come near the
 * greatest dynamic range, so this costs hardly any precision. */
static const float HEADROOM = 1.7F;

/* The greatest signed byte that weights take: the range is symmetric. */
static const float BYTE_MAX = 127;

/* The limits of a sum and of a 16-bit weight. */
static const double SUM_MAX = INT32_MAX, SHORT_MAX = INT16_MAX;

/* How many units of weights in bytes are tried, each this much smaller than the last. */
enum { UNIT_CANDIDATES = 40 };
static const float UNIT_DECREMENT = 0.01F;

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
    if (filter != NULL) {
        free(filter->weights);
        free(filter->observer);
        free(filter);
    }
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

/* ---- Observers ---- */

Observer *observer_new(int in) {
    Observer *observer =
        calloc(1, sizeof *observer + (size_t)in * (sizeof(double) + sizeof(float)));
    if (observer != NULL) {
        observer->in = in;
        observer->greatest = (float *)(observer->sums + in);
    }
    return observer;
}

/* `restrict` and the comparison, which skips NaN, let compilers vectorise. */
static void note_cell(const float *restrict values, int in, float *restrict greatest,
                      double *restrict sums) {
    for (int i = 0; i < in; i++) {
        const float size = fabsf(values[i]);
        greatest[i] = size > greatest[i] ? size : greatest[i];
    }
    for (int i = 0; i < in; i++) {
        sums[i] += (double)values[i];
    }
}

void observer_add(Observer *observer, const float *values, int cells) {
    observer->cells += cells;
    for (int cell = 0; cell < cells; cell++, values += observer->in) {
        note_cell(values, observer->in, observer->greatest, observer->sums);
    }
}
/* ---- Quantization ---- */

/* Chooses the steps of the input channels. A step in proportion to a channel's dynamic range makes
 * its values exact, but its weights, which are scaled by the step, coarse; one step for all
 * channels does the reverse. The fourth root of the dynamic range, measured, comes closest to exact
 * answers. It leaves headroom for all channels but those of the greatest dynamic ranges, whose
 * steps are enlarged. */
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
                     const Observer *observer, Arena *arena) {
    assert(element != ELEMENT_F32 && observer->in == filter->in && filter->inverse_scale == NULL);
    filter->element = element;
    filter->inverse_scale = arena_take(arena, (size_t)filter->in * sizeof(float));
    filter->mean = arena_take(arena, (size_t)filter->in * sizeof(float));
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

/* ---- Packing ---- */

static int panel_count(const Filter *filter) {
    return filter->out / KERNELS_PANEL;
}

int filter_chunks(const Filter *filter) {
    const int chunks = (panel_count(filter) + KERNELS_CHUNK - 1) / KERNELS_CHUNK;
    return filter->is_gated ? chunks + chunks % 2 : chunks;
}

int filter_chunk_begin(const Filter *filter, int chunk) {
    return chunk * panel_count(filter) / filter_chunks(filter);
}

int filter_steps(const Filter *filter) {
    return filter->in * (int)element_bytes(filter->element) / KERNELS_WORD;
}

size_t filter_panel_bytes(const Filter *filter) {
    return (size_t)filter_steps(filter) * KERNELS_PANEL * KERNELS_WORD;
}

const char *filter_chunk(const Filter *filter, int chunk) {
    const int panels = filter_chunk_begin(filter, chunk) * filter->taps;
    return filter->packed + (size_t)panels * filter_panel_bytes(filter);
}

/* The weights of an input channel for all output channels. */
static float *weight_row(const Filter *filter, int tap, int i) {
    return filter->weights + ((size_t)tap * (size_t)filter->in + (size_t)i) * (size_t)filter->out;
}

/* 1 for weights whose unit would not be a normal float: all become 0. Division by a unit of 0 would
 * make them infinite. */
static float usable_unit(float unit) {
    return unit >= FLT_MIN ? unit : 1;
}

/* The units for taps from begin to end of a panel's output channels in 16 bits: the smallest with
 * which no weight exceeds 16 bits and no sum 32, if no value that is multiplied exceeds `most`.
 * Rounding may add half a unit to each weight. */
static void choose_short_units(const Filter *filter, int begin, int end, int panel, double most,
                               float *units) {
    double sums[KERNELS_PANEL] = {0}, greatest[KERNELS_PANEL] = {0};
    for (int row = begin * filter->in; row < end * filter->in; row++) {
        const float *weights = weight_row(filter, 0, row) + panel * KERNELS_PANEL;
        for (int c = 0; c < KERNELS_PANEL; c++) {
            const double weight = fabs((double)weights[c]);
            sums[c] += weight;
            greatest[c] = weight > greatest[c] ? weight : greatest[c];
        }
    }
    const double halves = (double)((size_t)(end - begin) * (size_t)filter->in) / 2;
    for (int c = 0; c < KERNELS_PANEL; c++) {
        const double unit = fmax(greatest[c] / SHORT_MAX, sums[c] / (SUM_MAX / most - halves));
        units[c] = usable_unit((float)unit * (1 + 1e-6F));
    }
}

static float rounded(float weight, float unit) {
    return fmaxf(-BYTE_MAX, fminf(rintf(weight / unit), BYTE_MAX));
}

/* Tries the unit that makes the greatest weight BYTE_MAX, and some smaller ones, which clip that
 * weight but round the others less. Returns the one with the least sum of squared errors. */
static float choose_byte_unit(const Filter *filter, int o) {
    const int rows = filter->taps * filter->in;
    float greatest = 0, best = 1;
    double least = INFINITY;
    for (int row = 0; row < rows; row++) {
        greatest = fmaxf(greatest, fabsf(weight_row(filter, 0, row)[o]));
    }
    for (int i = 0; i < UNIT_CANDIDATES; i++) {
        const float unit = usable_unit(greatest / BYTE_MAX * (1 - UNIT_DECREMENT * (float)i));
        double error = 0;
        for (int row = 0; row < rows; row++) {
            const float weight = weight_row(filter, 0, row)[o];
            const double difference = (double)(weight - unit * rounded(weight, unit));
            error += difference * difference;
        }
        if (error < least) {
            least = error;
            best = unit;
        }
    }
    return best;
}

/* Rounds the direct form's weights of output channel o by its unit. The bias takes off what the
 * zero point adds to the sums, and what rounding adds to them on average. */
static void round_direct(Filter *filter, int o) {
    const bool is_bytes = filter->element == ELEMENT_U8;
    const float unit = filter->unit[o];
    double added = 0;
    for (int tap = 0; tap < filter->taps; tap++) {
        for (int i = 0; i < filter->in; i++) {
            float *weight = &weight_row(filter, tap, i)[o];
            const float whole = is_bytes ? rounded(*weight, unit) : rintf(*weight / unit);
            added +=
                (double)(whole * filter->zero_point) +
                (double)((whole - *weight / unit) * filter->inverse_scale[i] * filter->mean[i]);
            *weight = whole;
        }
    }
    filter->bias[o] = -unit * (float)added;
}

static void round_direct_panel(Filter *filter, int panel) {
    const int first = panel * KERNELS_PANEL;
    const bool is_bytes = filter->element == ELEMENT_U8;
    if (!is_bytes) {
        choose_short_units(filter, 0, filter->taps, panel, (double)filter->most,
                           filter->unit + first);
    }
    for (int o = first; o < first + KERNELS_PANEL; o++) {
        if (is_bytes) {
            filter->unit[o] = choose_byte_unit(filter, o);
        }
        round_direct(filter, o);
    }
}

/* Rounds the tiled form's weights of a panel. */
static void round_planes(Filter *filter, int panel) {
    for (int plane = 0; plane < TILE_PLANES; plane++) {
        const double most = (double)filter->most * winograd_reach(plane, filter->least < 0);
        float *units = filter->unit + (panel * TILE_PLANES + plane) * KERNELS_PANEL;
        choose_short_units(filter, plane, plane + 1, panel, most, units);
        for (int i = 0; i < filter->in; i++) {
            float *weights = weight_row(filter, plane, i) + panel * KERNELS_PANEL;
            for (int c = 0; c < KERNELS_PANEL; c++) {
                weights[c] = rintf(weights[c] / units[c]);
            }
        }
    }
}

/* Makes the weights whole numbers, for values in steps of the input. */
static bool round_weights(Filter *filter, Arena *arena) {
    const size_t out = (size_t)filter->out;
    filter->unit = arena_take(arena, (filter->is_tiled ? TILE_PLANES : 1) * out * sizeof(float));
    filter->bias = arena_take(arena, out * sizeof(float));
    if (filter->unit == NULL || filter->bias == NULL) {
        return false;
    }
    for (int row = 0; row < filter->taps * filter->in; row++) {
        for (int o = 0; o < filter->out; o++) {
            weight_row(filter, 0, row)[o] /= filter->inverse_scale[row % filter->in];
        }
    }
    for (int panel = 0; panel < panel_count(filter); panel++) {
        if (filter->is_tiled) {
            round_planes(filter, panel);
        } else {
            round_direct_panel(filter, panel);
        }
    }
    return true;
}

static void write_number(Element element, char *to, float value) {
    switch (element) {
    case ELEMENT_F32:
        *(float *)(void *)to = value;
        break;
    case ELEMENT_S16:
        *(int16_t *)(void *)to = (int16_t)value;
        break;
    case ELEMENT_U8:
        *(int8_t *)to = (int8_t)value;
        break;
    }
}

/* Writes one panel's weights of a tap. */
static void write_panel(const Filter *filter, int tap, int panel, char *to) {
    const size_t bytes = element_bytes(filter->element), per_word = KERNELS_WORD / bytes;
    for (size_t i = 0; i < (size_t)filter->in; i++) {
        const float *row = weight_row(filter, tap, (int)i) + panel * KERNELS_PANEL;
        char *step = to + i / per_word * KERNELS_PANEL * KERNELS_WORD + i % per_word * bytes;
        for (int c = 0; c < KERNELS_PANEL; c++) {
            write_number(filter->element, step + c * KERNELS_WORD, row[c]);
        }
    }
}

static void write_weights(const Filter *filter, char *to) {
    for (int chunk = 0; chunk < filter_chunks(filter); chunk++) {
        const int begin = filter_chunk_begin(filter, chunk);
        const int end = filter_chunk_begin(filter, chunk + 1);
        for (int tap = 0; tap < filter->taps; tap++) {
            for (int panel = begin; panel < end; panel++, to += filter_panel_bytes(filter)) {
                write_panel(filter, tap, panel, to);
            }
        }
    }
}

/* Replaces the weights by those of the planes of tiles. */
static bool transform_weights(Filter *filter) {
    float *planes = malloc(TILE_PLANES * (size_t)filter->in * (size_t)filter->out * sizeof *planes);
    if (planes != NULL) {
        winograd_transform(filter->weights, filter->in, filter->out, planes);
        free(filter->weights);
        filter->weights = planes;
    }
    return planes != NULL;
}

bool filter_pack(Filter *filter, Arena *arena) {
    filter->is_tiled = filter->kernel == 3 && filter->element != ELEMENT_U8;
    filter->taps = filter->is_tiled ? TILE_PLANES : filter->kernel * filter->kernel;
    char *packed = arena_take(arena, (size_t)(filter->taps * panel_count(filter)) *
                                         filter_panel_bytes(filter));
    if (packed == NULL || (filter->is_tiled && !transform_weights(filter)) ||
        (filter->element != ELEMENT_F32 && !round_weights(filter, arena))) {
        return false;
    }
    write_weights(filter, packed);
    filter->packed = packed;
    free(filter->weights);
    filter->weights = NULL;
    return true;
}
