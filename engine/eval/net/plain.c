#include "engine/eval/net/plain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/simd.h"

/* Layers work on a grid: the board row by row with `border` empty cells after each row and `border`
 * empty rows above and below, so that a convolution reads its neighbours without asking for the
 * edge. Each cell holds its channels side by side, padded to a multiple of GROUP. What stands in
 * the border is 0 where a convolution reads it (apply_norm sees to that), and nonsense that nobody
 * reads in what a convolution writes.
 *
 * Convolutions compute a few cells times GROUP channels at a time, sums in registers; their weights
 * are packed as [group of outputs][y][x][in][GROUP] for that. */
enum { GROUP = 16, ROWS_MAX = 6, BUFFERS = 3 + MODEL_DEPTH_MAX };

struct Plain {
    const Model *model;
    float **packed; /* [Convolution.index] */
    int width, height, pitch;
    int first, end; /* the grid's cells from the board's first to behind its last */
    float *memory;
    float *trunk, *normed, *pooled;
    float *middle[MODEL_DEPTH_MAX];
    float vector[3 * MODEL_CHANNELS_MAX], bias[MODEL_CHANNELS_MAX], hidden[MODEL_CHANNELS_MAX];
    Ladders *ladders;
    Features features;
    RawAnswer raw;
};

static size_t padded(int channels) {
    return ((size_t)channels + GROUP - 1) / GROUP * GROUP;
}

static int border_of(const Model *model) {
    return model->kernel_max / 2;
}

/* Cells of a grid for a board of this size, and some more that a convolution may touch. */
static size_t grid_cells(const Model *model, int width, int height) {
    const int border = border_of(model);
    const int cells = (width + border) * (height + 2 * border);
    return (size_t)cells + (size_t)border + ROWS_MAX;
}

static float *pack(const Convolution *layer) {
    const size_t rows = (size_t)(layer->kernel * layer->kernel) * (size_t)layer->in;
    const size_t out = (size_t)layer->out;
    float *packed = calloc(rows * padded(layer->out), sizeof *packed);
    for (size_t row = 0; packed != NULL && row < rows; row++) {
        for (size_t c = 0; c < out; c++) {
            packed[(c / GROUP * rows + row) * GROUP + c % GROUP] = layer->weights[row * out + c];
        }
    }
    return packed;
}

static bool pack_layers(Plain *plain, const Convolution *const *layers, int count) {
    for (int i = 0; i < count; i++) {
        plain->packed[layers[i]->index] = pack(layers[i]);
        if (plain->packed[layers[i]->index] == NULL) {
            return false;
        }
    }
    return true;
}

static bool pack_blocks(Plain *plain, const Block *blocks, int count);

static bool pack_block(Plain *plain, const Block *block) {
    const Convolution *const layers[] = {&block->first, &block->second, &block->pooled};
    switch (block->kind) {
    case BLOCK_ORDINARY:
        return pack_layers(plain, layers, 2);
    case BLOCK_POOLING:
        return pack_layers(plain, layers, 3);
    case BLOCK_BOTTLENECK:
        return pack_layers(plain, layers, 2) &&
               pack_blocks(plain, block->inner, block->inner_count);
    }
    return false; /* not reached */
}

static bool pack_blocks(Plain *plain, const Block *blocks, int count) {
    for (int i = 0; i < count; i++) {
        if (!pack_block(plain, &blocks[i])) {
            return false;
        }
    }
    return true;
}

static bool allocate_buffers(Plain *plain) {
    const size_t channels = padded(plain->model->channels_max);
    const size_t floats = grid_cells(plain->model, BOARD_SIDE_MAX, BOARD_SIDE_MAX) * channels;
    plain->memory = malloc(BUFFERS * floats * sizeof *plain->memory);
    if (plain->memory == NULL) {
        return false;
    }
    plain->trunk = plain->memory;
    plain->normed = plain->memory + floats;
    plain->pooled = plain->memory + 2 * floats;
    for (int i = 0; i < MODEL_DEPTH_MAX; i++) {
        plain->middle[i] = plain->memory + (size_t)(3 + i) * floats;
    }
    return true;
}

Plain *plain_new(const Model *model) {
    const Convolution *const layers[] = {&model->first,      &model->policy.own,
                                         &model->policy.out, &model->policy.pooled,
                                         &model->value.own,  &model->value.ownership};
    Plain *plain = calloc(1, sizeof *plain);
    if (plain == NULL) {
        return NULL;
    }
    plain->model = model;
    plain->packed = calloc((size_t)model->convolution_count, sizeof *plain->packed);
    plain->ladders = ladders_new();
    if (plain->packed == NULL || plain->ladders == NULL || !allocate_buffers(plain) ||
        !pack_layers(plain, layers, sizeof layers / sizeof layers[0]) ||
        !pack_blocks(plain, model->blocks, model->block_count)) {
        plain_free(plain);
        return NULL;
    }
    return plain;
}

void plain_free(Plain *plain) {
    if (plain == NULL) {
        return;
    }
    for (int i = 0; plain->packed != NULL && i < plain->model->convolution_count; i++) {
        free(plain->packed[i]);
    }
    free(plain->packed);
    free(plain->memory);
    ladders_free(plain->ladders);
    free(plain);
}

/* The cell that a convolution at this cell reads with one of its kernel's points. */
static int tap_cell(const Plain *plain, const Convolution *layer, int cell, int tap) {
    const int reach = layer->kernel / 2;
    return cell + (tap / layer->kernel - reach) * plain->pitch + tap % layer->kernel - reach;
}

#define CONVOLVE static void convolve_narrow
#define LANES    4
#define ROWS     3
#include "engine/eval/net/plain_kernel.h"

#if defined(__x86_64__)
#define CONVOLVE __attribute__((target("avx2"))) static void convolve_wide
#define LANES    8
#define ROWS     6
#include "engine/eval/net/plain_kernel.h"
#endif

/* out = layer(in), or out += layer(in). */
static void convolve(const Plain *plain, const Convolution *layer, const float *in, float *out,
                     bool add) {
#if defined(__x86_64__)
    if (simd_level() == SIMD_AVX2) {
        convolve_wide(plain, layer, in, out, add);
        return;
    }
#endif
    convolve_narrow(plain, layer, in, out, add);
}

static float activate(Activation activation, float x) {
    switch (activation) {
    case ACTIVATION_RELU:
        return x > 0 ? x : 0;
    case ACTIVATION_MISH: { /* x tanh(log(1 + e^x)), the tanh as a fraction of e^x */
        const float e = expf(fminf(x, 20));
        const float n = e * (e + 2);
        return x * (n / (n + 2));
    }
    case ACTIVATION_SILU:
        return x / (1 + expf(-x));
    case ACTIVATION_IDENTITY:
        break;
    }
    return x;
}

static size_t grid_cell(const Plain *plain, int x, int y) {
    const int cell = plain->first + y * plain->pitch + x;
    return (size_t)cell;
}

/* out = norm(in) on the board, 0 around it. */
static void apply_norm(const Plain *plain, const Norm *norm, const float *in, float *out) {
    const size_t stride = padded(norm->count);
    memset(out, 0, grid_cells(plain->model, plain->width, plain->height) * stride * sizeof *out);
    for (int y = 0; y < plain->height; y++) {
        for (int x = 0; x < plain->width; x++) {
            const size_t at = grid_cell(plain, x, y) * stride;
            for (int c = 0; c < norm->count; c++) {
                out[at + (size_t)c] =
                    activate(norm->activation, in[at + (size_t)c] * norm->scale[c] + norm->bias[c]);
            }
        }
    }
}

static void add_bias(const Plain *plain, const float *bias, int channels, float *grid) {
    const size_t stride = padded(channels);
    for (int y = 0; y < plain->height; y++) {
        for (int x = 0; x < plain->width; x++) {
            float *cell = grid + grid_cell(plain, x, y) * stride;
            for (int c = 0; c < channels; c++) {
                cell[c] += bias[c];
            }
        }
    }
}

static void multiply(const Matrix *matrix, const float *in, float *out) {
    memset(out, 0, (size_t)matrix->out * sizeof *out);
    for (int i = 0; i < matrix->in; i++) {
        const float *row = matrix->weights + (size_t)i * (size_t)matrix->out;
        for (int o = 0; o < matrix->out; o++) {
            out[o] += in[i] * row[o];
        }
    }
}

static void apply_dense(const Dense *dense, const float *in, float *out) {
    multiply(&dense->matrix, in, out);
    for (int o = 0; dense->bias != NULL && o < dense->matrix.out; o++) {
        out[o] = activate(dense->activation, out[o] + dense->bias[o]);
    }
}

/* Mean, mean scaled by the board's size and maximum of each channel, into plain->vector. The value
 * head has another function of the size in place of the maximum. */
static void pool(Plain *plain, const float *grid, int channels, bool for_value) {
    const size_t stride = padded(channels);
    const float area = (float)(plain->width * plain->height);
    const float size = sqrtf(area) - 14;
    for (int c = 0; c < channels; c++) {
        float sum = 0, greatest = -INFINITY;
        for (int y = 0; y < plain->height; y++) {
            for (int x = 0; x < plain->width; x++) {
                const float value = grid[grid_cell(plain, x, y) * stride + (size_t)c];
                sum += value;
                greatest = fmaxf(greatest, value);
            }
        }
        const float mean = sum / area;
        plain->vector[c] = mean;
        plain->vector[channels + c] = mean * size * 0.1F;
        plain->vector[2 * channels + c] =
            for_value ? mean * (size * size * 0.01F - 0.1F) : greatest;
    }
}

/* middle += pooled_matrix * pool(pooled_norm(pooled(normed))). */
static void run_pooling_part(Plain *plain, const Block *block, float *middle) {
    convolve(plain, &block->pooled, plain->normed, plain->pooled, false);
    apply_norm(plain, &block->pooled_norm, plain->pooled, plain->normed);
    pool(plain, plain->normed, block->pooled.out, false);
    multiply(&block->pooled_matrix, plain->vector, plain->bias);
    add_bias(plain, plain->bias, block->first.out, middle);
}

static void run_blocks(Plain *plain, const Block *blocks, int count, int depth, float *trunk);

static void run_block(Plain *plain, const Block *block, int depth, float *trunk) {
    float *middle = plain->middle[depth];
    apply_norm(plain, &block->first_norm, trunk, plain->normed);
    convolve(plain, &block->first, plain->normed, middle, false);
    switch (block->kind) {
    case BLOCK_ORDINARY:
        break;
    case BLOCK_POOLING:
        run_pooling_part(plain, block, middle);
        break;
    case BLOCK_BOTTLENECK:
        run_blocks(plain, block->inner, block->inner_count, depth + 1, middle);
        break;
    }
    apply_norm(plain, &block->second_norm, middle, plain->normed);
    convolve(plain, &block->second, plain->normed, trunk, true);
}

static void run_blocks(Plain *plain, const Block *blocks, int count, int depth, float *trunk) {
    for (int i = 0; i < count; i++) {
        run_block(plain, &blocks[i], depth, trunk);
    }
}

/* The board's cells of a grid's first channel. */
static void read_cells(const Plain *plain, const float *grid, int channels, float *cells) {
    for (int y = 0; y < plain->height; y++) {
        for (int x = 0; x < plain->width; x++) {
            cells[y * plain->width + x] = grid[grid_cell(plain, x, y) * padded(channels)];
        }
    }
}

/* plain->middle[0] and plain->pooled hold what the head's own convolutions give. */
static void run_policy_head(Plain *plain) {
    const PolicyHead *head = &plain->model->policy;
    apply_norm(plain, &head->pooled_norm, plain->pooled, plain->normed);
    pool(plain, plain->normed, head->pooled.out, false);
    apply_dense(&head->pass_first, plain->vector, plain->hidden);
    plain->raw.pass = plain->hidden[0];
    if (head->pass_second.in > 0) {
        multiply(&head->pass_second, plain->hidden, plain->bias);
        plain->raw.pass = plain->bias[0];
    }
    multiply(&head->pooled_matrix, plain->vector, plain->bias);
    add_bias(plain, plain->bias, head->own.out, plain->middle[0]);
    apply_norm(plain, &head->norm, plain->middle[0], plain->normed);
    convolve(plain, &head->out, plain->normed, plain->pooled, false);
    read_cells(plain, plain->pooled, head->out.out, plain->raw.policy);
}

/* plain->trunk holds what the head's own convolution gives. */
static void run_value_head(Plain *plain) {
    const ValueHead *head = &plain->model->value;
    apply_norm(plain, &head->norm, plain->trunk, plain->normed);
    pool(plain, plain->normed, head->own.out, true);
    apply_dense(&head->hidden, plain->vector, plain->hidden);
    apply_dense(&head->value, plain->hidden, plain->raw.value);
    apply_dense(&head->scores, plain->hidden, plain->raw.scores);
    convolve(plain, &head->ownership, plain->normed, plain->pooled, false);
    read_cells(plain, plain->pooled, 1, plain->raw.ownership);
}

static void run_first_layers(Plain *plain) {
    const Model *model = plain->model;
    const Features *features = &plain->features;
    const size_t stride = padded(FEATURE_PLANES);
    memset(plain->normed, 0,
           grid_cells(model, plain->width, plain->height) * stride * sizeof *plain->normed);
    for (int cell = 0; cell < features->cell_count; cell++) {
        const size_t at = grid_cell(plain, cell % plain->width, cell / plain->width);
        for (int plane = 0; plane < FEATURE_PLANES; plane++) {
            plain->normed[at * stride + (size_t)plane] =
                (float)(features->planes[cell] >> plane & 1);
        }
    }
    convolve(plain, &model->first, plain->normed, plain->trunk, false);
    multiply(&model->globals, features->globals, plain->bias);
    add_bias(plain, plain->bias, model->first.out, plain->trunk);
}

static void lay_out(Plain *plain) {
    const int border = border_of(plain->model);
    plain->width = plain->features.width;
    plain->height = plain->features.height;
    plain->pitch = plain->width + border;
    plain->first = border * plain->pitch + border;
    plain->end = plain->first + (plain->height - 1) * plain->pitch + plain->width;
}

bool plain_evaluate(Plain *plain, const Situation *situation, Symmetry symmetry,
                    NetAnswer *answer) {
    const Model *model = plain->model;
    features_fill(situation, symmetry, model->life_by_suicide, plain->ladders, &plain->features);
    lay_out(plain);
    run_first_layers(plain);
    run_blocks(plain, model->blocks, model->block_count, 0, plain->trunk);
    apply_norm(plain, &model->tip, plain->trunk, plain->normed);
    convolve(plain, &model->policy.own, plain->normed, plain->middle[0], false);
    convolve(plain, &model->policy.pooled, plain->normed, plain->pooled, false);
    convolve(plain, &model->value.own, plain->normed, plain->trunk, false);
    run_policy_head(plain);
    run_value_head(plain);
    return answer_finish(model, &plain->features, &plain->raw, answer);
}
