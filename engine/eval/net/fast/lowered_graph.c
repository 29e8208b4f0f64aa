#include "engine/eval/net/fast/lowered_graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/fast/attention_layer.h"

typedef struct {
    LoweredGraph *graph;
    const Quantization *quantization; /* NULL: fp32 */
    bool failed;                      /* memory ran out: nothing is added from then on */
} Lowering;

/* ---- Filters ---- */

/* Makes room for one item after count of them. Returns the items, which may have moved. */
static void *grow(Lowering *lowering, void *items, int count, int *capacity, size_t item_bytes) {
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

/* Adds a filter that holds the layers side by side, the channels of each padded to whole panels.
 * Returns NULL after a failure. */
static Filter *add_filter(Lowering *lowering, const Convolution *const *layers, int count) {
    LoweredGraph *graph = lowering->graph;
    int kernel = 1, out = 0;
    for (int i = 0; i < count; i++) {
        kernel = layers[i]->kernel > kernel ? layers[i]->kernel : kernel;
        out += kernels_padded(layers[i]->out);
    }
    graph->filters = grow(lowering, graph->filters, graph->filter_count, &graph->filter_capacity,
                          sizeof(Filter *));
    Filter *filter =
        lowering->failed ? NULL : filter_new(kernel, kernels_padded(layers[0]->in), out);
    if (filter == NULL) {
        lowering->failed = true;
        return NULL;
    }
    graph->filters[graph->filter_count++] = filter;
    for (int i = 0, offset = 0; i < count; i++) {
        filter_place(filter, layers[i], offset);
        offset += kernels_padded(layers[i]->out);
    }
    return filter;
}

/* Adds a filter that reads what the activation of the source gives, in whole numbers if the graph
 * has such. Lowering depends on the model alone, so the filter of the exact graph that was
 * lowered from the same layers has the same index and shape. */
static Filter *add_whole_filter(Lowering *lowering, const Convolution *const *layers, int count,
                                Activation source, bool may_be_bytes) {
    const Quantization *quantization = lowering->quantization;
    const int index = lowering->graph->filter_count;
    Filter *filter = add_filter(lowering, layers, count);
    if (filter == NULL || quantization == NULL) {
        return filter;
    }
    assert(index < quantization->exact->filter_count);
    const Filter *exact = quantization->exact->filters[index];
    assert(exact->kernel == filter->kernel && exact->in == filter->in && exact->out == filter->out);
    assert(exact->observer != NULL);
    const bool is_bytes = quantization->precision == PRECISION_INT8 && may_be_bytes;
    if (!filter_quantize(filter, is_bytes ? ELEMENT_U8 : ELEMENT_S16, source != ACTIVATION_RELU,
                         quantization->unsigned_most, exact->observer, &lowering->graph->arena)) {
        lowering->failed = true;
    }
    return filter;
}

/* ---- Steps ---- */

static void add_op(Lowering *lowering, LoweredOp op) {
    LoweredGraph *graph = lowering->graph;
    graph->ops =
        grow(lowering, graph->ops, graph->op_count, &graph->op_capacity, sizeof(LoweredOp));
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
                         .most = reader->most,
                         .zero_point = reader->zero_point};
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
    const Convolution *const layers[] = {&block->first, &block->pooled};
    const Convolution *const last = &block->second;
    const int own = kernels_padded(block->first.out);
    const int all = own + kernels_padded(block->pooled.out); /* 0 of these unless pooling */
    const Buffer trunk = at_depth(BUFFER_TRUNK, depth), normed = at_depth(BUFFER_NORMED, depth);
    const Buffer middle = at_depth(BUFFER_MIDDLE, depth);
    const Buffer inner =
        block->kind == BLOCK_BOTTLENECK ? at_depth(BUFFER_TRUNK, depth + 1) : BUFFER_WIDE;
    Filter *first =
        add_whole_filter(lowering, layers, is_pooling ? 2 : 1, block->first_norm.activation, true);
    Filter *second = add_whole_filter(lowering, &last, 1, block->second_norm.activation, true);
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
static Filter *add_matrices(Lowering *lowering, const Matrix *matrices, int count) {
    Convolution layers[3];
    const Convolution *parts[3];
    for (int i = 0; i < count; i++) {
        layers[i] = (Convolution){.kernel = 1,
                                  .in = matrices[i].in,
                                  .out = matrices[i].out,
                                  .weights = matrices[i].weights};
        parts[i] = &layers[i];
    }
    return add_whole_filter(lowering, parts, count, ACTIVATION_IDENTITY, true);
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
        Filter *first = add_matrices(lowering, matrices, ATTENTION_OUT);
        Filter *out = add_matrices(lowering, &matrices[ATTENTION_OUT], 1);
        lower_transformer(lowering, &layer->norm, depth, first, out,
                          (LoweredOp){.kind = OP_ATTEND, .attention = layer});
    }
    for (int i = 0; i < ATTENTION_MATRICES; i++) {
        free(weights[i]);
    }
}

static void lower_feed_forward(Lowering *lowering, const FeedForward *layer, int depth) {
    const Matrix matrices[] = {layer->hidden, layer->gate};
    Filter *first = add_matrices(lowering, matrices, 2);
    Filter *out = add_matrices(lowering, &layer->out, 1);
    if (first != NULL) {
        first->is_gated = true;
    }
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
    const Convolution *const last = &head->out;
    Filter *out = add_filter(lowering, &last, 1);
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
    const Convolution *const last = &head->ownership;
    const int offset = channels - kernels_padded(head->own.out);
    Filter *ownership = add_filter(lowering, &last, 1);
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
    const Convolution *const layers[] = {&model->policy.own, &model->policy.pooled,
                                         &model->value.own};
    LoweredOp tip = {.from = BUFFER_TRUNK,
                     .from_channels = kernels_padded(model->tip.count),
                     .to = BUFFER_NORMED};
    Filter *first = add_whole_filter(lowering, layers, 3, model->tip.activation, false);
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

LoweredGraph *lowered_graph_new(const Model *model, const Quantization *quantization) {
    LoweredGraph *graph = calloc(1, sizeof *graph);
    if (graph == NULL) {
        return NULL;
    }
    Lowering lowering = {graph, quantization, false};
    graph->model = model;
    lowering.failed = !initial_convolution_init(&graph->initial, &model->first);
    note_channels(&lowering, BUFFER_TRUNK, kernels_padded(model->first.out));
    lower_blocks(&lowering, model->blocks, model->block_count, 0);
    lower_heads(&lowering);
    for (int i = 0; !lowering.failed && i < graph->filter_count; i++) {
        lowering.failed = !filter_pack(graph->filters[i], &graph->arena);
    }
    if (lowering.failed) {
        lowered_graph_free(graph);
        return NULL;
    }
    assert(quantization == NULL || quantization->exact->filter_count == graph->filter_count);
    return graph;
}

void lowered_graph_free(LoweredGraph *graph) {
    if (graph == NULL) {
        return;
    }
    for (int i = 0; i < graph->filter_count; i++) {
        filter_free(graph->filters[i]);
    }
    initial_convolution_clear(&graph->initial);
    arena_clear(&graph->arena);
    free(graph->ops);
    free(graph->filters);
    free(graph);
}
