/* The loops of transformer blocks. Included once by each file of kernels, after layers.h. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_ATTENTION_H
#define ENGINE_EVAL_NET_FAST_KERNELS_ATTENTION_H

#include "engine/eval/net/fast/kernels/layers.h"

/* Adds halves to halves: lane by lane takes four times as long. */
static inline float sum_of(Lanes x) {
    float sums[LANES];
    store(sums, x);
    for (int half = LANES / 2; half > 0; half /= 2) {
        for (int i = 0; i < half; i++) {
            sums[i] += sums[half + i];
        }
    }
    return sums[0];
}

static inline float greatest_of(Lanes x) {
    float most[LANES];
    store(most, x);
    for (int half = LANES / 2; half > 0; half /= 2) {
        for (int i = 0; i < half; i++) {
            most[i] = most[half + i] > most[i] ? most[half + i] : most[i];
        }
    }
    return most[0];
}

static float sum_squares(const float *from, int channels) {
    Lanes sum = {0};
    for (int c = 0; c < channels; c += LANES) {
        sum += load(from + c) * load(from + c);
    }
    return sum_of(sum);
}

static void rms(const OutputStage *output_stage, const RmsShape *shape, const float *from, int rows,
                void *to) {
    const Form form = form_of(output_stage);
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

static void gate(const Epilogue *how, const void *hidden, const void *gates, bool are_floats,
                 int row, int rows, int first, int channels) {
    const Lanes one = (Lanes){0} + 1;
    const Epilogue epilogue = *how;
    const Form form = finish_form(&epilogue);
    Limits limits = load_limits(&epilogue.output_stage);
    const float *sums = hidden, *gate_sums = gates;
    for (int r = 0; r < rows; r++) {
        const size_t to = (size_t)(row + r) * (size_t)epilogue.channels;
        for (int c = first; c < first + channels; c += LANES) {
            const Channels by = load_channels(&epilogue.output_stage, c);
            const Lanes x = finished_sums(&epilogue, are_floats, sums, c, one);
            const Lanes by_gate =
                finished_sums(&epilogue, are_floats, gate_sums, epilogue.channels + c, one);
            write_numbers(form, &by, &limits, activated(ACTIVATION_SILU, x) * by_gate, epilogue.to,
                          to + (size_t)c);
            sums += LANES;
            gate_sums += LANES;
        }
    }
    store_excess(&epilogue.output_stage, &limits);
}

/* The greatest absolute value. Panels are even in number, so there are always two vectors. */
static float greatest(const float *from, size_t stride, int rows, int channels) {
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

/* 2^x to 7.5e-5 of it, for -30 <= x <= 0: the polynomial that is closest between -1/2 and 1/2. */
static inline Lanes rough_power(Lanes x) {
    const Lanes zero = {0}, shift = zero + 12582912.0F; /* 1.5 * 2^23: adding it rounds */
    const Lanes shifted = x + shift, r = x - (shifted - shift);
    Lanes sum = zero + 0.0551716691F;
    sum = sum * r + 0.2426111222F;
    sum = sum * r + 0.6932609855F;
    sum = sum * r + 0.9999280735F;
    return (Lanes)((Whole)sum + ((Whole)shifted << 23));
}

/* e^x for x <= 0, as exactly as weights of that element need it. */
static inline Lanes weight_of(Element element, Lanes x) {
    const Lanes zero = {0};
    return element == ELEMENT_F32 ? exponential(x)
                                  : rough_power(greater(x * 1.44269504F, zero - 30));
}

/* 16-bit weights of a row of sums, in the low halves of words. Adds them to *total. */
static inline Whole short_weights(const LooseWord *sums, Lanes most, float unit, Lanes *total) {
    const Lanes round = (Lanes){0} + 12582912.0F; /* 1.5 * 2^23: adding it rounds */
    const Lanes weight = weight_of(ELEMENT_S16, (load_sums(false, sums) - most) * unit);
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
            const Lanes weight = weight_of(element, (load((const float *)sums) - most) * unit);
            total += weight;
            store((float *)to, weight);
        }
        store(factors, 1 / total);
        return;
    }
    for (; sums < last; sums += 2 * stride, to += KERNELS_PANEL) {
        const Whole low = short_weights(sums, most, unit, &total);
        const Whole high = short_weights(sums + stride, most, unit, &total);
        *(LooseWhole *)to = low | high << 16;
    }
    if (rows % 2 != 0) {
        *(LooseWhole *)to = short_weights(sums, most, unit, &total);
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

static void transpose(const void *from, size_t from_stride, int rows, int columns, void *to,
                      size_t to_stride) {
    const LooseWord *words = from;
    for (int row = 0; row < rows; row++, words += from_stride) {
        for (int c = 0; c < columns; c++) {
            ((LooseWord *)to)[(size_t)c * to_stride + (size_t)row] = words[c];
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
