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

Filter *filter_new(int kernel, int in, int out) {
    Filter *filter = malloc(sizeof *filter);
    if (filter != NULL) {
        *filter = (Filter){.kernel = kernel, .in = in, .out = out, .element = ELEMENT_F32};
    }
    return filter;
}

/* The floats of a panel's weights of a tap. */
static size_t panel_floats(const Filter *filter) {
    return (size_t)filter->in * KERNELS_PANEL;
}

static int panel_count(const Filter *filter) {
    return filter->out / KERNELS_PANEL;
}

/* From a plane of some panels to the next, in floats: not a multiple of a page, which would make
 * planes compete for the same sets of a cache. */
static size_t plane_stride(const Filter *filter, int panels) {
    return (size_t)panels * panel_floats(filter) + KERNELS_PANEL;
}

size_t filter_room(const Filter *filter) {
    const size_t taps = (size_t)(filter->kernel * filter->kernel * panel_count(filter));
    return taps * panel_floats(filter) + TILE_PLANES * plane_stride(filter, 1);
}

void filter_place(const Filter *filter, const Convolution *layer, int offset, float *weights) {
    const int margin = (filter->kernel - layer->kernel) / 2;
    const size_t panel_stride = (size_t)(filter->kernel * filter->kernel) * panel_floats(filter);
    const float *from = layer->weights;
    weights += (size_t)(offset / KERNELS_PANEL) * panel_stride;
    for (int point = 0; point < layer->kernel * layer->kernel; point++) {
        const int y = point / layer->kernel + margin, x = point % layer->kernel + margin;
        float *line = weights + (size_t)(y * filter->kernel + x) * panel_floats(filter);
        for (int i = 0; i < layer->in; i++, from += layer->out, line += KERNELS_PANEL) {
            float *to = line;
            int o = 0;
            for (; o + KERNELS_PANEL <= layer->out; o += KERNELS_PANEL, to += panel_stride) {
                memcpy(to, from + o, KERNELS_PANEL * sizeof *to);
            }
            memcpy(to, from + o, (size_t)(layer->out - o) * sizeof *to);
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
    const size_t count = (size_t)exact->out * (size_t)(exact->kernel * exact->kernel * exact->in);
    const float *weights = (const float *)(const void *)exact->packed;
    float greatest = 0;
    double value = 0, sum = 0;
    assert(exact->form == WEIGHTS_COMPACT || !exact->is_tiled);
    for (size_t i = 0; i < count; i++) {
        greatest = fmaxf(greatest, fabsf(weights[i]));
    }
    for (int i = 0; i < exact->in; i++) {
        value = fmax(value, (double)exact->observer->greatest[i]);
        sum += fabs(exact->observer->sums[i]);
    }
    return isfinite(sum) && fmax(value, value * (double)greatest) <= (double)FLT_MAX;
}

bool filter_quantize(Filter *filter, bool is_signed, const float *greatest, const float *mean,
                     Arena *arena) {
    assert(filter->inverse_scale == NULL && filter->packed == NULL);
    filter->element = ELEMENT_S16;
    filter->mean = mean;
    filter->inverse_scale = arena_take(arena, (size_t)filter->in * sizeof(float));
    if (filter->inverse_scale == NULL) {
        return false;
    }
    if (filter->kernel == 3) {
        filter->most = is_signed ? TILED_SIGNED_MOST : TILED_UNSIGNED_MOST;
    } else {
        filter->most = PLAIN_MOST;
    }
    filter->least = is_signed ? -filter->most : 0;
    choose_inverse_scales(filter, greatest);
    return true;
}

/* ---- Packing ---- */

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

/* Where a panel's weights of a tap are packed, and how far it is to those of the next tap. */
static char *packed_place(const Filter *filter, char *packed, int chunk, int panel,
                          size_t *tap_bytes) {
    const int begin = filter_chunk_begin(filter, chunk);
    const int panels = filter_chunk_begin(filter, chunk + 1) - begin;
    *tap_bytes = (size_t)panels * filter_panel_bytes(filter);
    return packed + ((size_t)begin * (size_t)filter->taps + (size_t)(panel - begin)) *
                        filter_panel_bytes(filter);
}

/* From a panel's weights of a tap to those of the next while they are packed, in floats. */
static size_t tap_stride(const Filter *filter) {
    return filter->is_tiled ? plane_stride(filter, 1) : panel_floats(filter);
}

/* Rounds a panel's weights to whole numbers and packs them: [taps][in][KERNELS_PANEL]. */
static void pack_whole_panel(Filter *filter, const Kernels *kernels, int panel, float *weights,
                             char *to, size_t tap_bytes) {
    const int in = filter->in, taps = filter->taps;
    double added[KERNELS_PANEL] = {0};
    float *units = filter->unit + panel * KERNELS_PANEL * (filter->is_tiled ? taps : 1);
    if (!filter->is_tiled) {
        kernels->choose_units(weights, taps, in, filter->inverse_scale, (double)filter->most,
                              units);
    }
    for (int tap = 0; tap < taps; tap++, weights += tap_stride(filter), to += tap_bytes) {
        if (filter->is_tiled) {
            const double reach = winograd_reach(tap, filter->least < 0);
            units = filter->unit + (panel * taps + tap) * KERNELS_PANEL;
            kernels->choose_units(weights, 1, in, filter->inverse_scale,
                                  (double)filter->most * reach, units);
        } else {
            kernels->add_rounding(weights, in, units, filter->inverse_scale, filter->mean, added);
        }
        kernels->round_weights(weights, in, units, (int16_t *)(void *)to);
    }
    for (int c = 0; c < KERNELS_PANEL && !filter->is_tiled; c++) {
        filter->bias[panel * KERNELS_PANEL + c] = -units[c] * (float)added[c];
    }
}

static void pack_float_panel(const Filter *filter, const float *weights, char *to,
                             size_t tap_bytes) {
    for (int tap = 0; tap < filter->taps; tap++, weights += tap_stride(filter), to += tap_bytes) {
        memcpy(to, weights, filter_panel_bytes(filter));
    }
}

/* Packs panel after panel; `planes` has room for the planes of one. */
static void pack_panels(Filter *filter, const Kernels *kernels, float *weights, float *planes,
                        char *packed) {
    const size_t floats = (size_t)(filter->kernel * filter->kernel) * panel_floats(filter);
    for (int chunk = 0; chunk < filter_chunks(filter); chunk++) {
        const int end = filter_chunk_begin(filter, chunk + 1);
        for (int panel = filter_chunk_begin(filter, chunk); panel < end; panel++) {
            float *own = weights + (size_t)panel * floats;
            size_t tap_bytes;
            char *to = packed_place(filter, packed, chunk, panel, &tap_bytes);
            if (filter->is_tiled) {
                kernels->tile_weights(own, filter->in, planes, plane_stride(filter, 1));
                own = planes;
            }
            if (filter->element == ELEMENT_F32) {
                pack_float_panel(filter, own, to, tap_bytes);
            } else {
                pack_whole_panel(filter, kernels, panel, own, to, tap_bytes);
            }
        }
    }
}

bool filter_pack(Filter *filter, const Kernels *kernels, WeightsForm form, float *weights,
                 Arena *arena) {
    const int points = filter->kernel * filter->kernel;
    const size_t out = (size_t)filter->out;
    filter->is_tiled = filter->kernel == 3;
    filter->form = filter->is_tiled && filter->element == ELEMENT_F32 ? form : WEIGHTS_PACKED;
    filter->taps = filter->is_tiled ? TILE_PLANES : points;
    const int kept = filter->form == WEIGHTS_COMPACT ? points : filter->taps;
    char *packed =
        arena_take(arena, (size_t)(kept * panel_count(filter)) * filter_panel_bytes(filter));
    if (filter->element != ELEMENT_F32) {
        filter->unit =
            arena_take(arena, (filter->is_tiled ? TILE_PLANES : 1) * out * sizeof(float));
        filter->bias = arena_take(arena, out * sizeof(float));
    }
    if (packed == NULL ||
        (filter->element != ELEMENT_F32 && (filter->unit == NULL || filter->bias == NULL))) {
        return false;
    }
    const size_t floats = (size_t)(points * panel_count(filter)) * panel_floats(filter);
    if (filter->form == WEIGHTS_COMPACT) {
        memcpy(packed, weights, floats * sizeof *weights);
    } else {
        pack_panels(filter, kernels, weights, weights + floats, packed);
    }
    filter->packed = packed;
    return true;
}

void filter_expand_chunk(const Filter *filter, const Kernels *kernels, int chunk, float *planes) {
    const int begin = filter_chunk_begin(filter, chunk),
              end = filter_chunk_begin(filter, chunk + 1);
    const size_t floats = (size_t)(filter->kernel * filter->kernel) * panel_floats(filter);
    for (int panel = begin; panel < end; panel++, planes += panel_floats(filter)) {
        kernels->tile_weights((const float *)(const void *)filter->packed + (size_t)panel * floats,
                              filter->in, planes, plane_stride(filter, end - begin));
    }
}

size_t filter_plane_bytes(const Filter *filter, int panels) {
    return filter->form == WEIGHTS_COMPACT ? plane_stride(filter, panels) * sizeof(float)
                                           : (size_t)panels * filter_panel_bytes(filter);
}
