/* The loops of transformer blocks. Included once by each file of kernels, after layers.h. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_ATTENTION_H
#define ENGINE_EVAL_NET_FAST_KERNELS_ATTENTION_H

#include "engine/eval/net/fast/kernels/layers.h"

static inline Lanes low_half(Lanes x) {
    return (Lanes)low_words((Whole)x, (Whole)x);
}

static inline Lanes high_half(Lanes x) {
    return (Lanes)high_words((Whole)x, (Whole)x);
}

/* Adds halves to halves until all lanes are the sum. */
static inline float sum_of(Lanes x) {
    for (int half = LANES / 2; half > 0; half /= 2) {
        x = low_half(x) + high_half(x);
    }
    return x[0];
}

static inline float greatest_of(Lanes x) {
    for (int half = LANES / 2; half > 0; half /= 2) {
        x = greater(low_half(x), high_half(x));
    }
    return x[0];
}

/* Two chains of sums, as one would wait for itself. */
static float sum_squares(const float *from, int channels) {
    Lanes even = {0}, odd = {0};
    int c = 0;
    for (; c + LANES < channels; c += 2 * LANES) {
        even += load(from + c) * load(from + c);
        odd += load(from + c + LANES) * load(from + c + LANES);
    }
    if (c < channels) {
        even += load(from + c) * load(from + c);
    }
    return sum_of(even + odd);
}

INLINE void rms_as(Form form, const OutputStage *output_stage, const RmsShape *shape,
                   const float *from, int rows, void *to) {
    const int channels = shape->channels;
    Limits limits = load_limits(output_stage);
    float all = 0;
    for (int row = 0; shape->is_spatial && row < rows; row++) {
        all += sum_squares(from + (size_t)row * (size_t)channels, channels) / (float)rows;
    }
    for (int row = 0; row < rows; row++) {
        const size_t begin = (size_t)row * (size_t)channels;
        const float sum = shape->is_spatial ? all : sum_squares(from + begin, channels);
        const float factor = 1 / sqrtf(sum / (float)shape->count + shape->epsilon);
        for (int c = 0; c < channels; c += LANES) {
            const Channels by = load_channels(output_stage, c);
            const size_t i = begin + (size_t)c;
            write_numbers(form, &by, &limits, normed(form, &by, load(from + i) * factor), to, i);
        }
    }
    store_excess(output_stage, &limits);
}

static void rms(const OutputStage *output_stage, const RmsShape *shape, const float *from, int rows,
                void *to) {
    const Form form = form_of(output_stage);
    if (write_alike(form, shorts_form(ACTIVATION_IDENTITY))) {
        rms_as(shorts_form(ACTIVATION_IDENTITY), output_stage, shape, from, rows, to);
    } else {
        rms_as(form, output_stage, shape, from, rows, to);
    }
}

INLINE void gate_as(Form form, const Epilogue *how, const float *hidden, const float *gates,
                    bool are_floats, int row, int rows, int first, int channels) {
    const Epilogue epilogue = *how;
    const size_t stride = (size_t)epilogue.channels;
    Limits limits = load_limits(&epilogue.output_stage);
    for (int c = 0; c < channels; c += LANES) {
        const Channels by = load_channels(&epilogue.output_stage, first + c);
        const Scaling of_hidden = load_scaling(&epilogue, first + c);
        const Scaling of_gates = load_scaling(&epilogue, epilogue.channels + first + c);
        size_t to = (size_t)row * stride + (size_t)(first + c);
        for (int i = c; i < c + rows * channels; i += channels, to += stride) {
            const Lanes x = load_sums(are_floats, hidden + i) * of_hidden.unit + of_hidden.bias;
            const Lanes by_gate = load_sums(are_floats, gates + i) * of_gates.unit + of_gates.bias;
            write_numbers(form, &by, &limits, activated(ACTIVATION_SILU, form.element, x) * by_gate,
                          epilogue.to, to);
        }
    }
    store_excess(&epilogue.output_stage, &limits);
}

static void gate(const Epilogue *epilogue, const void *hidden, const void *gates, bool are_floats,
                 int row, int rows, int first, int channels) {
    const Form form = finish_form(epilogue);
    if (!are_floats && write_alike(form, shorts_form(ACTIVATION_IDENTITY))) {
        gate_as(shorts_form(ACTIVATION_IDENTITY), epilogue, hidden, gates, false, row, rows, first,
                channels);
    } else {
        gate_as(form, epilogue, hidden, gates, are_floats, row, rows, first, channels);
    }
}

/* The greatest absolute value. Panels are even in number, so there are always two vectors. */
static float greatest_absolute(const float *from, size_t stride, int rows, int channels) {
    const Lanes zero = {0};
    Lanes even = zero, odd = zero;
    for (int row = 0; row < rows; row++, from += stride) {
        for (int c = 0; c < channels; c += 2 * LANES) {
            const Lanes a = load(from + c), b = load(from + c + LANES);
            even = greater(greater(a, -a), even);
            odd = greater(greater(b, -b), odd);
        }
    }
    return greatest_of(greater(even, odd));
}

/* 16-bit weights of a row of sums, in the low halves of words: 2^(sum * unit + bias), at most 1.
 * Adds them to *total. */
static inline Whole short_weights(const LooseWord *sums, float unit, Lanes bias, Lanes *total) {
    const Lanes zero = {0}, round = zero + 12582912.0F; /* 1.5 * 2^23: adding it rounds */
    const Lanes x = load_sums(false, sums) * unit + bias;
    const Lanes weight = rough_power(greater(x, zero - 30));
    *total += weight;
    return (Whole)(weight * KERNELS_WEIGHT_MOST + round) & 0xFFFF;
}

/* Some columns of a panel. Two chains of maxima, as one would wait for itself. */
INLINE void weigh_columns(Element element, const LooseWord *sums, int rows, size_t stride,
                          float unit, LooseWord *to, float *factors) {
    const bool are_floats = element == ELEMENT_F32;
    const LooseWord *last = sums + (size_t)(rows - 1) * stride;
    Lanes most = load_sums(are_floats, last), other = most, total = {0};
    for (const LooseWord *row = sums; row < last; row += 2 * stride) {
        most = greater(load_sums(are_floats, row), most);
        other = greater(load_sums(are_floats, row + stride), other);
    }
    most = greater(most, other);
    if (are_floats) {
        for (int row = 0; row < rows; row++, sums += stride, to += KERNELS_PANEL) {
            const Lanes weight = exponential((load((const float *)sums) - most) * unit);
            total += weight;
            store((float *)to, weight);
        }
        store(factors, 1 / total);
        return;
    }
    const float power = unit * 1.44269504F; /* e^x = 2^(x log2 e) */
    const Lanes bias = -most * power;
    for (; sums < last; sums += 2 * stride, to += KERNELS_PANEL) {
        const Whole low = short_weights(sums, power, bias, &total);
        const Whole high = short_weights(sums + stride, power, bias, &total);
        *(LooseWhole *)to = low | high << 16;
    }
    if (rows % 2 != 0) {
        *(LooseWhole *)to = short_weights(sums, power, bias, &total);
    }
    store(factors, 1 / (total * KERNELS_WEIGHT_MOST));
}

static void weigh(Element element, const void *sums, int rows, size_t stride, float unit, void *to,
                  float *factors) {
    for (int c = 0; c < KERNELS_PANEL; c += LANES) {
        const LooseWord *from = (const LooseWord *)sums + c;
        if (element == ELEMENT_F32) {
            weigh_columns(ELEMENT_F32, from, rows, stride, unit, (LooseWord *)to + c, factors + c);
        } else {
            weigh_columns(ELEMENT_S16, from, rows, stride, unit, (LooseWord *)to + c, factors + c);
        }
    }
}

/* First channels of pairs stand before second ones, so that no lanes change places. */
static void rotate(float *head, int heads, int tables, int pairs, const float *across,
                   const float *down) {
    for (int i = 0; i < heads; i++, head += 2 * pairs) {
        const int table = i * tables / heads * 2 * pairs;
        for (int p = 0; p < pairs; p += LANES) { /* the angles' sum by the addition theorems */
            const Lanes cos_x = load(across + table + p), sin_x = load(across + table + pairs + p);
            const Lanes cos_y = load(down + table + p), sin_y = load(down + table + pairs + p);
            const Lanes cosine = cos_x * cos_y - sin_x * sin_y;
            const Lanes sine = sin_x * cos_y + cos_x * sin_y;
            const Lanes a = load(head + p), b = load(head + pairs + p);
            store(head + p, a * cosine - b * sine);
            store(head + pairs + p, a * sine + b * cosine);
        }
    }
}

/* Transposes a square of LANES words by perfect shuffles of its lines. */
INLINE void transpose_square(const LooseWord *from, size_t from_stride, LooseWord *to,
                             size_t to_stride) {
    Whole lines[LANES], mixed[LANES];
    for (int i = 0; i < LANES; i++) {
        lines[i] = *(const LooseWhole *)(from + (size_t)i * from_stride);
    }
#pragma GCC unroll 4
    for (int step = 1; step < LANES; step *= 2) {
#pragma GCC unroll 16
        for (int i = 0; i < LANES / 2; i++) {
            mixed[2 * i] = low_words(lines[i], lines[i + LANES / 2]);
            mixed[2 * i + 1] = high_words(lines[i], lines[i + LANES / 2]);
        }
#pragma GCC unroll 16
        for (int i = 0; i < LANES; i++) {
            lines[i] = mixed[i];
        }
    }
    for (int i = 0; i < LANES; i++) {
        *(LooseWhole *)(to + (size_t)i * to_stride) = lines[i];
    }
}

static void transpose(const void *from, size_t from_stride, int rows, int columns, void *to,
                      size_t to_stride) {
    const LooseWord *words = from;
    LooseWord *result = to;
    for (int row = 0; row < rows; row += LANES) {
        for (int c = 0; c < columns; c += LANES) {
            const LooseWord *square = words + (size_t)row * from_stride + (size_t)c;
            LooseWord *turned = result + (size_t)c * to_stride + (size_t)row;
            if (row + LANES <= rows && c + LANES <= columns) {
                transpose_square(square, from_stride, turned, to_stride);
                continue;
            }
            for (int y = row; y < rows && y < row + LANES; y++, square += from_stride, turned++) {
                for (int x = 0; x < LANES && c + x < columns; x++) {
                    turned[(size_t)x * to_stride] = square[x];
                }
            }
        }
    }
}

/* A panel's words of a row of floats, or of two rows of 16-bit numbers; `next` may be NULL. */
static inline void pack_words(Element element, const void *row, const void *next, int c,
                              LooseWord *to) {
    for (int i = 0; i < KERNELS_PANEL; i += LANES) {
        if (element == ELEMENT_F32) {
            store((float *)to + i, load((const float *)row + c + i));
            continue;
        }
        const Whole zero = {0};
        const Whole low =
            __builtin_convertvector(*(const NarrowShorts *)((const int16_t *)row + c + i), Whole);
        const Whole high = next == NULL
                               ? zero
                               : __builtin_convertvector(
                                     *(const NarrowShorts *)((const int16_t *)next + c + i), Whole);
        *(LooseWhole *)(to + i) = (low & 0xFFFF) | high << 16;
    }
}

static void pair_rows(Element element, const void *from, int rows, int columns, void *to) {
    const int per_word = KERNELS_WORD / (int)element_bytes(element);
    const size_t bytes = (size_t)columns * element_bytes(element);
    const char *row = from;
    LooseWord *words = to;
    for (int r = 0; r < rows; r += per_word, row += bytes * (size_t)per_word, words += columns) {
        for (int c = 0; c < columns; c += KERNELS_PANEL) {
            pack_words(element, row, r + 1 < rows ? row + bytes : NULL, c, words + c);
        }
    }
}

#endif
