#include "tests/support/network/plain.h"

#include "tests/support/program/cleanup.h"

/* The values of a layer, in a list of all values of the evaluation. */
typedef struct Values {
    struct Values *next;
    double of[];
} Values;

struct Plain {
    const Model *model;
    Ladders *ladders;
    Features features;
    RawAnswer raw;
    Values *values;
};

/* A layer: values[channel][y][x]. */
typedef struct {
    Plain *owner;
    int channels, width, height;
    double *values;
} Sheet;

static Sheet sheet_new(Plain *owner, int channels, int width, int height) {
    const size_t count = (size_t)channels * (size_t)(width * height);
    Values *values = calloc(1, sizeof *values + count * sizeof values->of[0]);
    if (values == NULL) {
        abort();
    }
    values->next = owner->values;
    owner->values = values;
    return (Sheet){owner, channels, width, height, values->of};
}

static double *at(const Sheet *sheet, int channel, int x, int y) {
    return &sheet->values[(channel * sheet->height + y) * sheet->width + x];
}

/* Adds a row of one channel to a row of another, times a weight and dx to the right, as far as both
 * are on the board. */
static void add_row(double *to, const double *from, int width, int dx, double weight) {
    for (int x = dx > 0 ? dx : 0; x < width + (dx < 0 ? dx : 0); x++) {
        to[x] += weight * from[x - dx];
    }
}

static Sheet convolved(const Convolution *layer, const Sheet *in) {
    Sheet out = sheet_new(in->owner, layer->out, in->width, in->height);
    const int reach = layer->kernel / 2;
    const float *weight = layer->weights;
    for (int v = -reach; v <= reach; v++) {
        for (int u = -reach; u <= reach; u++) {
            for (int i = 0; i < layer->in * layer->out; i++, weight++) {
                for (int y = 0; y < in->height; y++) {
                    if (y + v >= 0 && y + v < in->height) {
                        add_row(at(&out, i % layer->out, 0, y), at(in, i / layer->out, 0, y + v),
                                in->width, -u, (double)*weight);
                    }
                }
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
    Sheet out = sheet_new(in->owner, in->channels, in->width, in->height);
    const int cells = in->width * in->height;
    for (int i = 0; i < in->channels * cells; i++) {
        out.values[i] = activated(norm->activation, in->values[i] * (double)norm->scale[i / cells] +
                                                        (double)norm->bias[i / cells]);
    }
    return out;
}

static Sheet multiplied(const Matrix *matrix, const Sheet *in) {
    Sheet out = sheet_new(in->owner, matrix->out, 1, 1);
    for (int o = 0; o < matrix->out; o++) {
        for (int i = 0; i < matrix->in; i++) {
            out.values[o] += in->values[i] * (double)matrix->weights[i * matrix->out + o];
        }
    }
    return out;
}

static Sheet densed(const Dense *dense, const Sheet *in) {
    Sheet out = multiplied(&dense->matrix, in);
    for (int o = 0; dense->bias != NULL && o < out.channels; o++) {
        out.values[o] = activated(dense->activation, out.values[o] + (double)dense->bias[o]);
    }
    return out;
}

/* Adds a sheet of the same size, or the same to each point. */
static void add(Sheet *to, const Sheet *from) {
    const int cells = to->width * to->height;
    const bool is_vector = from->width != to->width || from->height != to->height;
    for (int i = 0; i < to->channels * cells; i++) {
        to->values[i] += from->values[is_vector ? i / cells : i];
    }
}

static Sheet pooled(const Sheet *in, bool for_value) {
    Sheet out = sheet_new(in->owner, 3 * in->channels, 1, 1);
    const int cells = in->width * in->height;
    const double size = sqrt(cells) - 14;
    for (int c = 0; c < in->channels; c++) {
        double sum = 0, greatest = -INFINITY;
        for (int i = c * cells; i < (c + 1) * cells; i++) {
            sum += in->values[i];
            greatest = fmax(greatest, in->values[i]);
        }
        const double mean = sum / cells;
        out.values[c] = mean;
        out.values[in->channels + c] = mean * size / 10;
        out.values[2 * in->channels + c] = for_value ? mean * (size * size / 100 - 0.1) : greatest;
    }
    return out;
}

/* Applies a norm, then a convolution. */
static Sheet step(const Norm *norm, const Convolution *layer, const Sheet *in) {
    const Sheet inner = normed(norm, in);
    return convolved(layer, &inner);
}

/* What pooling adds to another layer: pool(norm(in)) times a matrix. */
static Sheet pooled_bias(const Norm *norm, const Matrix *matrix, const Sheet *in) {
    const Sheet inner = normed(norm, in), pool = pooled(&inner, false);
    return multiplied(matrix, &pool);
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
    Sheet out = sheet_new(in->owner, in->channels, in->width, in->height);
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

/* Queries or keys of some heads with each pair of channels turned by the point's angle. */
static Sheet turned(const Attention *attention, int heads, const Sheet *in) {
    if (attention->frequencies == NULL) {
        return *in;
    }
    Sheet out = sheet_new(in->owner, in->channels, in->width, in->height);
    const int size = attention->query_size, cells = in->width * in->height;
    for (int c = 0; c < in->channels; c++) {
        const int key_head = c / size / (heads / attention->key_heads);
        const float *frequency = attention->frequencies + (key_head * size + c % size / 2 * 2);
        for (int i = 0; i < cells; i++) {
            const double angle = i % in->width * (double)frequency[0] +
                                 i / in->width * (double)frequency[1]; /* x, y */
            const double other = in->values[(c ^ 1) * cells + i];
            out.values[c * cells + i] =
                in->values[c * cells + i] * cos(angle) + (c % 2 == 0 ? -other : other) * sin(angle);
        }
    }
    return out;
}

/* Adds to the channels of a head at a point what it reads from all points. */
static void attend_from(const Attention *attention, int head, const Sheet *queries,
                        const Sheet *keys, const Sheet *values, int x, int y, Sheet *out) {
    const int key_head = head / (attention->heads / attention->key_heads);
    const int size = attention->query_size, value_size = attention->value_size;
    const int points = keys->width * keys->height;
    double weights[CELL_COUNT_MAX], greatest = -INFINITY, sum = 0;
    for (int i = 0; i < points; i++) {
        weights[i] = 0;
        for (int c = 0; c < size; c++) {
            weights[i] += *at(queries, head * size + c, x, y) *
                          keys->values[(key_head * size + c) * points + i] / sqrt(size);
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
    const Sheet inner = rms_normed(&attention->norm, trunk);
    const Sheet plain_queries = projected(&attention->queries, &inner);
    const Sheet plain_keys = projected(&attention->keys, &inner);
    const Sheet queries = turned(attention, attention->heads, &plain_queries);
    const Sheet keys = turned(attention, attention->key_heads, &plain_keys);
    const Sheet values = projected(&attention->values, &inner);
    Sheet sums = sheet_new(trunk->owner, attention->heads * attention->value_size, trunk->width,
                           trunk->height);
    for (int head = 0; head < attention->heads; head++) {
        for (int i = 0; i < trunk->width * trunk->height; i++) {
            attend_from(attention, head, &queries, &keys, &values, i % trunk->width,
                        i / trunk->width, &sums);
        }
    }
    const Sheet change = projected(&attention->out, &sums);
    add(trunk, &change);
}

static void run_feed_forward(const FeedForward *block, Sheet *trunk) {
    const Sheet inner = rms_normed(&block->norm, trunk);
    Sheet hidden = projected(&block->hidden, &inner), gate = projected(&block->gate, &inner);
    for (int i = 0; i < hidden.channels * hidden.width * hidden.height; i++) {
        hidden.values[i] = activated(ACTIVATION_SILU, hidden.values[i]) * gate.values[i];
    }
    const Sheet change = projected(&block->out, &hidden);
    add(trunk, &change);
}

static void run_blocks(const Block *blocks, int count, Sheet *trunk);

/* The kinds that are convolutions around something else. */
static void run_convolutions(const Block *block, Sheet *trunk) {
    Sheet middle = step(&block->first_norm, &block->first, trunk);
    if (block->kind == BLOCK_POOLING) {
        const Sheet own = step(&block->first_norm, &block->pooled, trunk);
        const Sheet bias = pooled_bias(&block->pooled_norm, &block->pooled_matrix, &own);
        add(&middle, &bias);
    }
    run_blocks(block->inner, block->inner_count, &middle);
    const Sheet change = step(&block->second_norm, &block->second, &middle);
    add(trunk, &change);
}

static void run_blocks(const Block *blocks, int count, Sheet *trunk) {
    for (int i = 0; i < count; i++) {
        switch (blocks[i].kind) {
        case BLOCK_ORDINARY:
        case BLOCK_POOLING:
        case BLOCK_BOTTLENECK:
            run_convolutions(&blocks[i], trunk);
            break;
        case BLOCK_ATTENTION:
            run_attention(&blocks[i].attention, trunk);
            break;
        case BLOCK_FEED_FORWARD:
            run_feed_forward(&blocks[i].feed_forward, trunk);
            break;
        }
    }
}

/* ---- Heads ---- */

static void run_policy(const PolicyHead *head, const Sheet *tip, RawAnswer *raw) {
    Sheet own = convolved(&head->own, tip), other = convolved(&head->pooled, tip);
    const Sheet bias = pooled_bias(&head->pooled_norm, &head->pooled_matrix, &other);
    add(&own, &bias);
    const Sheet out = step(&head->norm, &head->out, &own);
    const int policies = head->channels == 1 ? 1 : 2, cells = tip->width * tip->height;
    for (int i = 0; i < policies * cells; i++) {
        raw->policy[i / cells][i % cells] = (float)out.values[i];
    }
    const Sheet inner = normed(&head->pooled_norm, &other), pool = pooled(&inner, false);
    Sheet pass = densed(&head->pass_first, &pool);
    if (head->pass_second.in > 0) {
        pass = multiplied(&head->pass_second, &pass);
    }
    for (int i = 0; i < policies; i++) {
        raw->pass[i] = (float)pass.values[i];
    }
}

static void run_value(const ValueHead *head, const Sheet *tip, RawAnswer *raw) {
    const Sheet own = convolved(&head->own, tip), inner = normed(&head->norm, &own);
    const Sheet pool = pooled(&inner, true), hidden = densed(&head->hidden, &pool);
    const Sheet value = densed(&head->value, &hidden), scores = densed(&head->scores, &hidden);
    const Sheet ownership = convolved(&head->ownership, &inner);
    for (int cell = 0; cell < tip->width * tip->height; cell++) {
        raw->ownership[cell] = (float)ownership.values[cell];
    }
    for (int i = 0; i < 3; i++) {
        raw->value[i] = (float)value.values[i];
    }
    for (int i = 0; i < scores.channels; i++) {
        raw->scores[i] = (float)scores.values[i];
    }
}

static void add_encoded(const Encoder *encoder, const float *metadata, Sheet *trunk) {
    Sheet in = sheet_new(trunk->owner, HUMAN_PROFILE_INPUTS, 1, 1);
    for (int i = 0; i < HUMAN_PROFILE_INPUTS; i++) {
        in.values[i] = (double)metadata[i];
    }
    const Sheet first = densed(&encoder->first, &in), second = densed(&encoder->second, &first);
    const Sheet bias = multiplied(&encoder->out, &second);
    add(trunk, &bias);
}

static Sheet tip_of(const Model *model, const Sheet *trunk) {
    Sheet scaled = sheet_new(trunk->owner, trunk->channels, trunk->width, trunk->height);
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
    return normed(&model->tip, &scaled);
}

/* ---- The whole network ---- */

static void run_network(Plain *plain) {
    const Model *model = plain->model;
    const Features *features = &plain->features;
    Sheet planes = sheet_new(plain, FEATURE_PLANES, features->width, features->height);
    Sheet globals = sheet_new(plain, FEATURE_GLOBALS, 1, 1);
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
    const Sheet tip = tip_of(model, &trunk);
    run_policy(&model->policy, &tip, &plain->raw);
    run_value(&model->value, &tip, &plain->raw);
}

static void free_values(Plain *plain) {
    for (Values *next; plain->values != NULL; plain->values = next) {
        next = plain->values->next;
        free(plain->values);
    }
}

static void release(void *plain) {
    ladders_free(((Plain *)plain)->ladders);
    free(plain);
}

Plain *plain_new(const Model *model) {
    Plain *plain = calloc(1, sizeof *plain);
    cr_assert_not_null(plain);
    plain->model = model;
    plain->ladders = ladders_new();
    cleanup_add(plain, release);
    return plain;
}

bool plain_evaluate(Plain *plain, const Situation *situation, Symmetry symmetry, double optimism,
                    NetAnswer *answer) {
    features_fill(situation, symmetry, plain->model->life_by_suicide, plain->ladders,
                  &plain->features);
    run_network(plain);
    free_values(plain);
    return answer_finish(plain->model, &plain->features, &plain->raw, optimism, answer);
}
