/* The loops of transformer blocks. Included once by each file of kernels, after layers.h. */
#ifndef ENGINE_EVAL_NET_FAST_KERNELS_ATTENTION_H
#define ENGINE_EVAL_NET_FAST_KERNELS_ATTENTION_H

#include "engine/eval/net/fast/kernels/layers.h"

static inline float sum_of(Lanes x) {
    float sum = 0;
    for (int i = 0; i < LANES; i++) {
        sum += x[i];
    }
    return sum;
}

static float sum_squares(const float *from, int channels) {
    Lanes sum = {0};
    for (int c = 0; c < channels; c += LANES) {
        sum += load(from + c) * load(from + c);
    }
    return sum_of(sum);
}

static void norm_row(Form form, const Writing *writing, const float *from, float factor,
                     int channels, void *to, size_t i) {
    const Limits limits = load_limits(writing);
    for (int c = 0; c < channels; c += LANES) {
        const Channels by = load_channels(writing, c);
        const Lanes value = normed(form, &by, load(from + c) * factor);
        write_numbers(form, &by, &limits, value, to, i + (size_t)c);
    }
}

static void rms(const Writing *writing, const RmsShape *shape, const float *from, int rows,
                void *to) {
    const Form form = form_of(writing);
    const size_t channels = (size_t)shape->channels;
    float all = 0;
    for (int row = 0; shape->is_spatial && row < rows; row++) {
        all += sum_squares(from + (size_t)row * channels, shape->channels) / (float)rows;
    }
    for (int row = 0; row < rows; row++) {
        const float *values = from + (size_t)row * channels;
        const float sum = shape->is_spatial ? all : sum_squares(values, shape->channels);
        const float factor = 1 / sqrtf(sum / (float)shape->count + shape->epsilon);
        norm_row(form, writing, values, factor, shape->channels, to, (size_t)row * channels);
    }
}

static void gate(const Writing *writing, const float *hidden, const float *gates, size_t stride,
                 int rows, int channels, void *to) {
    const Form form = form_of(writing);
    const Limits limits = load_limits(writing);
    for (int row = 0; row < rows; row++, hidden += stride, gates += stride) {
        for (int c = 0; c < channels; c += LANES) {
            const Channels by = load_channels(writing, c);
            const Lanes value = activated(ACTIVATION_SILU, load(hidden + c)) * load(gates + c);
            write_numbers(form, &by, &limits, value, to,
                          (size_t)row * (size_t)channels + (size_t)c);
        }
    }
}

static float weigh(float *row, int columns, int stride) {
    const Lanes zero = {0};
    Lanes most = zero - INFINITY, sum = zero;
    for (int c = columns; c < stride; c++) {
        row[c] = -INFINITY; /* weighs next to nothing: 1e-38 */
    }
    for (int c = 0; c < stride; c += LANES) {
        most = greater(load(row + c), most);
    }
    float greatest = most[0];
    for (int i = 1; i < LANES; i++) {
        greatest = most[i] > greatest ? most[i] : greatest;
    }
    for (int c = 0; c < stride; c += LANES) {
        const Lanes weight = exponential(load(row + c) - greatest);
        store(row + c, weight);
        sum += weight;
    }
    return 1 / sum_of(sum);
}

/* The pairs' first halves stand before their second ones, so that no lanes change places. */
static void rotate(float *head, int pairs, const float *across, const float *down) {
    for (int p = 0; p < pairs; p++) { /* the angles' sum by the addition theorems */
        const float cosine = across[p] * down[p] - across[pairs + p] * down[pairs + p];
        const float sine = across[pairs + p] * down[p] + across[p] * down[pairs + p];
        const float a = head[p], b = head[pairs + p];
        head[p] = a * cosine - b * sine;
        head[pairs + p] = a * sine + b * cosine;
    }
}

static void pack_rows(const float *from, size_t stride, int rows, int depth, float *to) {
    for (int begin = 0; begin < rows; begin += KERNELS_PANEL, to += depth * KERNELS_PANEL) {
        const int count = rows - begin < KERNELS_PANEL ? rows - begin : KERNELS_PANEL;
        for (int c = 0; c < count; c++) {
            const float *row = from + (size_t)(begin + c) * stride;
            for (int d = 0; d < depth; d++) {
                to[d * KERNELS_PANEL + c] = row[d];
            }
        }
    }
}

static void pack_columns(const float *from, size_t stride, int rows, int columns, float *to) {
    for (int begin = 0; begin < columns; begin += KERNELS_PANEL) {
        const int count = columns - begin < KERNELS_PANEL ? columns - begin : KERNELS_PANEL;
        for (int row = 0; row < rows; row++, to += KERNELS_PANEL) {
            for (int c = 0; c < count; c++) {
                to[c] = from[(size_t)row * stride + (size_t)(begin + c)];
            }
        }
    }
}

#endif
