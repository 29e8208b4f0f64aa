#include "engine/eval/net/fast/lowered_graph.h"

#include "engine/eval/net/fast/attention_layer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    LoweredGraph *graph;
    const Quantization *quantization; /* NULL: fp32 */
    bool failed;                      /* memory ran out: nothing is added from then on */
} Compiler;

/* ---- Filters ---- */

/* Makes room for one item after count of them. Returns the items, which may have moved. */
static void *grow(Compiler *compiler, void *items, int count, int *capacity, size_t item_bytes) {
    if (count < *capacity) {
        return items;
    }
    const int larger = 2 * *capacity + 16;
    void *moved = realloc(items, (size_t)larger * item_bytes);
    if (moved == NULL) {
        compiler->failed = true;
        return items;
    }
    *capacity = larger;
    return moved;
}

static void note_flop(LoweredGraph *graph, const Convolution *layer) {
    graph->flop_per_cell += 2.0 * layer->kernel * layer->kernel * layer->in * layer->out;
}

static Buffer at_depth(Buffer buffer, int depth) {
    return (Buffer)((int)buffer + depth);
}

/* Adds a filter that holds the layers side by side, the channels of each filled up to whole panels.
 * Returns NULL after a failure. */
static Filter *add_filter(Compiler *compiler, const Convolution *const *layers, int count) {
    LoweredGraph *graph = compiler->graph;
    int kernel = 1, out = 0;
    for (int i = 0; i < count; i++) {
        kernel = layers[i]->kernel > kernel ? layers[i]->kernel : kernel;
        out += kernels_padded(layers[i]->out);
        note_flop(graph, layers[i]);
    }
    graph->filters = grow(compiler, graph->filters, graph->filter_count, &graph->filter_capacity,
                          sizeof(Filter *));
    Filter *filter =
        compiler->failed ? NULL : filter_new(kernel, kernels_padded(layers[0]->in), out);
    if (filter == NULL) {
        compiler->failed = true;
        return NULL;
    }
    graph->filters[graph->filter_count++] = filter;
    for (int i = 0, offset = 0; i < count; i++) {
        filter_place(filter, layers[i], offset);
        offset += kernels_padded(layers[i]->out);
    }
    return filter;
}

/* The filter of the exact graph that was compiled from the same layers. Compiling depends on the
 * model alone, so it has the same index and the same shape. */
static const Filter *exact_filter(const Quantization *quantization, int index,
                                  const Filter *filter) {
    const LoweredGraph *graph = quantization->exact;
    assert(index < graph->filter_count);
    const Filter *exact = graph->filters[index];
    assert(exact->kernel == filter->kernel && exact->in == filter->in && exact->out == filter->out);
    assert(exact->observer != NULL);
    return exact;
}

/* Adds a filter that reads what the activation of the source gives, in whole numbers if the graph
 * has such. */
static Filter *add_whole_filter(Compiler *compiler, const Convolution *const *layers, int count,
                                Activation source, bool may_be_bytes) {
    const Quantization *quantization = compiler->quantization;
    const int index = compiler->graph->filter_count;
    Filter *filter = add_filter(compiler, layers, count);
    if (filter == NULL || quantization == NULL) {
        return filter;
    }
    const Filter *exact = exact_filter(quantization, index, filter);
    const bool is_bytes = quantization->precision == PRECISION_INT8 && may_be_bytes;
    if (!filter_quantize(filter, is_bytes ? ELEMENT_U8 : ELEMENT_S16, source != ACTIVATION_RELU,
                         quantization->unsigned_most, exact->observer)) {
        compiler->failed = true;
    }
    return filter;
}

/* ---- Steps ---- */

static void add_op(Compiler *compiler, LoweredOp op) {
    LoweredGraph *graph = compiler->graph;
    graph->ops =
        grow(compiler, graph->ops, graph->op_count, &graph->op_capacity, sizeof(LoweredOp));
    if (compiler->failed) {
        free(op.affine.scale);
        return;
    }
    graph->ops[graph->op_count++] = op;
}

static void note_channels(Compiler *compiler, Buffer buffer, int channels) {
    int *most = &compiler->graph->channels[buffer];
    *most = channels > *most ? channels : *most;
}

/* Adds keep = filter(from), or keep += filter(from). */
static void add_convolution(Compiler *compiler, Filter *filter, Buffer from, Buffer keep,
                            bool adds) {
    if (filter != NULL) {
        note_channels(compiler, from, filter->in);
        note_channels(compiler, keep, filter->out);
        add_op(
            compiler,
            (LoweredOp){
                .kind = OP_CONVOLVE, .from = from, .keep = keep, .filter = filter, .adds = adds});
    }
}

/* Can the reader's inverse_scale be a factor of the norm? Only if it may come before the
 * activation. */
static bool folds_inverse_scale(const Norm *norm, const Filter *reader) {
    return reader != NULL && reader->inverse_scale != NULL &&
           (norm->activation == ACTIVATION_RELU || norm->activation == ACTIVATION_IDENTITY);
}

/* The norm as an affine, the channels filled up with zeros, with the reader's inverse_scale folded
 * in if that can be. */
static Affine make_affine(Compiler *compiler, const Norm *norm, const Filter *reader) {
    const size_t channels = (size_t)kernels_padded(norm->count);
    float *scale = calloc(2 * channels, sizeof *scale);
    if (scale == NULL) {
        compiler->failed = true;
        return (Affine){0};
    }
    memcpy(scale, norm->scale, (size_t)norm->count * sizeof *norm->scale);
    memcpy(scale + channels, norm->bias, (size_t)norm->count * sizeof *norm->bias);
    Affine affine = {(int)channels, scale, scale + channels, NULL, norm->activation};
    if (folds_inverse_scale(norm, reader)) {
        for (size_t c = 0; c < channels; c++) {
            scale[c] *= reader->inverse_scale[c];
            scale[channels + c] *= reader->inverse_scale[c];
        }
    } else if (reader != NULL) {
        affine.inverse_scale = reader->inverse_scale;
    }
    return affine;
}

/* Adds an operation that pools the norm of some channels of the wide buffer. */
static void add_pool(Compiler *compiler, const Norm *norm, LoweredOp op) {
    op.from = BUFFER_WIDE;
    op.affine = make_affine(compiler, norm, NULL);
    op.pooled = norm->count;
    add_op(compiler, op);
}

/* Has the last step just kept in `from` what op.affine is to be applied to? */
static bool follows_convolution(const LoweredGraph *graph, const LoweredOp *op) {
    if (graph->op_count == 0 || op->is_shifted) {
        return false;
    }
    const LoweredOp *last = &graph->ops[graph->op_count - 1];
    return last->kind == OP_CONVOLVE && last->keep == op->from && last->to == BUFFER_NONE &&
           last->filter->out == op->affine.channels;
}

/* Writes the norm of op.from to op.to for the reader: as a part of the convolution before, if
 * that has just kept the values, or as an operation of its own. */
static void add_apply(Compiler *compiler, const Norm *norm, LoweredOp op) {
    LoweredGraph *graph = compiler->graph;
    op.kind = OP_APPLY;
    op.affine = make_affine(compiler, norm, op.reader);
    note_channels(compiler, op.to, op.affine.channels);
    if (compiler->failed || !follows_convolution(graph, &op)) {
        add_op(compiler, op);
        return;
    }
    LoweredOp *last = &graph->ops[graph->op_count - 1];
    assert(last->from != op.to);
    last->to = op.to;
    last->affine = op.affine;
    last->reader = op.reader;
    if (last->keep == BUFFER_WIDE) { /* nothing else reads it */
        last->keep = BUFFER_NONE;
    }
}

/* ---- Blocks ---- */

static void compile_ordinary(Compiler *compiler, const Block *block, int depth, Filter *first,
                             const Filter *second) {
    add_convolution(compiler, first, at_depth(BUFFER_NORMED, depth), BUFFER_WIDE, false);
    add_apply(compiler, &block->second_norm,
              (LoweredOp){.from = BUFFER_WIDE,
                          .from_channels = kernels_padded(block->first.out),
                          .to = at_depth(BUFFER_MIDDLE, depth),
                          .reader = second});
}

static void compile_pooling(Compiler *compiler, const Block *block, int depth, Filter *first,
                            const Filter *second) {
    const int own = kernels_padded(block->first.out);
    const int all = own + kernels_padded(block->pooled.out);
    add_convolution(compiler, first, at_depth(BUFFER_NORMED, depth), BUFFER_WIDE, false);
    add_pool(
        compiler, &block->pooled_norm,
        (LoweredOp){
            .kind = OP_POOL, .from_channels = all, .offset = own, .matrix = &block->pooled_matrix});
    add_apply(compiler, &block->second_norm,
              (LoweredOp){.from = BUFFER_WIDE,
                          .from_channels = all,
                          .to = at_depth(BUFFER_MIDDLE, depth),
                          .is_shifted = true,
                          .reader = second});
}

static void compile_blocks(Compiler *compiler, const Block *blocks, int count, int depth);

static void compile_bottleneck(Compiler *compiler, const Block *block, int depth, Filter *first,
                               const Filter *second) {
    const Buffer inner = at_depth(BUFFER_TRUNK, depth + 1);
    add_convolution(compiler, first, at_depth(BUFFER_NORMED, depth), inner, false);
    compile_blocks(compiler, block->inner, block->inner_count, depth + 1);
    add_apply(compiler, &block->second_norm,
              (LoweredOp){.from = inner,
                          .from_channels = kernels_padded(block->first.out),
                          .to = at_depth(BUFFER_MIDDLE, depth),
                          .reader = second});
}

/* ---- Transformer blocks ---- */

static Convolution as_convolution(const Matrix *matrix) {
    return (Convolution){
        .kernel = 1, .in = matrix->in, .out = matrix->out, .weights = matrix->weights};
}

/* A filter of matrices side by side. What it reads may be negative. */
static Filter *add_matrices(Compiler *compiler, const Matrix *matrices, int count) {
    Convolution layers[3];
    const Convolution *parts[3];
    for (int i = 0; i < count; i++) {
        layers[i] = as_convolution(&matrices[i]);
        parts[i] = &layers[i];
    }
    return add_whole_filter(compiler, parts, count, ACTIVATION_IDENTITY, true);
}

/* Writes the norm of the trunk for the filter that reads it. */
static void add_rms(Compiler *compiler, const RmsNorm *norm, int depth, const Filter *reader) {
    float *zeros = calloc((size_t)norm->count, sizeof *zeros);
    if (zeros == NULL || reader == NULL) {
        compiler->failed = true;
        free(zeros);
        return;
    }
    const Norm affine = {norm->count, norm->weights, zeros, ACTIVATION_IDENTITY};
    LoweredOp op = {.kind = OP_RMS,
                    .from = at_depth(BUFFER_TRUNK, depth),
                    .from_channels = kernels_padded(norm->count),
                    .to = at_depth(BUFFER_NORMED, depth),
                    .reader = reader,
                    .affine = make_affine(compiler, &affine, reader)};
    op.rms = (RmsShape){op.from_channels, norm->count, (float)norm->epsilon, false};
    note_channels(compiler, op.to, op.from_channels);
    add_op(compiler, op);
    free(zeros);
}

/* How a block's last filter reads what is written for it, with its inverse_scale only. */
static Affine as_read(const Filter *reader) {
    return (Affine){.channels = reader->in, .inverse_scale = reader->inverse_scale};
}

static void compile_arranged(Compiler *compiler, const Attention *layer, const Matrix *matrices,
                             int depth) {
    Filter *first = add_matrices(compiler, matrices, ATTENTION_OUT);
    Filter *out = add_matrices(compiler, &matrices[ATTENTION_OUT], 1);
    compiler->graph->flop_per_pair += 2.0 * layer->heads * (layer->query_size + layer->value_size);
    if (first == NULL || out == NULL) {
        return;
    }
    add_rms(compiler, &layer->norm, depth, first);
    add_convolution(compiler, first, at_depth(BUFFER_NORMED, depth), BUFFER_WIDE, false);
    add_op(compiler, (LoweredOp){.kind = OP_ATTEND,
                                 .from = BUFFER_WIDE,
                                 .from_channels = first->out,
                                 .to = at_depth(BUFFER_MIDDLE, depth),
                                 .reader = out,
                                 .affine = as_read(out),
                                 .attention = layer});
    add_convolution(compiler, out, at_depth(BUFFER_MIDDLE, depth), at_depth(BUFFER_TRUNK, depth),
                    true);
}

static void compile_attention(Compiler *compiler, const Attention *layer, int depth) {
    Matrix matrices[ATTENTION_MATRICES];
    float *weights[ATTENTION_MATRICES];
    bool ok = true;
    for (int i = 0; i < ATTENTION_MATRICES; i++) {
        weights[i] = attention_layer_arrange(layer, (AttentionMatrix)i, &matrices[i]);
        ok &= weights[i] != NULL;
    }
    if (ok) {
        compile_arranged(compiler, layer, matrices, depth);
    } else {
        compiler->failed = true;
    }
    for (int i = 0; i < ATTENTION_MATRICES; i++) {
        free(weights[i]);
    }
}

static void compile_feed_forward(Compiler *compiler, const FeedForward *layer, int depth) {
    const Matrix matrices[] = {layer->hidden, layer->gate};
    Filter *first = add_matrices(compiler, matrices, 2);
    Filter *out = add_matrices(compiler, &layer->out, 1);
    if (first == NULL || out == NULL) {
        return;
    }
    first->is_gated = true;
    add_rms(compiler, &layer->norm, depth, first);
    add_op(compiler, (LoweredOp){.kind = OP_CONVOLVE,
                                 .from = at_depth(BUFFER_NORMED, depth),
                                 .filter = first,
                                 .to = at_depth(BUFFER_MIDDLE, depth),
                                 .reader = out,
                                 .affine = as_read(out)});
    add_convolution(compiler, out, at_depth(BUFFER_MIDDLE, depth), at_depth(BUFFER_TRUNK, depth),
                    true);
}

/* ---- Blocks of convolutions ---- */

/* The layers of a block that read its first norm, as one filter. */
static Filter *add_first_filter(Compiler *compiler, const Block *block) {
    const Convolution *const layers[] = {&block->first, &block->pooled};
    const int count = block->kind == BLOCK_POOLING ? 2 : 1;
    return add_whole_filter(compiler, layers, count, block->first_norm.activation, true);
}

static void compile_convolutions(Compiler *compiler, const Block *block, int depth) {
    const Buffer trunk = at_depth(BUFFER_TRUNK, depth);
    const Convolution *const last = &block->second;
    Filter *first = add_first_filter(compiler, block);
    Filter *second = add_whole_filter(compiler, &last, 1, block->second_norm.activation, true);
    add_apply(compiler, &block->first_norm,
              (LoweredOp){.from = trunk,
                          .from_channels = kernels_padded(block->first.in),
                          .to = at_depth(BUFFER_NORMED, depth),
                          .reader = first});
    if (block->kind == BLOCK_ORDINARY) {
        compile_ordinary(compiler, block, depth, first, second);
    } else if (block->kind == BLOCK_POOLING) {
        compile_pooling(compiler, block, depth, first, second);
    } else {
        compile_bottleneck(compiler, block, depth, first, second);
    }
    add_convolution(compiler, second, at_depth(BUFFER_MIDDLE, depth), trunk, true);
}

static void compile_block(Compiler *compiler, const Block *block, int depth) {
    switch (block->kind) {
    case BLOCK_ORDINARY:
    case BLOCK_POOLING:
    case BLOCK_BOTTLENECK:
        compile_convolutions(compiler, block, depth);
        break;
    case BLOCK_ATTENTION:
        compile_attention(compiler, &block->attention, depth);
        break;
    case BLOCK_FEED_FORWARD:
        compile_feed_forward(compiler, &block->feed_forward, depth);
        break;
    }
}

static void compile_blocks(Compiler *compiler, const Block *blocks, int count, int depth) {
    for (int i = 0; i < count && !compiler->failed; i++) {
        compile_block(compiler, &blocks[i], depth);
    }
}

/* ---- InitialConvolution and heads ---- */

static void compile_stem(Compiler *compiler) {
    const Convolution *layer = &compiler->graph->model->first;
    compiler->failed |= !initial_convolution_init(&compiler->graph->initial, layer);
    note_channels(compiler, BUFFER_TRUNK, kernels_padded(layer->out));
    note_flop(compiler->graph, layer);
}

static void compile_policy(Compiler *compiler, int channels) {
    const PolicyHead *head = &compiler->graph->model->policy;
    const Convolution *const last = &head->out;
    Filter *out = add_filter(compiler, &last, 1);
    add_pool(compiler, &head->pooled_norm,
             (LoweredOp){.kind = OP_POOL,
                         .from_channels = channels,
                         .offset = kernels_padded(head->own.out),
                         .matrix = &head->pooled_matrix});
    add_op(compiler, (LoweredOp){.kind = OP_PASS});
    add_apply(compiler, &head->norm,
              (LoweredOp){.from = BUFFER_WIDE,
                          .from_channels = channels,
                          .to = BUFFER_POLICY,
                          .is_shifted = true});
    add_convolution(compiler, out, BUFFER_POLICY, BUFFER_POLICY_OUT, false);
}

static void compile_value(Compiler *compiler, int channels) {
    const ValueHead *head = &compiler->graph->model->value;
    const Convolution *const last = &head->ownership;
    const int offset = channels - kernels_padded(head->own.out);
    Filter *ownership = add_filter(compiler, &last, 1);
    add_pool(compiler, &head->norm,
             (LoweredOp){.kind = OP_VALUE, .from_channels = channels, .offset = offset});
    add_apply(
        compiler, &head->norm,
        (LoweredOp){
            .from = BUFFER_WIDE, .from_channels = channels, .offset = offset, .to = BUFFER_VALUE});
    add_convolution(compiler, ownership, BUFFER_VALUE, BUFFER_OWNERSHIP, false);
}

static void add_tip(Compiler *compiler, const Filter *reader) {
    const Model *model = compiler->graph->model;
    LoweredOp op = {.from = BUFFER_TRUNK,
                    .from_channels = kernels_padded(model->tip.count),
                    .to = BUFFER_NORMED,
                    .reader = reader};
    if (model->tip_kind == TIP_PLAIN) {
        add_apply(compiler, &model->tip, op);
        return;
    }
    op.kind = OP_RMS;
    op.affine = make_affine(compiler, &model->tip, reader);
    op.rms = (RmsShape){op.from_channels, model->tip.count, (float)model->tip_epsilon,
                        model->tip_kind == TIP_SPATIAL_RMS};
    note_channels(compiler, op.to, op.from_channels);
    add_op(compiler, op);
}

/* The heads' first layers are one filter: policy, what the policy head pools, value. */
static void compile_heads(Compiler *compiler) {
    const Model *model = compiler->graph->model;
    const Convolution *const layers[] = {&model->policy.own, &model->policy.pooled,
                                         &model->value.own};
    Filter *first = add_whole_filter(compiler, layers, 3, model->tip.activation, false);
    if (first == NULL) {
        return;
    }
    add_tip(compiler, first);
    add_convolution(compiler, first, BUFFER_NORMED, BUFFER_WIDE, false);
    compile_policy(compiler, first->out);
    compile_value(compiler, first->out);
}

LoweredGraph *lowered_graph_new(const Model *model, const Quantization *quantization) {
    LoweredGraph *graph = calloc(1, sizeof *graph);
    if (graph == NULL) {
        return NULL;
    }
    Compiler compiler = {graph, quantization, false};
    arena_init(&graph->arena);
    graph->model = model;
    compile_stem(&compiler);
    compile_blocks(&compiler, model->blocks, model->block_count, 0);
    graph->head_begin = graph->op_count;
    compile_heads(&compiler);
    if (compiler.failed) {
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
    for (int i = 0; i < graph->op_count; i++) {
        free(graph->ops[i].affine.scale);
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
