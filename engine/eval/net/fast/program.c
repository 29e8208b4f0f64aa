#include "engine/eval/net/fast/program.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The greatest value that is written to a signed byte: the range is symmetric. */
static const float SIGNED_MAX = 127;

/* A layer of a filter, with the norm that is folded into it or NULL. */
typedef struct {
    const Convolution *layer;
    const Norm *norm;
} Part;

typedef struct {
    Program *program;
    Element element;
    const Quantization *quantization;
    bool failed; /* memory ran out: nothing is added from then on */
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

static void note_flop(Program *program, const Convolution *layer) {
    program->flop_per_cell += 2.0 * layer->kernel * layer->kernel * layer->in * layer->out;
}

/* Adds a filter that holds the layers side by side, each beginning with a whole group of channels.
 * Returns NULL after a failure. */
static Filter *add_filter(Compiler *compiler, const Part *parts, int count, int in) {
    Program *program = compiler->program;
    int kernel = 1, out = 0;
    for (int i = 0; i < count; i++) {
        const Convolution *layer = parts[i].layer;
        kernel = layer->kernel > kernel ? layer->kernel : kernel;
        out += filter_padded(layer->out);
        note_flop(program, layer);
    }
    program->filters = grow(compiler, program->filters, program->filter_count,
                            &program->filter_capacity, sizeof(Filter *));
    Filter *filter = compiler->failed ? NULL : filter_new(kernel, in, out);
    if (filter == NULL) {
        compiler->failed = true;
        return NULL;
    }
    program->filters[program->filter_count++] = filter;
    filter->element = compiler->element;
    for (int i = 0, offset = 0; i < count; i++) {
        filter_place(filter, parts[i].layer, parts[i].norm, offset);
        offset += filter_padded(parts[i].layer->out);
    }
    return filter;
}

/* The filter of the exact program that was compiled from the same layers. Compiling depends on the
 * model alone, so it has the same index and the same shape. */
static const Filter *exact_filter(const Quantization *quantization, int index,
                                  const Filter *filter) {
    const Program *program = quantization->exact;
    assert(index < program->filter_count);
    const Filter *exact = program->filters[index];
    assert(exact->kernel == filter->kernel && exact->in == filter->in && exact->out == filter->out);
    assert(exact->sample != NULL);
    return exact;
}

/* Adds a filter of the trunk, which reads what the activation of the source gives. Only these are
 * int8: the heads are a small part of the work. */
static Filter *add_trunk_filter(Compiler *compiler, const Part *parts, int count,
                                Activation source) {
    const Quantization *quantization = compiler->quantization;
    const int index = compiler->program->filter_count;
    Filter *filter = add_filter(compiler, parts, count, filter_padded(parts[0].layer->in));
    if (filter == NULL || quantization == NULL) {
        return filter;
    }
    const Filter *exact = exact_filter(quantization, index, filter);
    const bool is_unsigned = source == ACTIVATION_RELU;
    if (!filter_quantize(filter, is_unsigned ? ELEMENT_U8 : ELEMENT_S8, exact->sample,
                         is_unsigned ? quantization->unsigned_max : SIGNED_MAX)) {
        compiler->failed = true;
    }
    return filter;
}

/* ---- Steps ---- */

static void add_step(Compiler *compiler, ProgramStep step) {
    Program *program = compiler->program;
    program->steps = grow(compiler, program->steps, program->step_count, &program->step_capacity,
                          sizeof(ProgramStep));
    if (compiler->failed) {
        free(step.memory);
        return;
    }
    program->steps[program->step_count++] = step;
}

static void note_channels(Compiler *compiler, Buffer buffer, int channels) {
    int *most = &compiler->program->channels[buffer];
    *most = channels > *most ? channels : *most;
}

static void add_convolution(Compiler *compiler, Filter *filter, ProgramStep step) {
    if (filter != NULL) {
        step.kind = STEP_CONVOLVE;
        step.filter = filter;
        note_channels(compiler, step.from, filter->in);
        note_channels(compiler, step.to, filter->out);
        add_step(compiler, step);
    }
}

/* Adds a step with the norm as its affine, the channels filled up with zeros. */
static void add_affine(Compiler *compiler, const Norm *norm, ProgramStep step) {
    const size_t channels = (size_t)filter_padded(norm->count);
    step.memory = calloc(2 * channels, sizeof *step.memory);
    if (step.memory == NULL) {
        compiler->failed = true;
        return;
    }
    memcpy(step.memory, norm->scale, (size_t)norm->count * sizeof *norm->scale);
    memcpy(step.memory + channels, norm->bias, (size_t)norm->count * sizeof *norm->bias);
    step.affine = (Affine){.channels = (int)channels,
                           .scale = step.memory,
                           .bias = step.memory + channels,
                           .gain = step.reader != NULL ? step.reader->gain : NULL,
                           .activation = norm->activation};
    step.pooled = norm->count;
    if (step.kind == STEP_APPLY) {
        note_channels(compiler, step.to, (int)channels);
    }
    add_step(compiler, step);
}

/* ---- Blocks ---- */

/* Is the second norm folded into the first convolution? Only if nothing else is added before it and
 * its activation is ReLU, which the library applies itself. */
static bool folds_second_norm(const Block *block) {
    return block->kind == BLOCK_ORDINARY && block->second_norm.activation == ACTIVATION_RELU;
}

/* The first convolution with the second norm folded in, or with a pass of its own for that norm. */
static void compile_ordinary(Compiler *compiler, const Block *block, Filter *first,
                             Filter *second) {
    if (folds_second_norm(block)) {
        add_convolution(
            compiler, first,
            (ProgramStep){
                .from = BUFFER_NORMED, .to = BUFFER_MIDDLE, .rectifies = true, .reader = second});
        return;
    }
    add_convolution(compiler, first, (ProgramStep){.from = BUFFER_NORMED, .to = BUFFER_WIDE});
    add_affine(compiler, &block->second_norm,
               (ProgramStep){.kind = STEP_APPLY,
                             .from = BUFFER_WIDE,
                             .from_channels = filter_padded(block->first.out),
                             .to = BUFFER_MIDDLE,
                             .reader = second});
}

static void compile_pooling(Compiler *compiler, const Block *block, Filter *first, Filter *second) {
    const int own = filter_padded(block->first.out);
    const int all = own + filter_padded(block->pooled.out);
    add_convolution(compiler, first, (ProgramStep){.from = BUFFER_NORMED, .to = BUFFER_WIDE});
    add_affine(compiler, &block->pooled_norm,
               (ProgramStep){.kind = STEP_POOL,
                             .from = BUFFER_WIDE,
                             .from_channels = all,
                             .offset = own,
                             .matrix = &block->pooled_matrix});
    add_affine(compiler, &block->second_norm,
               (ProgramStep){.kind = STEP_APPLY,
                             .from = BUFFER_WIDE,
                             .from_channels = all,
                             .to = BUFFER_MIDDLE,
                             .is_shifted = true,
                             .reader = second});
}

static void compile_blocks(Compiler *compiler, const Block *blocks, int count, int depth);

static void compile_bottleneck(Compiler *compiler, const Block *block, int depth, Filter *first,
                               Filter *second) {
    const Buffer inner = (Buffer)(BUFFER_TRUNK + depth + 1);
    add_convolution(compiler, first, (ProgramStep){.from = BUFFER_NORMED, .to = inner});
    compile_blocks(compiler, block->inner, block->inner_count, depth + 1);
    add_affine(compiler, &block->second_norm,
               (ProgramStep){.kind = STEP_APPLY,
                             .from = inner,
                             .from_channels = filter_padded(block->first.out),
                             .to = BUFFER_MIDDLE,
                             .reader = second});
}

/* The layers of a block that read its first norm, as one filter. */
static Filter *add_first_filter(Compiler *compiler, const Block *block) {
    const Norm *folded = folds_second_norm(block) ? &block->second_norm : NULL;
    const Part parts[] = {{&block->first, folded}, {&block->pooled, NULL}};
    int count = 1;
    switch (block->kind) {
    case BLOCK_ORDINARY:
    case BLOCK_BOTTLENECK:
        break;
    case BLOCK_POOLING:
        count = 2;
        break;
    case BLOCK_ATTENTION:
    case BLOCK_FEED_FORWARD:
        break; /* fast_new refuses them */
    }
    return add_trunk_filter(compiler, parts, count, block->first_norm.activation);
}

static void compile_block(Compiler *compiler, const Block *block, int depth) {
    const Buffer trunk = (Buffer)(BUFFER_TRUNK + depth);
    const Part second_part = {&block->second, NULL};
    Filter *first = add_first_filter(compiler, block);
    Filter *second = add_trunk_filter(compiler, &second_part, 1, block->second_norm.activation);
    add_affine(compiler, &block->first_norm,
               (ProgramStep){.kind = STEP_APPLY,
                             .from = trunk,
                             .from_channels = filter_padded(block->first.in),
                             .to = BUFFER_NORMED,
                             .reader = first});
    switch (block->kind) {
    case BLOCK_ORDINARY:
        compile_ordinary(compiler, block, first, second);
        break;
    case BLOCK_POOLING:
        compile_pooling(compiler, block, first, second);
        break;
    case BLOCK_BOTTLENECK:
        compile_bottleneck(compiler, block, depth, first, second);
        break;
    case BLOCK_ATTENTION:
    case BLOCK_FEED_FORWARD:
        break; /* fast_new refuses them */
    }
    add_convolution(compiler, second,
                    (ProgramStep){.from = BUFFER_MIDDLE, .to = trunk, .adds = true});
}

static void compile_blocks(Compiler *compiler, const Block *blocks, int count, int depth) {
    for (int i = 0; i < count && !compiler->failed; i++) {
        compile_block(compiler, &blocks[i], depth);
    }
}

/* ---- Stem and heads ---- */

static void compile_stem(Compiler *compiler) {
    const Convolution *layer = &compiler->program->model->first;
    compiler->failed |= !stem_init(&compiler->program->stem, layer);
    note_channels(compiler, BUFFER_TRUNK, filter_padded(layer->out));
    note_flop(compiler->program, layer);
}

/* Adds a head's last convolution, which is fp32 in every precision. */
static Filter *add_final_filter(Compiler *compiler, const Convolution *layer) {
    const Part part = {layer, NULL};
    Filter *filter = add_filter(compiler, &part, 1, filter_padded(layer->in));
    if (filter != NULL) {
        filter->element = ELEMENT_F32;
    }
    return filter;
}

static void compile_policy(Compiler *compiler, int channels) {
    const PolicyHead *head = &compiler->program->model->policy;
    Filter *out = add_final_filter(compiler, &head->out);
    add_affine(compiler, &head->pooled_norm,
               (ProgramStep){.kind = STEP_POOL,
                             .from = BUFFER_WIDE,
                             .from_channels = channels,
                             .offset = filter_padded(head->own.out),
                             .matrix = &head->pooled_matrix});
    add_step(compiler, (ProgramStep){.kind = STEP_PASS});
    add_affine(compiler, &head->norm,
               (ProgramStep){.kind = STEP_APPLY,
                             .from = BUFFER_WIDE,
                             .from_channels = channels,
                             .to = BUFFER_POLICY,
                             .is_shifted = true});
    add_convolution(compiler, out, (ProgramStep){.from = BUFFER_POLICY, .to = BUFFER_POLICY_OUT});
}

static void compile_value(Compiler *compiler, int channels) {
    const ValueHead *head = &compiler->program->model->value;
    const int offset = channels - filter_padded(head->own.out);
    Filter *ownership = add_final_filter(compiler, &head->ownership);
    const ProgramStep step = {.from = BUFFER_WIDE, .from_channels = channels, .offset = offset};
    ProgramStep value = step, apply = step;
    value.kind = STEP_VALUE;
    apply.kind = STEP_APPLY;
    apply.to = BUFFER_VALUE;
    add_affine(compiler, &head->norm, value);
    add_affine(compiler, &head->norm, apply);
    add_convolution(compiler, ownership,
                    (ProgramStep){.from = BUFFER_VALUE, .to = BUFFER_OWNERSHIP});
}

/* The heads' first layers are one filter: policy, what the policy head pools, value. */
static void compile_heads(Compiler *compiler) {
    const Model *model = compiler->program->model;
    const Part parts[] = {
        {&model->policy.own, NULL}, {&model->policy.pooled, NULL}, {&model->value.own, NULL}};
    Filter *first = add_filter(compiler, parts, 3, filter_padded(model->tip.count));
    if (first == NULL) {
        return;
    }
    add_affine(compiler, &model->tip,
               (ProgramStep){.kind = STEP_APPLY,
                             .from = BUFFER_TRUNK,
                             .from_channels = filter_padded(model->tip.count),
                             .to = BUFFER_NORMED,
                             .reader = first});
    add_convolution(compiler, first, (ProgramStep){.from = BUFFER_NORMED, .to = BUFFER_WIDE});
    compile_policy(compiler, first->out);
    compile_value(compiler, first->out);
}

Program *program_new(const Model *model, Element element, const Quantization *quantization) {
    Program *program = calloc(1, sizeof *program);
    if (program == NULL) {
        return NULL;
    }
    Compiler compiler = {program, element, quantization, false};
    program->model = model;
    compile_stem(&compiler);
    compile_blocks(&compiler, model->blocks, model->block_count, 0);
    program->head_begin = program->step_count;
    compile_heads(&compiler);
    if (compiler.failed) {
        program_free(program);
        return NULL;
    }
    assert(quantization == NULL || quantization->exact->filter_count == program->filter_count);
    return program;
}

void program_free(Program *program) {
    if (program == NULL) {
        return;
    }
    for (int i = 0; i < program->step_count; i++) {
        free(program->steps[i].memory);
    }
    for (int i = 0; i < program->filter_count; i++) {
        filter_free(program->filters[i]);
    }
    stem_clear(&program->stem);
    free(program->steps);
    free(program->filters);
    free(program);
}
