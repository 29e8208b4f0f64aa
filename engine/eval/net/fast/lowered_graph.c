#include "engine/eval/net/fast/lowered_graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/fast/attention_layer.h"

/* Ten times the weights of a large filter. */
enum { ARENA_BLOCK_BYTES = 32 << 20 };

typedef struct {
    LoweredGraph *graph;
    const LoweringOptions *options;
    size_t ranges_read; /* floats of the calibration */
    float *weights;     /* of the filter that is being packed */
    size_t room;        /* in floats */
    bool failed;        /* memory ran out: nothing is added from then on */
} Lowering;

/* ---- Filters ---- */

/* Makes room for one item after count of them. Returns the items, which may have moved. */
static void *grow_items(Lowering *lowering, void *items, int count, int *capacity,
                        size_t item_bytes) {
    if (count < *capacity) {
        return items;
    }
    const int larger = 2 * *capacity + 16;
    void *moved = realloc(items, (size_t)larger * item_bytes);
    if (moved == NULL) {
        lowering->failed = true;
        return items;
    }
    *capacity = larger;
    return moved;
}

static Buffer at_depth(Buffer buffer, int depth) {
    return (Buffer)((int)buffer + depth);
}

/* Layers that read the same values, which the activation gives. */
typedef struct {
    const Convolution *layers;
    int count;
    bool reads_floats; /* in a graph of whole numbers, too */
    Activation source;
    bool is_gated; /* the second half of the layers gates the first */
} FilterParts;

/* Takes the filter's part of the calibration and makes it read whole numbers. Filters depend on the
 * model alone, so those of the graph that was calibrated came in the same order. */
static bool quantize(Lowering *lowering, const FilterParts *parts, Filter *filter) {
    const LoweringOptions *options = lowering->options;
    const size_t in = (size_t)filter->in;
    if (options->calibration == NULL) {
        return true;
    }
    const float *greatest = options->calibration->values + lowering->ranges_read;
    lowering->ranges_read += 2 * in;
    assert(lowering->ranges_read <= options->calibration->count);
    return parts->reads_floats || filter_quantize(filter, parts->source != ACTIVATION_RELU,
                                                  greatest, greatest + in, &lowering->graph->arena);
}

/* Places the layers side by side, the channels of each padded to whole panels, and packs them.
 * Returns false if out of memory. */
static bool fill_filter(Lowering *lowering, const FilterParts *parts, Filter *filter) {
    const LoweringOptions *options = lowering->options;
    const size_t room = filter_room(filter);
    if (room > lowering->room) {
        free(lowering->weights);
        lowering->weights = malloc(room * sizeof *lowering->weights);
        lowering->room = room;
    }
    if (lowering->weights == NULL) {
        return false;
    }
    memset(lowering->weights, 0, room * sizeof *lowering->weights);
    for (int i = 0, offset = 0; i < parts->count; i++) {
        filter_place(filter, &parts->layers[i], offset, lowering->weights);
        offset += kernels_padded(parts->layers[i].out);
    }
    return quantize(lowering, parts, filter) &&
           filter_pack(filter, options->kernels, options->form, lowering->weights,
                       &lowering->graph->arena);
}

/* Adds a filter of the layers. Returns NULL after a failure. */
static Filter *add_filter(Lowering *lowering, FilterParts parts) {
    LoweredGraph *graph = lowering->graph;
    int kernel = 1, out = 0;
    for (int i = 0; i < parts.count; i++) {
        kernel = parts.layers[i].kernel > kernel ? parts.layers[i].kernel : kernel;
        out += kernels_padded(parts.layers[i].out);
    }
    graph->filters = grow_items(lowering, graph->filters, graph->filter_count,
                                &graph->filter_capacity, sizeof(Filter *));
    Filter *filter =
        lowering->failed ? NULL : filter_new(kernel, kernels_padded(parts.layers[0].in), out);
    if (filter == NULL) {
        lowering->failed = true;
        return NULL;
    }
    filter->is_gated = parts.is_gated;
    graph->filters[graph->filter_count++] = filter;
    lowering->failed = !fill_filter(lowering, &parts, filter);
    return lowering->failed ? NULL : filter;
}

/* Gives back the memory of a model's weights that are packed. */
static void release(Lowering *lowering, const float *weights, int taps, int in, int out) {
    if (lowering->graph->own != NULL) {
        model_release(lowering->graph->own, weights, (size_t)taps * (size_t)in * (size_t)out);
    }
}

/* Adds a filter of the model's convolutions, which are released. */
static Filter *add_convolutions(Lowering *lowering, const Convolution *layers, int count,
                                bool reads_floats, Activation source) {
    Filter *filter =
        add_filter(lowering, (FilterParts){layers, count, reads_floats, source, false});
    for (const Convolution *layer = layers; layer < layers + count; layer++) {
        release(lowering, layer->weights, layer->kernel * layer->kernel, layer->in, layer->out);
    }
    return filter;
}

/* ---- Steps ---- */

static void add_op(Lowering *lowering, LoweredOp op) {
    LoweredGraph *graph = lowering->graph;
    graph->ops =
        grow_items(lowering, graph->ops, graph->op_count, &graph->op_capacity, sizeof(LoweredOp));
    if (!lowering->failed) {
        graph->ops[graph->op_count++] = op;
    }
}

static void note_channels(Lowering *lowering, Buffer buffer, int channels) {
    int *most = &lowering->graph->channels[buffer];
    *most = channels > *most ? channels : *most;
}

/* Adds keep = filter(from), or keep += filter(from). */
static void add_convolution(Lowering *lowering, Filter *filter, Buffer from, Buffer keep,
                            bool adds) {
    if (filter != NULL) {
        note_channels(lowering, from, filter->in);
        note_channels(lowering, keep, filter->out);
        add_op(
            lowering,
            (LoweredOp){
                .kind = OP_CONVOLVE, .from = from, .keep = keep, .filter = filter, .adds = adds});
    }
}

/* How an operation writes numbers for a reader, or floats if that is NULL. */
static OutputStage stage_for(const Filter *reader, Activation activation) {
    if (reader == NULL) {
        return (OutputStage){.activation = activation};
    }
    return (OutputStage){.activation = activation,
                         .element = reader->element,
                         .inverse_scale = reader->inverse_scale,
                         .least = reader->least,
                         .most = reader->most};
}

/* Sets op to write the norm for the reader, the channels padded. The reader's inverse_scale is
 * folded in if it may come before the activation. */
static void set_norm(Lowering *lowering, const Norm *norm, const Filter *reader, LoweredOp *op) {
    const size_t channels = (size_t)kernels_padded(norm->count);
    float *scale = arena_take(&lowering->graph->arena, 2 * channels * sizeof *scale);
    op->channels = (int)channels;
    op->output_stage = stage_for(reader, norm->activation);
    if (scale == NULL) {
        lowering->failed = true;
        return;
    }
    memcpy(scale, norm->scale, (size_t)norm->count * sizeof *norm->scale);
    if (norm->bias != NULL) {
        memcpy(scale + channels, norm->bias, (size_t)norm->count * sizeof *norm->bias);
    }
    op->output_stage.scale = scale;
    op->output_stage.bias = scale + channels;
    if (op->output_stage.inverse_scale != NULL &&
        (norm->activation == ACTIVATION_RELU || norm->activation == ACTIVATION_IDENTITY)) {
        for (size_t c = 0; c < channels; c++) {
            scale[c] *= reader->inverse_scale[c];
            scale[channels + c] *= reader->inverse_scale[c];
        }
        op->output_stage.inverse_scale = NULL;
    }
}

/* Adds an operation that pools the norm of some channels of the wide buffer. */
static void add_pool(Lowering *lowering, const Norm *norm, LoweredOp op) {
    op.from = BUFFER_WIDE;
    op.pooled = norm->count;
    set_norm(lowering, norm, NULL, &op);
    add_op(lowering, op);
}

/* Has the last step just kept in `from` what op is to be applied to? */
static bool follows_convolution(const LoweredGraph *graph, const LoweredOp *op) {
    if (graph->op_count == 0 || op->is_shifted) {
        return false;
    }
    const LoweredOp *last = &graph->ops[graph->op_count - 1];
    return last->kind == OP_CONVOLVE && last->keep == op->from && last->to == BUFFER_NONE &&
           last->filter->out == op->channels;
}

/* Writes the norm of op.from to op.to for the reader: as a part of the convolution before, if
 * that has just kept the values, or as an operation of its own. */
static void add_apply(Lowering *lowering, const Norm *norm, const Filter *reader, LoweredOp op) {
    LoweredGraph *graph = lowering->graph;
    op.kind = OP_APPLY;
    set_norm(lowering, norm, reader, &op);
    note_channels(lowering, op.to, op.channels);
    if (lowering->failed || !follows_convolution(graph, &op)) {
        add_op(lowering, op);
        return;
    }
    LoweredOp *last = &graph->ops[graph->op_count - 1];
    assert(last->from != op.to);
    last->to = op.to;
    last->channels = op.channels;
    last->output_stage = op.output_stage;
    if (last->keep == BUFFER_WIDE) { /* nothing else reads it */
        last->keep = BUFFER_NONE;
    }
}

/* Writes a norm of `from` scaled to a root mean square of 1. */
static void add_rms(Lowering *lowering, const Norm *norm, const Filter *reader, double epsilon,
                    bool is_spatial, LoweredOp op) {
    op.kind = OP_RMS;
    op.from_channels = kernels_padded(norm->count);
    op.rms = (RmsShape){op.from_channels, norm->count, (float)epsilon, is_spatial};
    set_norm(lowering, norm, reader, &op);
    note_channels(lowering, op.to, op.channels);
    add_op(lowering, op);
}

/* ---- Blocks of convolutions ---- */

static void lower_blocks(Lowering *lowering, const Block *blocks, int count, int depth);

/* The layers that read the first norm are one filter. */
static void lower_convolutions(Lowering *lowering, const Block *block, int depth) {
    const bool is_pooling = block->kind == BLOCK_POOLING;
    const int own = kernels_padded(block->first.out);
    const int all = own + kernels_padded(block->pooled.out); /* 0 of these unless pooling */
    const Buffer trunk = at_depth(BUFFER_TRUNK, depth), normed = at_depth(BUFFER_NORMED, depth);
    const Buffer middle = at_depth(BUFFER_MIDDLE, depth);
    const Buffer inner =
        block->kind == BLOCK_BOTTLENECK ? at_depth(BUFFER_TRUNK, depth + 1) : BUFFER_WIDE;
    const Convolution layers[] = {block->first, block->pooled};
    Filter *first =
        add_convolutions(lowering, layers, is_pooling ? 2 : 1, false, block->first_norm.activation);
    Filter *second =
        add_convolutions(lowering, &block->second, 1, false, block->second_norm.activation);
    add_apply(
        lowering, &block->first_norm, first,
        (LoweredOp){.from = trunk, .from_channels = kernels_padded(block->first.in), .to = normed});
    add_convolution(lowering, first, normed, inner, false);
    if (is_pooling) {
        add_pool(lowering, &block->pooled_norm,
                 (LoweredOp){.kind = OP_POOL,
                             .from_channels = all,
                             .offset = own,
                             .matrix = &block->pooled_matrix});
    } else if (block->kind == BLOCK_BOTTLENECK) {
        lower_blocks(lowering, block->inner, block->inner_count, depth + 1);
    }
    add_apply(
        lowering, &block->second_norm, second,
        (LoweredOp){.from = inner, .from_channels = all, .to = middle, .is_shifted = is_pooling});
    add_convolution(lowering, second, middle, trunk, true);
}

/* ---- Transformer blocks ---- */

/* A filter of matrices side by side. What it reads may be negative. */
static Filter *add_matrices(Lowering *lowering, const Matrix *matrices, int count, bool is_gated) {
    Convolution layers[3];
    for (int i = 0; i < count; i++) {
        layers[i] = (Convolution){1, matrices[i].in, matrices[i].out, matrices[i].weights};
    }
    return add_filter(lowering, (FilterParts){layers, count, false, ACTIVATION_IDENTITY, is_gated});
}

static void release_matrix(Lowering *lowering, const Matrix *matrix) {
    release(lowering, matrix->weights, 1, matrix->in, matrix->out);
}

/* x + out(middle(first(norm(x)))), where op is the middle: it writes what `out` reads. */
static void lower_transformer(Lowering *lowering, const RmsNorm *norm, int depth, Filter *first,
                              Filter *out, LoweredOp op) {
    const Buffer trunk = at_depth(BUFFER_TRUNK, depth), normed = at_depth(BUFFER_NORMED, depth);
    const Norm affine = {norm->count, norm->weights, NULL, ACTIVATION_IDENTITY};
    if (first == NULL || out == NULL) {
        return;
    }
    add_rms(lowering, &affine, first, norm->epsilon, false,
            (LoweredOp){.from = trunk, .to = normed});
    if (op.kind == OP_ATTEND) {
        add_convolution(lowering, first, normed, BUFFER_WIDE, false);
        op.from = BUFFER_WIDE;
        op.from_channels = first->out;
    } else {
        op.from = normed;
        op.filter = first;
    }
    op.to = at_depth(BUFFER_MIDDLE, depth);
    op.channels = out->in;
    op.output_stage = stage_for(out, ACTIVATION_IDENTITY);
    add_op(lowering, op);
    add_convolution(lowering, out, op.to, trunk, true);
}

static void lower_attention(Lowering *lowering, const Attention *layer, int depth) {
    Matrix matrices[ATTENTION_MATRICES];
    float *weights[ATTENTION_MATRICES];
    for (int i = 0; i < ATTENTION_MATRICES; i++) {
        weights[i] = attention_layer_arrange(layer, (AttentionMatrix)i, &matrices[i]);
        lowering->failed |= weights[i] == NULL;
    }
    if (!lowering->failed) {
        Filter *first = add_matrices(lowering, matrices, ATTENTION_OUT, false);
        Filter *out = add_matrices(lowering, &matrices[ATTENTION_OUT], 1, false);
        lower_transformer(lowering, &layer->norm, depth, first, out,
                          (LoweredOp){.kind = OP_ATTEND, .attention = layer});
    }
    for (int i = 0; i < ATTENTION_MATRICES; i++) {
        free(weights[i]);
    }
    release_matrix(lowering, &layer->queries);
    release_matrix(lowering, &layer->keys);
    release_matrix(lowering, &layer->values);
    release_matrix(lowering, &layer->out);
}

static void lower_feed_forward(Lowering *lowering, const FeedForward *layer, int depth) {
    const Matrix matrices[] = {layer->hidden, layer->gate};
    Filter *first = add_matrices(lowering, matrices, 2, true);
    Filter *out = add_matrices(lowering, &layer->out, 1, false);
    release_matrix(lowering, &layer->hidden);
    release_matrix(lowering, &layer->gate);
    release_matrix(lowering, &layer->out);
    lower_transformer(lowering, &layer->norm, depth, first, out, (LoweredOp){.kind = OP_CONVOLVE});
}

/* ---- All blocks ---- */

static void lower_blocks(Lowering *lowering, const Block *blocks, int count, int depth) {
    for (int i = 0; i < count && !lowering->failed; i++) {
        switch (blocks[i].kind) {
        case BLOCK_ORDINARY:
        case BLOCK_POOLING:
        case BLOCK_BOTTLENECK:
            lower_convolutions(lowering, &blocks[i], depth);
            break;
        case BLOCK_ATTENTION:
            lower_attention(lowering, &blocks[i].attention, depth);
            break;
        case BLOCK_FEED_FORWARD:
            lower_feed_forward(lowering, &blocks[i].feed_forward, depth);
            break;
        }
    }
}

/* ---- Heads ---- */

static void lower_policy(Lowering *lowering, int channels) {
    const PolicyHead *head = &lowering->graph->model->policy;
    Filter *out = add_convolutions(lowering, &head->out, 1, true, ACTIVATION_IDENTITY);
    add_pool(lowering, &head->pooled_norm,
             (LoweredOp){.kind = OP_POOL,
                         .from_channels = channels,
                         .offset = kernels_padded(head->own.out),
                         .matrix = &head->pooled_matrix});
    add_op(lowering, (LoweredOp){.kind = OP_PASS});
    add_apply(lowering, &head->norm, NULL,
              (LoweredOp){.from = BUFFER_WIDE,
                          .from_channels = channels,
                          .to = BUFFER_POLICY,
                          .is_shifted = true});
    add_convolution(lowering, out, BUFFER_POLICY, BUFFER_POLICY_OUT, false);
}

static void lower_value(Lowering *lowering, int channels) {
    const ValueHead *head = &lowering->graph->model->value;
    const int offset = channels - kernels_padded(head->own.out);
    Filter *ownership = add_convolutions(lowering, &head->ownership, 1, true, ACTIVATION_IDENTITY);
    LoweredOp op = {.kind = OP_VALUE, .from_channels = channels, .offset = offset};
    add_pool(lowering, &head->norm, op);
    op.from = BUFFER_WIDE;
    op.to = BUFFER_VALUE;
    add_apply(lowering, &head->norm, NULL, op);
    add_convolution(lowering, ownership, BUFFER_VALUE, BUFFER_OWNERSHIP, false);
}

/* The heads' first layers are one filter: policy, what the policy head pools, value. */
static void lower_heads(Lowering *lowering) {
    const Model *model = lowering->graph->model;
    LoweredOp tip = {.from = BUFFER_TRUNK,
                     .from_channels = kernels_padded(model->tip.count),
                     .to = BUFFER_NORMED};
    const Convolution layers[] = {model->policy.own, model->policy.pooled, model->value.own};
    Filter *first = add_convolutions(lowering, layers, 3, false, model->tip.activation);
    if (first == NULL) {
        return;
    }
    if (model->tip_kind == TIP_PLAIN) {
        add_apply(lowering, &model->tip, first, tip);
    } else {
        add_rms(lowering, &model->tip, first, model->tip_epsilon,
                model->tip_kind == TIP_SPATIAL_RMS, tip);
    }
    add_convolution(lowering, first, BUFFER_NORMED, BUFFER_WIDE, false);
    lower_policy(lowering, first->out);
    lower_value(lowering, first->out);
}

/* Fills the graph. Returns false if out of memory. */
static bool lower_model(LoweredGraph *graph, const LoweringOptions *options) {
    const Model *model = graph->model;
    Lowering lowering = {.graph = graph, .options = options};
    lowering.failed = !initial_convolution_init(&graph->initial, &model->first);
    note_channels(&lowering, BUFFER_TRUNK, kernels_padded(model->first.out));
    lower_blocks(&lowering, model->blocks, model->block_count, 0);
    lower_heads(&lowering);
    free(lowering.weights);
    return !lowering.failed;
}

LoweredGraph *lowered_graph_new(const Model *model, Model *own, const LoweringOptions *options) {
    assert(own == NULL || own == model);
    LoweredGraph *graph = calloc(1, sizeof *graph);
    if (graph == NULL) {
        model_free(own);
        return NULL;
    }
    graph->model = model;
    graph->own = own;
    graph->arena.block_bytes = ARENA_BLOCK_BYTES;
    if (!lower_model(graph, options)) {
        lowered_graph_free(graph);
        return NULL;
    }
    return graph;
}

void lowered_graph_free(LoweredGraph *graph) {
    if (graph == NULL) {
        return;
    }
    for (int i = 0; i < graph->filter_count; i++) {
        free(graph->filters[i]);
    }
    initial_convolution_clear(&graph->initial);
    arena_clear(&graph->arena);
    model_free(graph->own);
    free(graph->ops);
    free(graph->filters);
    free(graph);
}
