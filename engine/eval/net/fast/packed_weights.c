#include "engine/eval/net/fast/packed_weights.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/fast/winograd.h"

/* The greatest signed byte that weights take: the range is symmetric. */
static const float BYTE_MAX = 127;

/* The limits of a sum and of a 16-bit weight. */
static const double SUM_MAX = INT32_MAX, SHORT_MAX = INT16_MAX;

/* How many units of weights in bytes are tried, each this much smaller than the last. */
enum { UNIT_CANDIDATES = 40 };
static const float UNIT_DECREMENT = 0.01F;

/* Weights on the way to a packed form. */
typedef struct {
    const Filter *filter;
    PackedWeights *packed;
    size_t in, out;
    float *values; /* [tap][in][out]: by steps of the input; then whole numbers */
} Packing;

static int panel_count(const Filter *filter) {
    return filter->out / KERNELS_PANEL;
}

int packed_weights_chunks(const Filter *filter) {
    const int chunks = (panel_count(filter) + KERNELS_CHUNK - 1) / KERNELS_CHUNK;
    return filter->is_gated ? chunks + chunks % 2 : chunks;
}

int packed_weights_chunk_begin(const Filter *filter, int chunk) {
    return chunk * panel_count(filter) / packed_weights_chunks(filter);
}

int packed_weights_steps(const Filter *filter) {
    return filter->in * (int)element_bytes(filter->element) / KERNELS_WORD;
}

size_t packed_weights_panel_bytes(const Filter *filter) {
    return (size_t)packed_weights_steps(filter) * KERNELS_PANEL * KERNELS_WORD;
}

const char *packed_weights_chunk(const PackedWeights *packed, const Filter *filter, int chunk) {
    const int panels = packed_weights_chunk_begin(filter, chunk) * packed->taps;
    return packed->weights + (size_t)panels * packed_weights_panel_bytes(filter);
}

static float *row_of(const Packing *packing, size_t tap, size_t i) {
    return packing->values + (tap * packing->in + i) * packing->out;
}

/* ---- Whole numbers ---- */

static void divide_by_inverse_scales(Packing *packing) {
    for (size_t tap = 0; tap < (size_t)packing->packed->taps; tap++) {
        for (size_t i = 0; i < packing->in; i++) {
            float *row = row_of(packing, tap, i);
            for (size_t o = 0; o < packing->out; o++) {
                row[o] /= packing->filter->inverse_scale[i];
            }
        }
    }
}

/* 1 for weights so small that no normal float is their unit: all of them become 0. Division by a
 * unit of 0 would make them infinite. */
static float usable_unit(float unit) {
    return unit >= FLT_MIN ? unit : 1;
}

/* The unit for taps from begin to end of output channel o in 16 bits: the smallest with which no
 * weight exceeds 16 bits and no sum 32, if no value that is multiplied exceeds `most`. Rounding may
 * add half a unit to each weight. */
static float choose_short_unit(const Packing *packing, size_t begin, size_t end, size_t o,
                               double most) {
    double sum = 0, greatest = 0;
    for (size_t tap = begin; tap < end; tap++) {
        for (size_t i = 0; i < packing->in; i++) {
            const double weight = fabs((double)row_of(packing, tap, i)[o]);
            sum += weight;
            greatest = fmax(greatest, weight);
        }
    }
    const double halves = (double)((end - begin) * packing->in) / 2;
    const double unit = fmax(greatest / SHORT_MAX, sum / (SUM_MAX / most - halves));
    return usable_unit((float)unit * (1 + 1e-6F));
}

static float rounded(float weight, float unit) {
    return fmaxf(-BYTE_MAX, fminf(rintf(weight / unit), BYTE_MAX));
}

/* The sum of squared errors if the weights of output channel o are rounded to bytes by this unit.
 */
static double judge_byte_unit(const Packing *packing, size_t o, float unit) {
    double error = 0;
    for (size_t row = 0; row < (size_t)packing->packed->taps * packing->in; row++) {
        const float weight = packing->values[row * packing->out + o];
        const double difference = (double)(weight - unit * rounded(weight, unit));
        error += difference * difference;
    }
    return error;
}

/* Tries the unit that makes the greatest weight BYTE_MAX, and some smaller ones, which clip that
 * weight but round the others less. Returns the one with the least error. */
static float choose_byte_unit(const Packing *packing, size_t o) {
    float greatest = 0, best = 1;
    double least = INFINITY;
    for (size_t row = 0; row < (size_t)packing->packed->taps * packing->in; row++) {
        greatest = fmaxf(greatest, fabsf(packing->values[row * packing->out + o]));
    }
    for (int i = 0; i < UNIT_CANDIDATES; i++) {
        const float unit = usable_unit(greatest / BYTE_MAX * (1 - UNIT_DECREMENT * (float)i));
        const double error = judge_byte_unit(packing, o, unit);
        if (error < least) {
            least = error;
            best = unit;
        }
    }
    return best;
}

/* Rounds the direct form's weights of output channel o. The bias takes off what the zero point
 * adds to the sums, and what rounding adds to them on average. */
static void round_direct(Packing *packing, size_t o) {
    const Filter *filter = packing->filter;
    const size_t taps = (size_t)packing->packed->taps;
    const float unit = filter->element == ELEMENT_U8
                           ? choose_byte_unit(packing, o)
                           : choose_short_unit(packing, 0, taps, o, (double)filter->most);
    double added = 0;
    for (size_t tap = 0; tap < taps; tap++) {
        for (size_t i = 0; i < packing->in; i++) {
            float *weight = &row_of(packing, tap, i)[o];
            const float whole =
                filter->element == ELEMENT_U8 ? rounded(*weight, unit) : rintf(*weight / unit);
            added +=
                (double)(whole * filter->zero_point) +
                (double)((whole - *weight / unit) * filter->inverse_scale[i] * filter->mean[i]);
            *weight = whole;
        }
    }
    packing->packed->unit[o] = unit;
    packing->packed->bias[o] = -unit * (float)added;
}

/* Rounds the tiled form's weights of output channel o. */
static void round_planes(Packing *packing, size_t o) {
    const Filter *filter = packing->filter;
    for (size_t plane = 0; plane < (size_t)packing->packed->taps; plane++) {
        const double most = (double)filter->most * winograd_reach((int)plane, filter->least < 0);
        const float unit = choose_short_unit(packing, plane, plane + 1, o, most);
        for (size_t i = 0; i < packing->in; i++) {
            float *weight = &row_of(packing, plane, i)[o];
            *weight = rintf(*weight / unit);
        }
        const size_t panel = o / KERNELS_PANEL * (size_t)packing->packed->taps + plane;
        packing->packed->unit[panel * KERNELS_PANEL + o % KERNELS_PANEL] = unit;
    }
}

static bool round_weights(Packing *packing, Arena *arena) {
    PackedWeights *packed = packing->packed;
    const size_t units = (packed->is_tiled ? (size_t)packed->taps : 1) * packing->out;
    packed->unit = arena_take(arena, units * sizeof(float));
    packed->bias = arena_take(arena, packing->out * sizeof(float));
    if (packed->unit == NULL || packed->bias == NULL) {
        return false;
    }
    divide_by_inverse_scales(packing);
    for (size_t o = 0; o < packing->out; o++) {
        if (packed->is_tiled) {
            round_planes(packing, o);
        } else {
            round_direct(packing, o);
        }
    }
    return true;
}

/* ---- The order of products ---- */

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
static void write_panel(const Packing *packing, size_t tap, int panel, char *to) {
    const Element element = packing->filter->element;
    const size_t bytes = element_bytes(element), per_word = KERNELS_WORD / bytes;
    for (size_t i = 0; i < packing->in; i++) {
        const float *row = row_of(packing, tap, i) + panel * KERNELS_PANEL;
        char *step = to + i / per_word * KERNELS_PANEL * KERNELS_WORD + i % per_word * bytes;
        for (int c = 0; c < KERNELS_PANEL; c++) {
            write_number(element, step + c * KERNELS_WORD, row[c]);
        }
    }
}

static void write_weights(const Packing *packing) {
    const Filter *filter = packing->filter;
    char *to = packing->packed->weights;
    for (int chunk = 0; chunk < packed_weights_chunks(filter); chunk++) {
        const int begin = packed_weights_chunk_begin(filter, chunk);
        const int end = packed_weights_chunk_begin(filter, chunk + 1);
        for (int tap = 0; tap < packing->packed->taps; tap++) {
            for (int panel = begin; panel < end;
                 panel++, to += packed_weights_panel_bytes(filter)) {
                write_panel(packing, (size_t)tap, panel, to);
            }
        }
    }
}

static float *copy_values(const Filter *filter, const PackedWeights *packed) {
    const size_t count = (size_t)packed->taps * (size_t)filter->in * (size_t)filter->out;
    float *values = malloc(count * sizeof *values);
    if (values == NULL) {
        return NULL;
    }
    if (packed->is_tiled) {
        winograd_transform(filter->weights, filter->in, filter->out, values);
        return values;
    }
    return memcpy(values, filter->weights, count * sizeof *values);
}

static PackedWeights *pack(const Filter *filter, Arena *arena) {
    PackedWeights *packed = arena_take(arena, sizeof *packed);
    if (packed == NULL) {
        return NULL;
    }
    packed->is_tiled = filter->kernel == 3 && filter->element != ELEMENT_U8;
    packed->taps = packed->is_tiled ? TILE_PLANES : filter->kernel * filter->kernel;
    packed->weights = arena_take(arena, (size_t)(packed->taps * panel_count(filter)) *
                                            packed_weights_panel_bytes(filter));
    float *values = copy_values(filter, packed);
    Packing packing = {filter, packed, (size_t)filter->in, (size_t)filter->out, values};
    const bool ok = packed->weights != NULL && values != NULL &&
                    (filter->element == ELEMENT_F32 || round_weights(&packing, arena));
    if (ok) {
        write_weights(&packing);
    }
    free(values);
    return ok ? packed : NULL;
}

const PackedWeights *packed_weights_find(Filter *filter, Arena *arena) {
    pthread_mutex_lock(&arena->mutex);
    if (filter->packed == NULL) {
        filter->packed = pack(filter, arena);
        if (filter->packed != NULL) {
            free(filter->weights);
            filter->weights = NULL;
        }
    }
    const PackedWeights *packed = filter->packed;
    pthread_mutex_unlock(&arena->mutex);
    return packed;
}
