#include "engine/eval/net/fast/program.h"

#include <stdlib.h>
#include <string.h>

/* A convolution beside others that read the same, with the norm to be folded in or NULL. */
typedef struct {
    const Convolution *layer;
    const Norm *norm;
} Part;

typedef struct {
    Program *program;
    Element element;
    const Quantization *quantization;
    bool failed; /* memory ran out: what is added from then on is not */
} Compiler;

/* ---- Filters ---- */

/* Makes room for one more of count items. Returns where they are then. */
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

/* The layers side by side, each from a whole group of channels on. NULL after a failure. */
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

/* A filter of the trunk that reads what the activation gives. int8 is for these alone: the heads
 * are a small part of the work. */
static Filter *add_trunk_filter(Compiler *compiler, const Part *parts, int count,
                                Activation source) {
    const Quantization *quantization = compiler->quantization;
    const int index = compiler->program->filter_count;
    Filter *filter = add_filter(compiler, parts, count, filter_padded(parts[0].layer->in));
    if (filter == NULL || quantization == NULL) {
        return filter;
    }
    const bool is_unsigned = source == ACTIVATION_RELU;
    if (!filter_quantize(filter, is_unsigned ? ELEMENT_U8 : ELEMENT_S8,
                         quantization->exact->filters[index]->sample,
                         is_unsigned ? quantization->unsigned_max : 127)) {
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

/* Adds a step with the norm's affine, its channels filled up with zeros. */
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

/* x + second(activation(norm(first(...)))): the first convolution with its norm, and its activation
 * where the library knows that; else a pass of its own. */
static void compile_ordinary(Compiler *compiler, const Block *block, Filter *first,
                             Filter *second) {
    if (block->second_norm.activation == ACTIVATION_RELU) {
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

static void compile_block(Compiler *compiler, const Block *block, int depth) {
    const Buffer trunk = (Buffer)(BUFFER_TRUNK + depth);
    const bool folds =
        block->kind == BLOCK_ORDINARY && block->second_norm.activation == ACTIVATION_RELU;
    const Part first_parts[] = {{&block->first, folds ? &block->second_norm : NULL},
                                {&block->pooled, NULL}};
    const Part second_part = {&block->second, NULL};
    Filter *first = add_trunk_filter(compiler, first_parts, block->kind == BLOCK_POOLING ? 2 : 1,
                                     block->first_norm.activation);
    Filter *second = add_trunk_filter(compiler, &second_part, 1, block->second_norm.activation);
    add_affine(compiler, &block->first_norm,
               (ProgramStep){.kind = STEP_APPLY,
                             .from = trunk,
                             .from_channels = filter_padded(block->first.in),
                             .to = BUFFER_NORMED,
                             .reader = first});
    if (block->kind == BLOCK_POOLING) {
        compile_pooling(compiler, block, first, second);
    } else if (block->kind == BLOCK_BOTTLENECK) {
        compile_bottleneck(compiler, block, depth, first, second);
    } else {
        compile_ordinary(compiler, block, first, second);
    }
    add_convolution(compiler, second,
                    (ProgramStep){.from = BUFFER_MIDDLE, .to = trunk, .adds = true});
}

static void compile_blocks(Compiler *compiler, const Block *blocks, int count, int depth) {
    for (int i = 0; i < count && !compiler->failed; i++) {
        compile_block(compiler, &blocks[i], depth);
    }
}

/* ---- Both ends ---- */

static void compile_stem(Compiler *compiler) {
    const Convolution *layer = &compiler->program->model->first;
    compiler->failed |= !stem_init(&compiler->program->stem, layer);
    note_channels(compiler, BUFFER_TRUNK, filter_padded(layer->out));
    note_flop(compiler->program, layer);
}

/* A convolution of a head that gives what people see: in 32-bit floats always. */
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

/* The heads read the tip of the trunk side by side: policy, what it pools, value. */
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
