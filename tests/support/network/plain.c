#include "tests/support/network/plain.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/network/plain_transformer.h"

/* Grids of values, and the vectors between layers that see the board as a whole. */
enum { BUFFERS = 1 + PLAIN_TRANSFORMER_BUFFERS + MODEL_DEPTH_MAX };

struct Plain {
    const Model *model;
    float **packed; /* [Convolution.index] */
    PlainGrid grid; /* of the board being evaluated */
    float *memory;
    float *trunk, *normed, *pooled;
    PlainTransformer transformer; /* normed and pooled are two of its grids */
    float *middle[MODEL_DEPTH_MAX];
    float vector[3 * MODEL_CHANNELS_MAX], bias[MODEL_CHANNELS_MAX], hidden[MODEL_CHANNELS_MAX];
    Ladders *ladders;
    Features features;
    RawAnswer raw;
};

/* ---- Making one ---- */

static bool pack_layers(Plain *plain, const Convolution *const *layers, int count) {
    for (int i = 0; i < count; i++) {
        plain->packed[layers[i]->index] = plain_grid_pack(layers[i]);
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
    case BLOCK_ATTENTION:
    case BLOCK_FEED_FORWARD:
        return true;
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

static PlainGrid grid_of(const Model *model, int width, int height) {
    return plain_grid_new(width, height, model->kernel_max / 2);
}

static bool allocate_buffers(Plain *plain) {
    const Model *model = plain->model;
    const PlainGrid largest = grid_of(model, BOARD_SIDE_MAX, BOARD_SIDE_MAX);
    const int channels =
        model->channels_max > FEATURE_PLANES ? model->channels_max : FEATURE_PLANES;
    const size_t floats = plain_grid_cells(&largest) * plain_grid_stride(channels);
    plain->memory = malloc(BUFFERS * floats * sizeof *plain->memory);
    if (plain->memory == NULL) {
        return false;
    }
    float *next = plain->trunk = plain->memory;
    for (int i = 0; i < PLAIN_TRANSFORMER_BUFFERS; i++) {
        plain->transformer.grids[i] = next += floats;
    }
    for (int i = 0; i < MODEL_DEPTH_MAX; i++) {
        plain->middle[i] = next += floats;
    }
    plain->normed = plain->transformer.grids[0];
    plain->pooled = plain->transformer.grids[1];
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

/* ---- Blocks ---- */

static void convolve(const Plain *plain, const Convolution *layer, const float *in, float *out,
                     bool adds) {
    plain_grid_convolve(&plain->grid, layer, plain->packed[layer->index], in, out, adds);
}

/* middle += pooled_matrix * pool(pooled_norm(pooled(normed))). */
static void run_pooling_part(Plain *plain, const Block *block, float *middle) {
    convolve(plain, &block->pooled, plain->normed, plain->pooled, false);
    plain_grid_norm(&plain->grid, &block->pooled_norm, plain->pooled, plain->normed);
    plain_grid_pool(&plain->grid, plain->normed, block->pooled.out, false, plain->vector);
    plain_multiply(&block->pooled_matrix, plain->vector, plain->bias);
    plain_grid_add(&plain->grid, plain->bias, block->first.out, middle);
}

static void run_blocks(Plain *plain, const Block *blocks, int count, int depth, float *trunk);

/* The kinds that are convolutions around something else. */
static void run_convolutions(Plain *plain, const Block *block, int depth, float *trunk) {
    float *middle = plain->middle[depth];
    plain_grid_norm(&plain->grid, &block->first_norm, trunk, plain->normed);
    convolve(plain, &block->first, plain->normed, middle, false);
    if (block->kind == BLOCK_POOLING) {
        run_pooling_part(plain, block, middle);
    } else if (block->kind == BLOCK_BOTTLENECK) {
        run_blocks(plain, block->inner, block->inner_count, depth + 1, middle);
    }
    plain_grid_norm(&plain->grid, &block->second_norm, middle, plain->normed);
    convolve(plain, &block->second, plain->normed, trunk, true);
}

static void run_block(Plain *plain, const Block *block, int depth, float *trunk) {
    switch (block->kind) {
    case BLOCK_ORDINARY:
    case BLOCK_POOLING:
    case BLOCK_BOTTLENECK:
        run_convolutions(plain, block, depth, trunk);
        break;
    case BLOCK_ATTENTION:
        plain_transformer_attend(&plain->transformer, &plain->grid, &block->attention, trunk);
        break;
    case BLOCK_FEED_FORWARD:
        plain_transformer_feed_forward(&plain->transformer, &plain->grid, &block->feed_forward,
                                       trunk);
        break;
    }
}

static void run_blocks(Plain *plain, const Block *blocks, int count, int depth, float *trunk) {
    for (int i = 0; i < count; i++) {
        run_block(plain, &blocks[i], depth, trunk);
    }
}

/* ---- Heads ---- */

/* One channel of the board's cells. */
static void read_cells(const Plain *plain, const float *values, int channels, int channel,
                       float *cells) {
    const PlainGrid *grid = &plain->grid;
    const size_t stride = plain_grid_stride(channels);
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            cells[y * grid->width + x] =
                values[plain_grid_cell(grid, x, y) * stride + (size_t)channel];
        }
    }
}

static void run_pass(Plain *plain) {
    const PolicyHead *head = &plain->model->policy;
    const float *pass = plain->hidden;
    plain_apply_dense(&head->pass_first, plain->vector, plain->hidden);
    if (head->pass_second.in > 0) {
        plain_multiply(&head->pass_second, plain->hidden, plain->bias);
        pass = plain->bias;
    }
    memcpy(plain->raw.pass, pass, (size_t)answer_policies(plain->model) * sizeof *pass);
}

/* plain->middle[0] and plain->pooled hold what the head's own convolutions give. */
static void run_policy_head(Plain *plain) {
    const PolicyHead *head = &plain->model->policy;
    plain_grid_norm(&plain->grid, &head->pooled_norm, plain->pooled, plain->normed);
    plain_grid_pool(&plain->grid, plain->normed, head->pooled.out, false, plain->vector);
    run_pass(plain);
    plain_multiply(&head->pooled_matrix, plain->vector, plain->bias);
    plain_grid_add(&plain->grid, plain->bias, head->own.out, plain->middle[0]);
    plain_grid_norm(&plain->grid, &head->norm, plain->middle[0], plain->normed);
    convolve(plain, &head->out, plain->normed, plain->pooled, false);
    for (int policy = 0; policy < answer_policies(plain->model); policy++) {
        read_cells(plain, plain->pooled, head->channels, policy, plain->raw.policy[policy]);
    }
}

/* plain->trunk holds what the head's own convolution gives. */
static void run_value_head(Plain *plain) {
    const ValueHead *head = &plain->model->value;
    plain_grid_norm(&plain->grid, &head->norm, plain->trunk, plain->normed);
    plain_grid_pool(&plain->grid, plain->normed, head->own.out, true, plain->vector);
    plain_apply_dense(&head->hidden, plain->vector, plain->hidden);
    plain_apply_dense(&head->value, plain->hidden, plain->raw.value);
    plain_apply_dense(&head->scores, plain->hidden, plain->raw.scores);
    convolve(plain, &head->ownership, plain->normed, plain->pooled, false);
    read_cells(plain, plain->pooled, 1, 0, plain->raw.ownership);
}

/* ---- The whole network ---- */

/* Adds to the trunk what the encoder makes of the metadata. */
static void run_encoder(Plain *plain) {
    const Encoder *encoder = &plain->model->encoder;
    plain_apply_dense(&encoder->first, plain->features.metadata, plain->hidden);
    plain_apply_dense(&encoder->second, plain->hidden, plain->vector);
    plain_multiply(&encoder->out, plain->vector, plain->bias);
    plain_grid_add(&plain->grid, plain->bias, encoder->out.out, plain->trunk);
}

static void run_first_layers(Plain *plain) {
    const Model *model = plain->model;
    const Features *features = &plain->features;
    const size_t stride = plain_grid_stride(FEATURE_PLANES);
    memset(plain->normed, 0, plain_grid_cells(&plain->grid) * stride * sizeof *plain->normed);
    for (int cell = 0; cell < features->cell_count; cell++) {
        const size_t at =
            plain_grid_cell(&plain->grid, cell % plain->grid.width, cell / plain->grid.width);
        for (int plane = 0; plane < FEATURE_PLANES; plane++) {
            plain->normed[at * stride + (size_t)plane] =
                (float)(features->planes[cell] >> plane & 1);
        }
    }
    convolve(plain, &model->first, plain->normed, plain->trunk, false);
    plain_multiply(&model->globals, features->globals, plain->bias);
    plain_grid_add(&plain->grid, plain->bias, model->first.out, plain->trunk);
    if (model->has_encoder) {
        run_encoder(plain);
    }
}

/* plain->normed = the tip of plain->trunk. */
static void run_tip(Plain *plain) {
    const Model *model = plain->model;
    if (model->tip_kind != TIP_PLAIN) {
        plain_grid_scale(&plain->grid, model->tip.count, model->tip_epsilon,
                         model->tip_kind == TIP_SPATIAL_RMS, plain->trunk, plain->trunk);
    }
    plain_grid_norm(&plain->grid, &model->tip, plain->trunk, plain->normed);
}

bool plain_evaluate(Plain *plain, const Situation *situation, Symmetry symmetry, double optimism,
                    NetAnswer *answer) {
    const Model *model = plain->model;
    features_fill(situation, symmetry, model->life_by_suicide, plain->ladders, &plain->features);
    plain->grid = grid_of(model, plain->features.width, plain->features.height);
    run_first_layers(plain);
    run_blocks(plain, model->blocks, model->block_count, 0, plain->trunk);
    run_tip(plain);
    convolve(plain, &model->policy.own, plain->normed, plain->middle[0], false);
    convolve(plain, &model->policy.pooled, plain->normed, plain->pooled, false);
    convolve(plain, &model->value.own, plain->normed, plain->trunk, false);
    run_policy_head(plain);
    run_value_head(plain);
    return answer_finish(model, &plain->features, &plain->raw, optimism, answer);
}
