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

/* 2^x to 7.5e-5 of it, for |x| <= 30: the polynomial that is closest between -1/2 and 1/2. */
static inline Lanes rough_power(Lanes x) {
    const Lanes zero = {0}, shift = zero + 12582912.0F; /* 1.5 * 2^23: adding it rounds */
    const Lanes shifted = x + shift, r = x - (shifted - shift);
    Lanes sum = zero + 0.0551716691F;
    sum = sum * r + 0.2426111222F;
    sum = sum * r + 0.6932609855F;
    sum = sum * r + 0.9999280735F;
    return (Lanes)((Whole)sum + ((Whole)shifted << 23));
}

/* e^x as exactly as an element needs it: errors of x / (1 + e^-x) stay below a step of 16 bits. */
static inline Lanes exponential_for(Element element, Lanes x) {
    const Lanes zero = {0};
    return element == ELEMENT_F32
               ? exponential(x)
               : rough_power(lesser(greater(x * 1.44269504F, zero - 30), zero + 30));
}

/* The activation of x, for an element. */
static inline Lanes activated(Activation activation, Element element, Lanes x) {
    const Lanes zero = {0};
    switch (activation) {
    case ACTIVATION_RELU:
        return greater(x, zero);
    case ACTIVATION_MISH: { /* x tanh(log(1 + e^x)), the tanh as a fraction of e^x */
        const Lanes e = exponential_for(element, element == ELEMENT_F32 ? lesser(x, zero + 20) : x);
        const Lanes n = e * (e + 2);
        return x * (n / (n + 2));
    }
    case ACTIVATION_SILU:
        return x / (1 + exponential_for(element, -x));
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
    bool has_factors;
} Form;

static inline Form form_of(const OutputStage *output_stage) {
    return (Form){.activation = output_stage->activation,
                  .element = output_stage->element,
                  .has_inverse_scale = output_stage->inverse_scale != NULL,
                  .writes = true};
}

/* 16-bit numbers, which most layers write. The scales of a ReLU's are folded into what stands
 * before it. */
static inline Form shorts_form(Activation activation) {
    return (Form){.activation = activation,
                  .element = ELEMENT_S16,
                  .has_inverse_scale = activation != ACTIVATION_RELU,
                  .writes = true};
}

/* Do two forms write alike? */
static inline bool write_alike(Form form, Form other) {
    return form.activation == other.activation && form.element == other.element &&
           form.has_inverse_scale == other.has_inverse_scale;
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
    Lanes least, most;
    Lanes shift;  /* 1.5 * 2^23: adding it rounds */
    Lanes excess; /* what clamping has taken off */
} Limits;

static inline Limits load_limits(const OutputStage *output_stage) {
    const Lanes zero = {0};
    return (Limits){zero + output_stage->least, zero + output_stage->most, zero + 12582912.0F,
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
    return activated(form.activation, form.element, x * by->scale + by->bias);
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
    *(NarrowShorts *)((int16_t *)to + i) = narrowed((Whole)(clamped + limits->shift));
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
    if (write_alike(form, shorts_form(ACTIVATION_RELU))) {
        apply_as(shorts_form(ACTIVATION_RELU), output_stage, from, from_stride, rows, channels, to);
    } else if (write_alike(form, shorts_form(ACTIVATION_IDENTITY))) {
        apply_as(shorts_form(ACTIVATION_IDENTITY), output_stage, from, from_stride, rows, channels,
                 to);
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
    form.has_factors = epilogue->factors != NULL;
    return form;
}

/* Floats, or whole numbers as floats. */
static inline Lanes load_sums(bool are_floats, const void *from) {
    return are_floats ? load(from) : __builtin_convertvector(*(const LooseWhole *)from, Lanes);
}

/* What the sums of some channels stand for. */
typedef struct {
    Lanes unit, bias;
} Scaling;

static inline Scaling load_scaling(const Epilogue *epilogue, int c) {
    const Lanes zero = {0};
    return (Scaling){epilogue->unit != NULL ? load(epilogue->unit + c) : zero + 1,
                     epilogue->bias != NULL ? load(epilogue->bias + c) : zero};
}

/* Channel by channel, so that their numbers stay in registers. */
INLINE void finish_as(Form form, const Epilogue *how, const void *sums, bool are_floats, int row,
                      int rows, int first, int channels) {
    const Epilogue epilogue = *how;
    const size_t stride = (size_t)epilogue.channels;
    Limits limits = load_limits(&epilogue.output_stage);
    for (int c = 0; c < channels; c += LANES) {
        const Channels by = load_channels(&epilogue.output_stage, first + c);
        const Scaling scaling = load_scaling(&epilogue, first + c);
        const float *from = (const float *)sums + c;
        size_t to = (size_t)row * stride + (size_t)(first + c);
        for (int r = 0; r < rows; r++, from += channels, to += stride) {
            const Lanes value =
                load_sums(are_floats, from) *
                    (form.has_factors ? scaling.unit * epilogue.factors[r] : scaling.unit) +
                scaling.bias;
            finish_vector(form, &epilogue, &by, &limits, value, to);
        }
    }
    store_excess(&epilogue.output_stage, &limits);
}

/* Finishes int16 rows: an activation, and either both adds and keeps rows or does neither. */
INLINE void finish_shorts(Activation activation, const Epilogue *epilogue, const void *sums,
                          int row, int rows, int first, int channels) {
    Form form = shorts_form(activation);
    if (epilogue->keep == NULL) {
        finish_as(form, epilogue, sums, false, row, rows, first, channels);
    } else {
        form.keeps = form.adds = true;
        finish_as(form, epilogue, sums, false, row, rows, first, channels);
    }
}

/* The forms that networks use most have code of their own. */
static void finish(const Epilogue *epilogue, const void *sums, bool are_floats, int row, int rows,
                   int first, int channels) {
    const Form form = finish_form(epilogue);
    const bool is_usual = !are_floats && !form.has_factors && form.keeps == form.adds &&
                          write_alike(form, shorts_form(form.activation));
    if (!form.writes && !form.has_factors && !are_floats) {
        finish_as((Form){.keeps = true, .adds = form.adds}, epilogue, sums, false, row, rows, first,
                  channels);
    } else if (!is_usual) {
        finish_as(form, epilogue, sums, are_floats, row, rows, first, channels);
    } else if (form.activation == ACTIVATION_RELU) {
        finish_shorts(ACTIVATION_RELU, epilogue, sums, row, rows, first, channels);
    } else if (form.activation == ACTIVATION_MISH) {
        finish_shorts(ACTIVATION_MISH, epilogue, sums, row, rows, first, channels);
    } else if (form.activation == ACTIVATION_SILU) {
        finish_shorts(ACTIVATION_SILU, epilogue, sums, row, rows, first, channels);
    } else {
        finish_shorts(ACTIVATION_IDENTITY, epilogue, sums, row, rows, first, channels);
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
