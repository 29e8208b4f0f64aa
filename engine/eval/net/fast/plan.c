#include "engine/eval/net/fast/lowered_graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/fast/attention_layer.h"
#include "engine/eval/net/fast/convolver.h"

/* The most channels of a vector: those of a layer, padded to whole panels. */
enum { VECTOR_MAX = MODEL_CHANNELS_MAX + KERNELS_PANEL };

/* What an operation needs for the plan's size. */
typedef struct {
    Convolver convolver;            /* OP_CONVOLVE */
    AttentionLayer attention_layer; /* OP_ATTEND */
} OpState;

struct Plan {
    const LoweredGraph *graph;
    const Kernels *kernels;
    int batch, width, height, cells;
    OpState *states; /* [op] */
    Arena arena;     /* holds what the next five point to */
    void *scratch;   /* of one operation at a time */
    void *buffers[BUFFER_COUNT];
    float *board;  /* [cell][channel]: what the plane of the board adds to the trunk */
    float *pooled; /* [position][3 * VECTOR_MAX] */
    float *shift;  /* [position][VECTOR_MAX]; 0 in channels that the model does not have */
    float hidden[VECTOR_MAX], vector[VECTOR_MAX], greatest[VECTOR_MAX];
    float excess[KERNELS_PANEL]; /* of the present operation, as in OutputStage */
};

/* ---- Making ---- */

static size_t buffer_bytes(const Plan *plan, int buffer) {
    const size_t values = (size_t)plan->graph->channels[buffer] * (size_t)plan->cells;
    return kernels_aligned(values * (size_t)plan->batch * sizeof(float));
}

static size_t board_bytes(const Plan *plan) {
    return (size_t)plan->cells * (size_t)plan->graph->initial.channels * sizeof(float);
}

static size_t vectors_bytes(const Plan *plan, int count) {
    return (size_t)plan->batch * (size_t)count * VECTOR_MAX * sizeof(float);
}

/* Makes what operations need for this size. Returns the most scratch memory that one takes, in
 * bytes, or SIZE_MAX if out of memory. */
static size_t make_ops(Plan *plan) {
    const LoweredGraph *graph = plan->graph;
    size_t most = 0;
    bool ok = true;
    plan->states = calloc((size_t)graph->op_count, sizeof *plan->states);
    for (int i = 0; plan->states != NULL && ok && i < graph->op_count; i++) {
        const LoweredOp *op = &graph->ops[i];
        OpState *state = &plan->states[i];
        size_t bytes = 0;
        if (op->kind == OP_CONVOLVE) {
            ok = convolver_init(&state->convolver, op->filter, plan->batch, plan->width,
                                plan->height);
            bytes = state->convolver.scratch_bytes;
        } else if (op->kind == OP_ATTEND) {
            ok = attention_layer_init(&state->attention_layer, op->attention,
                                      op->output_stage.element, plan->width, plan->height);
            bytes = state->attention_layer.scratch_bytes;
        }
        most = bytes > most ? bytes : most;
    }
    return plan->states != NULL && ok ? most : SIZE_MAX;
}

/* Allocates all buffers in one piece. Returns false if out of memory. */
static bool lay_out(Plan *plan, size_t scratch_bytes) {
    size_t bytes = scratch_bytes + board_bytes(plan) + vectors_bytes(plan, 4);
    for (int i = 0; i < BUFFER_COUNT; i++) {
        bytes += buffer_bytes(plan, i);
    }
    char *rest = arena_take(&plan->arena, bytes);
    if (rest == NULL) {
        return false;
    }
    for (int i = BUFFER_NONE + 1; i < BUFFER_COUNT; i++) {
        plan->buffers[i] = rest;
        rest += buffer_bytes(plan, i);
    }
    plan->board = (float *)rest;
    rest += board_bytes(plan);
    plan->pooled = (float *)rest;
    plan->shift = plan->pooled + vectors_bytes(plan, 3) / sizeof(float);
    plan->scratch = rest + vectors_bytes(plan, 4);
    return true;
}

static void set_board_mask(Plan *plan) {
    uint32_t planes[CELL_COUNT_MAX];
    for (int cell = 0; cell < plan->cells; cell++) {
        planes[cell] = 1U << FEATURE_BOARD;
    }
    const InitialInput input = {planes, ~0U, plan->width, plan->height};
    initial_convolution_add(&plan->graph->initial, plan->kernels, &input, plan->board, plan->vector,
                            plan->board);
}

Plan *plan_new(const Kernels *kernels, const LoweredGraph *graph, int batch, int width,
               int height) {
    Plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL) {
        return NULL;
    }
    *plan = (Plan){.graph = graph,
                   .kernels = kernels,
                   .batch = batch,
                   .width = width,
                   .height = height,
                   .cells = width * height};
    const size_t scratch_bytes = make_ops(plan);
    if (scratch_bytes == SIZE_MAX || !lay_out(plan, scratch_bytes)) {
        plan_free(plan);
        return NULL;
    }
    set_board_mask(plan);
    return plan;
}

void plan_free(Plan *plan) {
    if (plan == NULL) {
        return;
    }
    for (int i = 0; plan->states != NULL && i < plan->graph->op_count; i++) {
        convolver_clear(&plan->states[i].convolver);
        attention_layer_clear(&plan->states[i].attention_layer);
    }
    free(plan->states);
    arena_clear(&plan->arena);
    free(plan);
}

bool plan_fits(const Plan *plan, const LoweredGraph *graph, int batch, int width, int height) {
    return plan->graph == graph && plan->batch == batch && plan->width == width &&
           plan->height == height;
}

/* ---- Vectors ---- */

static void multiply(const Plan *plan, const Matrix *matrix, const float *in, float *out) {
    plan->kernels->multiply_row(matrix->weights, matrix->in, matrix->out, in, out);
}

/* For vectors, which are short; the kernels would need whole panels. */
static float activate(Activation activation, float x) {
    switch (activation) {
    case ACTIVATION_RELU:
        return fmaxf(x, 0);
    case ACTIVATION_MISH:
        return x * tanhf(log1pf(expf(fminf(x, 20))));
    case ACTIVATION_SILU:
        return x / (1 + expf(-x));
    case ACTIVATION_IDENTITY:
        break;
    }
    return x;
}

static void apply_dense(const Plan *plan, const Dense *dense, const float *in, float *out) {
    multiply(plan, &dense->matrix, in, out);
    for (int o = 0; dense->bias != NULL && o < dense->matrix.out; o++) {
        out[o] = activate(dense->activation, out[o] + dense->bias[o]);
    }
}

/* ---- Steps ---- */

/* The values of one position in a buffer that has this many channels. */
static float *values_of(const Plan *plan, Buffer buffer, int channels, int position) {
    const size_t cell = (size_t)position * (size_t)plan->cells;
    return (float *)plan->buffers[buffer] + cell * (size_t)channels;
}

/* The values of one position that an operation reads. */
static float *op_from(const Plan *plan, const LoweredOp *op, int position) {
    return values_of(plan, op->from, op->from_channels, position) + op->offset;
}

static float *shift_of(const Plan *plan, int position) {
    return plan->shift + (size_t)position * VECTOR_MAX;
}

static float *pooled_of(const Plan *plan, int position) {
    return plan->pooled + (size_t)position * 3 * VECTOR_MAX;
}

/* How an operation writes to `to`. */
static OutputStage output_stage_of(Plan *plan, const LoweredOp *op) {
    OutputStage output_stage = op->output_stage;
    output_stage.excess = output_stage.element != ELEMENT_F32 ? plan->excess : NULL;
    return output_stage;
}

/* Where an operation writes for one position. */
static void *op_to(const Plan *plan, const LoweredOp *op, int position) {
    const size_t values = (size_t)plan->cells * (size_t)op->channels;
    return (char *)plan->buffers[op->to] +
           (size_t)position * values * element_bytes(op->output_stage.element);
}

static void run_apply(Plan *plan, const LoweredOp *op, int position) {
    const int channels = op->channels;
    OutputStage output_stage = output_stage_of(plan, op);
    if (op->is_shifted) {
        const float *shift = shift_of(plan, position);
        for (int c = 0; c < channels; c++) {
            plan->vector[c] = output_stage.bias[c] + output_stage.scale[c] * shift[c];
        }
        output_stage.bias = plan->vector;
    }
    plan->kernels->apply(&output_stage, op_from(plan, op, position), (size_t)op->from_channels,
                         plan->cells, channels, op_to(plan, op, position));
}

/* Mean, mean scaled by the board's size, and greatest value of each channel. For the value head the
 * third is another function of the size instead. */
static void pool(Plan *plan, const LoweredOp *op, int position) {
    const float size = sqrtf((float)plan->cells) - 14;
    const int count = op->pooled;
    float *pooled = pooled_of(plan, position);
    const OutputStage output_stage = output_stage_of(plan, op);
    plan->kernels->pool(&output_stage, op_from(plan, op, position), (size_t)op->from_channels,
                        plan->cells, op->channels, plan->vector, plan->greatest);
    for (int c = 0; c < count; c++) {
        const float mean = plan->vector[c] / (float)plan->cells;
        pooled[c] = mean;
        pooled[count + c] = mean * size * 0.1F;
        pooled[2 * count + c] =
            op->kind == OP_VALUE ? mean * (size * size * 0.01F - 0.1F) : plan->greatest[c];
    }
}

static void run_pass(Plan *plan, int position, RawAnswer *answer) {
    const PolicyHead *head = &plan->graph->model->policy;
    const float *pass = plan->hidden;
    apply_dense(plan, &head->pass_first, pooled_of(plan, position), plan->hidden);
    if (head->pass_second.in > 0) {
        multiply(plan, &head->pass_second, plan->hidden, plan->vector);
        pass = plan->vector;
    }
    memcpy(answer->pass, pass, (size_t)answer_policies(plan->graph->model) * sizeof *pass);
}

static void run_value(Plan *plan, const LoweredOp *op, int position, RawAnswer *answer) {
    const ValueHead *head = &plan->graph->model->value;
    pool(plan, op, position);
    apply_dense(plan, &head->hidden, pooled_of(plan, position), plan->hidden);
    apply_dense(plan, &head->value, plan->hidden, answer->value);
    apply_dense(plan, &head->scores, plan->hidden, answer->scores);
}

/* The whole batch at once. */
static void run_convolve(Plan *plan, int index) {
    const LoweredOp *op = &plan->graph->ops[index];
    const Filter *filter = op->filter;
    const Epilogue epilogue = {.channels = filter->is_gated ? filter->out / 2 : filter->out,
                               .adds = op->adds,
                               .keep = plan->buffers[op->keep],
                               .output_stage = output_stage_of(plan, op),
                               .to = plan->buffers[op->to]};
    if (filter->observer != NULL) { /* while calibrating: the values are fp32 */
        assert(filter->element == ELEMENT_F32);
        observer_add(filter->observer, plan->buffers[op->from], plan->batch * plan->cells);
    }
    convolver_run(&plan->states[index].convolver, plan->kernels, plan->buffers[op->from], &epilogue,
                  plan->scratch);
}

static void run_op(Plan *plan, int index, RawAnswer *answers) {
    const LoweredOp *op = &plan->graph->ops[index];
    if (op->kind == OP_CONVOLVE) {
        run_convolve(plan, index);
        return;
    }
    const OutputStage output_stage = output_stage_of(plan, op);
    for (int position = 0; position < plan->batch; position++) {
        switch (op->kind) {
        case OP_CONVOLVE:
            break;
        case OP_APPLY:
            run_apply(plan, op, position);
            break;
        case OP_POOL:
            pool(plan, op, position);
            memset(shift_of(plan, position), 0, VECTOR_MAX * sizeof *plan->shift);
            multiply(plan, op->matrix, pooled_of(plan, position), shift_of(plan, position));
            break;
        case OP_PASS:
            run_pass(plan, position, &answers[position]);
            break;
        case OP_VALUE:
            run_value(plan, op, position, &answers[position]);
            break;
        case OP_RMS:
            plan->kernels->rms(&output_stage, &op->rms, op_from(plan, op, position), plan->cells,
                               op_to(plan, op, position));
            break;
        case OP_ATTEND:
            attention_layer_run(&plan->states[index].attention_layer, plan->kernels,
                                op_from(plan, op, position), &output_stage,
                                op_to(plan, op, position), plan->scratch);
            break;
        }
    }
}

/* ---- Running ---- */

/* What clamping took off the operation's numbers: the sum over a cell's channels as a share of
 * their dynamic range, averaged over the cells of a position. */
static float take_clipping(Plan *plan, const LoweredOp *op) {
    float excess = 0;
    if (op->output_stage.element == ELEMENT_F32) {
        return 0;
    }
    for (int i = 0; i < KERNELS_PANEL; i++) {
        excess += plan->excess[i];
        plan->excess[i] = 0;
    }
    return excess / op->output_stage.most / (float)plan->cells;
}

/* Adds the encoder's output to plan->vector. */
static void add_profile(Plan *plan, const float *metadata) {
    const Encoder *encoder = &plan->graph->model->encoder;
    apply_dense(plan, &encoder->first, metadata, plan->hidden);
    apply_dense(plan, &encoder->second, plan->hidden, plan->greatest);
    multiply(plan, &encoder->out, plan->greatest, plan->hidden);
    for (int c = 0; c < encoder->out.out; c++) {
        plan->vector[c] += plan->hidden[c];
    }
}

/* Computes the trunk before the first operation: the sum of the board's plane, the global inputs
 * and the profile, which are the same for each cell, and the other planes. */
static void begin_trunk(Plan *plan, const Features *features, int position) {
    const LoweredGraph *graph = plan->graph;
    float *trunk = values_of(plan, BUFFER_TRUNK, graph->initial.channels, position);
    memset(plan->vector, 0, sizeof plan->vector);
    multiply(plan, &graph->model->globals, features->globals, plan->vector);
    if (graph->model->has_encoder) {
        add_profile(plan, features->metadata);
    }
    const InitialInput input = {features->planes, ~(1U << FEATURE_BOARD), plan->width,
                                plan->height};
    initial_convolution_add(&graph->initial, plan->kernels, &input, plan->board, plan->vector,
                            trunk);
}

/* Reads one channel of each cell. */
static void read_cells(const Plan *plan, Buffer buffer, int channel, int position, float *cells) {
    const int channels = plan->graph->channels[buffer];
    const float *from = values_of(plan, buffer, channels, position);
    for (int cell = 0; cell < plan->cells; cell++, from += channels) {
        cells[cell] = from[channel];
    }
}

float plan_run(Plan *plan, const Features *features, RawAnswer *answers) {
    const LoweredGraph *graph = plan->graph;
    float clipping = 0;
    for (int position = 0; position < plan->batch; position++) {
        begin_trunk(plan, &features[position], position);
    }
    for (int i = 0; i < graph->op_count; i++) {
        run_op(plan, i, answers);
        const float clipped = take_clipping(plan, &graph->ops[i]);
        clipping = clipped <= clipping ? clipping : clipped; /* NaN stays */
    }
    for (int position = 0; position < plan->batch; position++) {
        for (int policy = 0; policy < answer_policies(graph->model); policy++) {
            read_cells(plan, BUFFER_POLICY_OUT, policy, position, answers[position].policy[policy]);
        }
        read_cells(plan, BUFFER_OWNERSHIP, 0, position, answers[position].ownership);
    }
    return clipping;
}
