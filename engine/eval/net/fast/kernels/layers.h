/* Norms, activations, pooling, and the initial convolution's sums. Included once by each file of
 * kernels, after lanes.h and the functions that lanes.h asks for. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_LAYERS_H
#define ENGINE_EVAL_NET_FAST_KERNELS_LAYERS_H

#include <math.h>

#include "engine/eval/net/fast/kernels/lanes.h"

/* e^x to about two units in the last place, as 2^n e^r with |r| <= ln 2 / 2, and e^r by its series.
 * x is limited to the range in which the result is a normal float. */
static inline Lanes exponential(Lanes x) {
    const Lanes zero = {0}, shift = zero + 12582912.0F; /* 1.5 * 2^23: adding it rounds */
    x = lesser(greater(x, zero - 87), zero + 87);
    const Lanes shifted = x * 1.44269504F + shift, n = shifted - shift;
    const Lanes r = x - n * 0.693359375F + n * 2.12194440e-4F;
    Lanes sum = zero + 1.0F / 5040;
    sum = sum * r + 1.0F / 720;
    sum = sum * r + 1.0F / 120;
    sum = sum * r + 1.0F / 24;
    sum = sum * r + 1.0F / 6;
    sum = sum * r + 0.5F;
    sum = sum * r + 1;
    sum = sum * r + 1;
    return (Lanes)((Whole)sum + ((Whole)shifted << 23));
}

static inline Lanes activated(Activation activation, Lanes x) {
    const Lanes zero = {0};
    switch (activation) {
    case ACTIVATION_RELU:
        return greater(x, zero);
    case ACTIVATION_MISH: { /* x tanh(log(1 + e^x)), the tanh as a fraction of e^x */
        const Lanes e = exponential(lesser(x, zero + 20));
        const Lanes n = e * (e + 2);
        return x * (n / (n + 2));
    }
    case ACTIVATION_SILU:
        return x / (1 + exponential(-x));
    case ACTIVATION_IDENTITY:
        break;
    }
    return x;
}

/* Which steps values take: constants in most calls, so that loops have no branches. */
typedef struct {
    Activation activation;
    Element element;
    bool has_inverse_scale;
    bool keeps, adds, writes; /* an Epilogue's keep, adds, to */
} Form;

static inline Form form_of(const OutputStage *output_stage) {
    return (Form){.activation = output_stage->activation,
                  .element = output_stage->element,
                  .has_inverse_scale = output_stage->inverse_scale != NULL,
                  .writes = true};
}

/* An output stage's numbers for some channels, loaded before a loop because a compiler cannot know
 * that what the loop writes does not change them. */
typedef struct {
    Lanes scale, bias, inverse_scale;
} Channels;

static inline Channels load_channels(const OutputStage *output_stage, int c) {
    const Lanes zero = {0};
    Channels channels = {zero + 1, zero, zero + 1};
    if (output_stage->scale != NULL) {
        channels.scale = load(output_stage->scale + c);
        channels.bias = load(output_stage->bias + c);
    }
    if (output_stage->inverse_scale != NULL) {
        channels.inverse_scale = load(output_stage->inverse_scale + c);
    }
    return channels;
}

typedef struct {
    Lanes least, most, shift; /* shift: 1.5 * 2^23, adding which rounds, and the zero point */
    Lanes excess;             /* what clamping has taken off */
} Limits;

static inline Limits load_limits(const OutputStage *output_stage) {
    const Lanes zero = {0};
    return (Limits){zero + output_stage->least, zero + output_stage->most,
                    zero + (12582912.0F + output_stage->zero_point),
                    output_stage->excess != NULL ? load(output_stage->excess) : zero};
}

/* Must follow the last use of the limits. */
static inline void store_excess(const OutputStage *output_stage, const Limits *limits) {
    if (output_stage->excess != NULL) {
        store(output_stage->excess, limits->excess);
    }
}

static inline Lanes absolute(Lanes x) {
    return (Lanes)((Whole)x & INT32_MAX);
}

static inline Lanes normed(Form form, const Channels *by, Lanes x) {
    return activated(form.activation, x * by->scale + by->bias);
}

/* Writes numbers from index i on: floats, or steps. */
static inline void write_numbers(Form form, const Channels *by, Limits *limits, Lanes value,
                                 void *to, size_t i) {
    if (form.element == ELEMENT_F32) {
        store((float *)to + i, value);
        return;
    }
    value = form.has_inverse_scale ? value * by->inverse_scale : value;
    const bool is_unsigned = form.activation == ACTIVATION_RELU;
    const Lanes above = is_unsigned ? value : greater(value, limits->least);
    const Lanes clamped = lesser(above, limits->most), excess = value - clamped;
    limits->excess += is_unsigned ? excess : absolute(excess);
    const Whole whole = (Whole)(clamped + limits->shift);
    if (form.element == ELEMENT_S16) {
        *(NarrowShorts *)((int16_t *)to + i) = narrowed(whole);
    } else {
        *(NarrowBytes *)((uint8_t *)to + i) = __builtin_convertvector(whole & 0xFF, NarrowBytes);
    }
}

INLINE void apply_as(Form form, const OutputStage *output_stage, const float *from,
                     size_t from_stride, int rows, int channels, void *to) {
    Limits limits = load_limits(output_stage);
    for (int c = 0; c < channels; c += LANES) {
        const Channels by = load_channels(output_stage, c);
        for (int row = 0; row < rows; row++) {
            const Lanes value = normed(form, &by, load(from + (size_t)row * from_stride + c));
            write_numbers(form, &by, &limits, value, to,
                          (size_t)row * (size_t)channels + (size_t)c);
        }
    }
    store_excess(output_stage, &limits);
}

static void apply(const OutputStage *output_stage, const float *from, size_t from_stride, int rows,
                  int channels, void *to) {
    const Form form = form_of(output_stage);
    if (form.activation == ACTIVATION_RELU && form.element == ELEMENT_S16 &&
        !form.has_inverse_scale) {
        apply_as((Form){.activation = ACTIVATION_RELU, .element = ELEMENT_S16}, output_stage, from,
                 from_stride, rows, channels, to);
    } else {
        apply_as(form, output_stage, from, from_stride, rows, channels, to);
    }
}

/* Finishes the vector whose first value has index i in keep and in to. */
INLINE void finish_vector(Form form, const Epilogue *epilogue, const Channels *by, Limits *limits,
                          Lanes value, size_t i) {
    if (form.keeps) {
        value = form.adds ? value + load(epilogue->keep + i) : value;
        store(epilogue->keep + i, value);
    }
    if (form.writes) {
        write_numbers(form, by, limits, normed(form, by, value), epilogue->to, i);
    }
}

static inline Form finish_form(const Epilogue *epilogue) {
    Form form = form_of(&epilogue->output_stage);
    form.keeps = epilogue->keep != NULL;
    form.adds = epilogue->adds;
    form.writes = epilogue->to != NULL;
    return form;
}

/* Floats, or whole numbers as floats. */
static inline Lanes load_sums(bool are_floats, const void *from) {
    return are_floats ? load(from) : __builtin_convertvector(*(const LooseWhole *)from, Lanes);
}

/* What the sums of some channels stand for, from channel c on. */
static inline Lanes finished_sums(const Epilogue *epilogue, bool are_floats, const float *sums,
                                  int c, Lanes factor) {
    const Lanes zero = {0};
    const Lanes unit = epilogue->unit != NULL ? load(epilogue->unit + c) * factor : factor;
    const Lanes bias = epilogue->bias != NULL ? load(epilogue->bias + c) : zero;
    return load_sums(are_floats, sums) * unit + bias;
}

/* Row by row, so that what is written lies together. */
INLINE void finish_as(Form form, const Epilogue *how, const void *sums, bool are_floats, int row,
                      int rows, int first, int channels) {
    const Lanes zero = {0};
    const Epilogue epilogue = *how;
    Limits limits = load_limits(&epilogue.output_stage);
    const float *from = sums;
    for (int r = 0; r < rows; r++) {
        const size_t to = (size_t)(row + r) * (size_t)epilogue.channels;
        const Lanes factor = zero + (epilogue.factors != NULL ? epilogue.factors[r] : 1);
        for (int c = first; c < first + channels; c += LANES, from += LANES) {
            const Channels by = load_channels(&epilogue.output_stage, c);
            finish_vector(form, &epilogue, &by, &limits,
                          finished_sums(&epilogue, are_floats, from, c, factor), to + (size_t)c);
        }
    }
    store_excess(&epilogue.output_stage, &limits);
}

static void finish(const Epilogue *epilogue, const void *sums, bool are_floats, int row, int rows,
                   int first, int channels) {
    const Form form = finish_form(epilogue);
    if (form.writes) {
        finish_as(form, epilogue, sums, are_floats, row, rows, first, channels);
    } else {
        finish_as((Form){.keeps = true, .adds = form.adds}, epilogue, sums, are_floats, row, rows,
                  first, channels);
    }
}

static void pool(const OutputStage *output_stage, const float *from, size_t from_stride, int rows,
                 int channels, float *sums, float *greatest) {
    const Form form = form_of(output_stage);
    for (int c = 0; c < channels; c += LANES) {
        const Channels by = load_channels(output_stage, c);
        Lanes sum = {0}, most = sum - INFINITY;
        for (int row = 0; row < rows; row++) {
            const Lanes x = normed(form, &by, load(from + (size_t)row * from_stride + c));
            sum += x;
            most = greater(x, most);
        }
        store(sums + c, sum);
        store(greatest + c, most);
    }
}

static void multiply_row(const float *matrix, int rows, int columns, const float *in, float *out) {
    int o = 0;
    for (; o + LANES <= columns; o += LANES) {
        Lanes sum = {0};
        for (int i = 0; i < rows; i++) {
            sum += in[i] * load(matrix + (size_t)i * (size_t)columns + o);
        }
        store(out + o, sum);
    }
    for (; o < columns; o++) {
        out[o] = 0;
        for (int i = 0; i < rows; i++) {
            out[o] += in[i] * matrix[(size_t)i * (size_t)columns + (size_t)o];
        }
    }
}

/* Vectors that add_rows sums at a time, in registers: with 16 lanes 96 channels, a whole cell of a
 * small network. */
enum { ADD_VECTORS = 6 };

/* Sums some vectors of a cell. Their number is a constant in every call. */
INLINE void add_vectors(int vectors, const float *matrix, const int32_t *rows, int count,
                        int channels, const float *base, const float *shift, float *cell) {
    Lanes sums[ADD_VECTORS];
    for (int v = 0; v < vectors; v++) {
        sums[v] = load(base + v * LANES) + load(shift + v * LANES);
    }
    for (int i = 0; i < count; i++) {
        const float *row = matrix + rows[i] * channels;
        for (int v = 0; v < vectors; v++) {
            sums[v] += load(row + v * LANES);
        }
    }
    for (int v = 0; v < vectors; v++) {
        store(cell + v * LANES, sums[v]);
    }
}

static void add_rows(const float *matrix, const int32_t *rows, int count, int channels,
                     const float *base, const float *shift, float *cell) {
    int c = 0;
    for (; c + ADD_VECTORS * LANES <= channels; c += ADD_VECTORS * LANES) {
        add_vectors(ADD_VECTORS, matrix + c, rows, count, channels, base + c, shift + c, cell + c);
    }
    for (; c < channels; c += LANES) {
        add_vectors(1, matrix + c, rows, count, channels, base + c, shift + c, cell + c);
    }
}

#endif
