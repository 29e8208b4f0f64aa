#include "tests/support/oracle/net_oracle.h"

#include <math.h>
#include <stdlib.h>

/* Values of one layer: [channel][y][x]. */
typedef struct {
    int channels, width, height;
    double *values;
} Sheet;

static Sheet sheet_new(int channels, int width, int height) {
    Sheet sheet = {channels, width, height, NULL};
    sheet.values = calloc((size_t)channels * (size_t)(width * height), sizeof *sheet.values);
    if (sheet.values == NULL) {
        abort();
    }
    return sheet;
}

static double *at(const Sheet *sheet, int channel, int x, int y) {
    return &sheet->values[((size_t)channel * (size_t)sheet->height + (size_t)y) *
                              (size_t)sheet->width +
                          (size_t)x];
}

static Sheet convolved(const Convolution *layer, const Sheet *in) {
    Sheet out = sheet_new(layer->out, in->width, in->height);
    const int reach = layer->kernel / 2;
    for (int o = 0; o < layer->out; o++) {
        for (int y = 0; y < in->height; y++) {
            for (int x = 0; x < in->width; x++) {
                double sum = 0;
                const float *weight = layer->weights + o;
                for (int v = y - reach; v <= y + reach; v++) {
                    for (int u = x - reach; u <= x + reach; u++) {
                        for (int i = 0; i < layer->in; i++, weight += layer->out) {
                            if (u >= 0 && v >= 0 && u < in->width && v < in->height) {
                                sum += (double)*weight * *at(in, i, u, v);
                            }
                        }
                    }
                }
                *at(&out, o, x, y) = sum;
            }
        }
    }
    return out;
}

static double activated(Activation activation, double x) {
    switch (activation) {
    case ACTIVATION_RELU:
        return fmax(x, 0);
    case ACTIVATION_MISH:
        return x * tanh(log1p(exp(x)));
    case ACTIVATION_SILU:
        return x / (1 + exp(-x));
    case ACTIVATION_IDENTITY:
        break;
    }
    return x;
}

static Sheet normed(const Norm *norm, const Sheet *in) {
    Sheet out = sheet_new(in->channels, in->width, in->height);
    const size_t cells = (size_t)(in->width * in->height);
    for (size_t i = 0; i < (size_t)in->channels * cells; i++) {
        const size_t c = i / cells;
        out.values[i] = activated(norm->activation,
                                  in->values[i] * (double)norm->scale[c] + (double)norm->bias[c]);
    }
    return out;
}

static Sheet multiplied(const Matrix *matrix, const Sheet *in) {
    Sheet out = sheet_new(matrix->out, 1, 1);
    for (int o = 0; o < matrix->out; o++) {
        for (int i = 0; i < matrix->in; i++) {
            out.values[o] += in->values[i] * (double)matrix->weights[i * matrix->out + o];
        }
    }
    return out;
}

static Sheet densed(const Dense *dense, const Sheet *in) {
    Sheet out = multiplied(&dense->matrix, in);
    for (int o = 0; o < out.channels; o++) {
        out.values[o] = activated(dense->activation, out.values[o] + (double)dense->bias[o]);
    }
    return out;
}

static void add(Sheet *to, const Sheet *from) {
    for (int c = 0; c < to->channels; c++) {
        for (int y = 0; y < to->height; y++) {
            for (int x = 0; x < to->width; x++) {
                *at(to, c, x, y) += from->width == to->width && from->height == to->height
                                        ? *at(from, c, x, y)
                                        : from->values[c];
            }
        }
    }
}

static Sheet pooled(const Sheet *in, bool for_value) {
    Sheet out = sheet_new(3 * in->channels, 1, 1);
    const double area = in->width * in->height, size = sqrt(area) - 14;
    for (int c = 0; c < in->channels; c++) {
        double sum = 0, greatest = -INFINITY;
        for (int y = 0; y < in->height; y++) {
            for (int x = 0; x < in->width; x++) {
                sum += *at(in, c, x, y);
                greatest = fmax(greatest, *at(in, c, x, y));
            }
        }
        const double mean = sum / area;
        out.values[c] = mean;
        out.values[in->channels + c] = mean * size / 10;
        out.values[2 * in->channels + c] = for_value ? mean * (size * size / 100 - 0.1) : greatest;
    }
    return out;
}

/* Applies a norm, then a convolution. */
static Sheet step(const Norm *norm, const Convolution *layer, const Sheet *in) {
    Sheet inner = normed(norm, in);
    Sheet out = convolved(layer, &inner);
    free(inner.values);
    return out;
}

/* Returns what pooling adds to another layer: pool(norm(in)) times a matrix. */
static Sheet pooled_bias(const Norm *norm, const Matrix *matrix, const Sheet *in) {
    Sheet inner = normed(norm, in), pool = pooled(&inner, false);
    Sheet out = multiplied(matrix, &pool);
    free(inner.values);
    free(pool.values);
    return out;
}

/* ---- Blocks ---- */

/* The mean of the squares of a point's channels, or of the whole sheet's if x is -1. */
static double mean_square(const Sheet *in, int x, int y) {
    double sum = 0;
    int count = 0;
    for (int v = 0; v < in->height; v++) {
        for (int u = 0; u < in->width; u++) {
            for (int c = 0; c < in->channels && (x < 0 || (u == x && v == y)); c++) {
                sum += pow(*at(in, c, u, v), 2);
                count++;
            }
        }
    }
    return sum / count;
}

static Sheet rms_normed(const RmsNorm *norm, const Sheet *in) {
    Sheet out = sheet_new(in->channels, in->width, in->height);
    for (int y = 0; y < in->height; y++) {
        for (int x = 0; x < in->width; x++) {
            const double divisor = sqrt(mean_square(in, x, y) + norm->epsilon);
            for (int c = 0; c < in->channels; c++) {
                *at(&out, c, x, y) = *at(in, c, x, y) / divisor * (double)norm->weights[c];
            }
        }
    }
    return out;
}

/* A matrix at every point: what a convolution with a kernel of 1x1 does. */
static Sheet projected(const Matrix *matrix, const Sheet *in) {
    const Convolution layer = {
        .kernel = 1, .in = matrix->in, .out = matrix->out, .weights = matrix->weights};
    return convolved(&layer, in);
}

/* Channel c of a head whose first channel is `first`, after its pair was turned. */
static double turned(const Attention *attention, int key_head, const Sheet *in, int first, int c,
                     int x, int y) {
    const double own = *at(in, first + c, x, y);
    if (attention->frequencies == NULL) {
        return own;
    }
    const int pairs = attention->query_size / 2;
    const float *frequency = attention->frequencies + (key_head * pairs + c / 2) * 2;
    const double angle = x * (double)frequency[0] + y * (double)frequency[1];
    const double other = *at(in, first + (c ^ 1), x, y);
    return own * cos(angle) + (c % 2 == 0 ? -other : other) * sin(angle);
}

/* Adds to the channels of a head at a point what it reads from all points. */
static void attend_from(const Attention *attention, int head, const Sheet *queries,
                        const Sheet *keys, const Sheet *values, int x, int y, Sheet *out) {
    const int key_head = head / (attention->heads / attention->key_heads);
    const int size = attention->query_size, value_size = attention->value_size;
    const int points = keys->width * keys->height;
    double weights[CELL_COUNT_MAX], greatest = -INFINITY, sum = 0;
    for (int i = 0; i < points; i++) {
        const int u = i % keys->width, v = i / keys->width;
        weights[i] = 0;
        for (int c = 0; c < size; c++) {
            weights[i] += turned(attention, key_head, queries, head * size, c, x, y) *
                          turned(attention, key_head, keys, key_head * size, c, u, v) / sqrt(size);
        }
        greatest = fmax(greatest, weights[i]);
    }
    for (int i = 0; i < points; i++) {
        sum += exp(weights[i] - greatest);
    }
    for (int i = 0; i < points; i++) {
        for (int c = 0; c < value_size; c++) {
            *at(out, head * value_size + c, x, y) +=
                exp(weights[i] - greatest) / sum *
                values->values[(key_head * value_size + c) * points + i];
        }
    }
}

static void run_attention(const Attention *attention, Sheet *trunk) {
    Sheet inner = rms_normed(&attention->norm, trunk);
    Sheet queries = projected(&attention->queries, &inner);
    Sheet keys = projected(&attention->keys, &inner);
    Sheet values = projected(&attention->values, &inner);
    Sheet sums = sheet_new(attention->heads * attention->value_size, trunk->width, trunk->height);
    for (int head = 0; head < attention->heads; head++) {
        for (int i = 0; i < trunk->width * trunk->height; i++) {
            attend_from(attention, head, &queries, &keys, &values, i % trunk->width,
                        i / trunk->width, &sums);
        }
    }
    Sheet change = projected(&attention->out, &sums);
    add(trunk, &change);
    Sheet *const sheets[] = {&inner, &queries, &keys, &values, &sums, &change};
    for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++) {
        free(sheets[i]->values);
    }
}

static void run_feed_forward(const FeedForward *block, Sheet *trunk) {
    Sheet inner = rms_normed(&block->norm, trunk);
    Sheet hidden = projected(&block->hidden, &inner), gate = projected(&block->gate, &inner);
    for (int i = 0; i < hidden.channels * hidden.width * hidden.height; i++) {
        hidden.values[i] = activated(ACTIVATION_SILU, hidden.values[i]) * gate.values[i];
    }
    Sheet change = projected(&block->out, &hidden);
    add(trunk, &change);
    free(inner.values);
    free(hidden.values);
    free(gate.values);
    free(change.values);
}

static void run_blocks(const Block *blocks, int count, Sheet *trunk) {
    for (int i = 0; i < count; i++) {
        const Block *block = &blocks[i];
        if (block->kind == BLOCK_ATTENTION) {
            run_attention(&block->attention, trunk);
            continue;
        }
        if (block->kind == BLOCK_FEED_FORWARD) {
            run_feed_forward(&block->feed_forward, trunk);
            continue;
        }
        Sheet middle = step(&block->first_norm, &block->first, trunk);
        if (block->kind == BLOCK_POOLING) {
            Sheet own = step(&block->first_norm, &block->pooled, trunk);
            Sheet bias = pooled_bias(&block->pooled_norm, &block->pooled_matrix, &own);
            add(&middle, &bias);
            free(own.values);
            free(bias.values);
        }
        run_blocks(block->inner, block->inner_count, &middle);
        Sheet change = step(&block->second_norm, &block->second, &middle);
        add(trunk, &change);
        free(middle.values);
        free(change.values);
    }
}

/* ---- Heads ---- */

static void run_policy(const PolicyHead *head, const Sheet *tip, RawAnswer *raw) {
    Sheet own = convolved(&head->own, tip), other = convolved(&head->pooled, tip);
    Sheet bias = pooled_bias(&head->pooled_norm, &head->pooled_matrix, &other);
    add(&own, &bias);
    Sheet out = step(&head->norm, &head->out, &own);
    const int policies = head->channels == 1 ? 1 : 2, cells = tip->width * tip->height;
    for (int i = 0; i < policies * cells; i++) {
        raw->policy[i / cells][i % cells] = (float)out.values[i];
    }
    Sheet inner = normed(&head->pooled_norm, &other), pool = pooled(&inner, false);
    Sheet pass = head->pass_first.bias == NULL ? multiplied(&head->pass_first.matrix, &pool)
                                               : densed(&head->pass_first, &pool);
    if (head->pass_first.bias != NULL) {
        Sheet last = multiplied(&head->pass_second, &pass);
        free(pass.values);
        pass = last;
    }
    for (int i = 0; i < policies; i++) {
        raw->pass[i] = (float)pass.values[i];
    }
    Sheet *const sheets[] = {&own, &other, &bias, &out, &inner, &pool, &pass};
    for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++) {
        free(sheets[i]->values);
    }
}

static void run_value(const ValueHead *head, const Sheet *tip, RawAnswer *raw) {
    Sheet own = convolved(&head->own, tip), inner = normed(&head->norm, &own);
    Sheet ownership = convolved(&head->ownership, &inner);
    Sheet pool = pooled(&inner, true), hidden = densed(&head->hidden, &pool);
    Sheet value = densed(&head->value, &hidden), scores = densed(&head->scores, &hidden);
    for (int cell = 0; cell < tip->width * tip->height; cell++) {
        raw->ownership[cell] = (float)ownership.values[cell];
    }
    for (int i = 0; i < 3; i++) {
        raw->value[i] = (float)value.values[i];
    }
    for (int i = 0; i < scores.channels; i++) {
        raw->scores[i] = (float)scores.values[i];
    }
    Sheet *const sheets[] = {&own, &inner, &ownership, &pool, &hidden, &value, &scores};
    for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++) {
        free(sheets[i]->values);
    }
}

static void add_encoded(const Encoder *encoder, const float *metadata, Sheet *trunk) {
    Sheet in = sheet_new(HUMAN_PROFILE_INPUTS, 1, 1);
    for (int i = 0; i < HUMAN_PROFILE_INPUTS; i++) {
        in.values[i] = (double)metadata[i];
    }
    Sheet first = densed(&encoder->first, &in), second = densed(&encoder->second, &first);
    Sheet bias = multiplied(&encoder->out, &second);
    add(trunk, &bias);
    free(in.values);
    free(first.values);
    free(second.values);
    free(bias.values);
}

static Sheet tip_of(const Model *model, const Sheet *trunk) {
    Sheet scaled = sheet_new(trunk->channels, trunk->width, trunk->height);
    for (int y = 0; y < trunk->height; y++) {
        for (int x = 0; x < trunk->width; x++) {
            const double divisor =
                model->tip_kind == TIP_PLAIN
                    ? 1
                    : sqrt(mean_square(trunk, model->tip_kind == TIP_RMS ? x : -1, y) +
                           model->tip_epsilon);
            for (int c = 0; c < trunk->channels; c++) {
                *at(&scaled, c, x, y) = *at(trunk, c, x, y) / divisor;
            }
        }
    }
    Sheet tip = normed(&model->tip, &scaled);
    free(scaled.values);
    return tip;
}

void net_oracle_run(const Model *model, const Features *features, RawAnswer *raw) {
    Sheet planes = sheet_new(FEATURE_PLANES, features->width, features->height);
    Sheet globals = sheet_new(FEATURE_GLOBALS, 1, 1);
    for (int c = 0; c < FEATURE_PLANES; c++) {
        for (int cell = 0; cell < features->cell_count; cell++) {
            planes.values[c * features->cell_count + cell] = features->planes[cell] >> c & 1;
        }
    }
    for (int c = 0; c < FEATURE_GLOBALS; c++) {
        globals.values[c] = (double)features->globals[c];
    }
    Sheet trunk = convolved(&model->first, &planes), bias = multiplied(&model->globals, &globals);
    add(&trunk, &bias);
    if (model->has_encoder) {
        add_encoded(&model->encoder, features->metadata, &trunk);
    }
    run_blocks(model->blocks, model->block_count, &trunk);
    Sheet tip = tip_of(model, &trunk);
    run_policy(&model->policy, &tip, raw);
    run_value(&model->value, &tip, raw);
    Sheet *const sheets[] = {&planes, &globals, &trunk, &bias, &tip};
    for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++) {
        free(sheets[i]->values);
    }
}
