#include "engine/eval/net/fast/plan.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"

/* The most channels of a vector: those of a layer, filled up to whole groups. */
enum { VECTOR_MAX = MODEL_CHANNELS_MAX + LOOPS_GROUP };

struct Plan {
    const Program *program;
    const Loops *loops;
    int batch, width, height, cells;
    dnnl_stream_t stream;
    Convolver *convolvers; /* [step]; unused unless STEP_CONVOLVE */
    char *memory;
    void *buffers[BUFFER_COUNT];
    float *board;  /* [cell][channel]: what the plane of the board adds to the trunk */
    float *pooled; /* [position][3 * VECTOR_MAX] */
    float *shift;  /* [position][VECTOR_MAX]; 0 in channels that the model does not have */
    float hidden[VECTOR_MAX], vector[VECTOR_MAX], greatest[VECTOR_MAX];
};

/* ---- Making ---- */

static size_t buffer_bytes(const Plan *plan, int buffer) {
    const size_t values = (size_t)plan->program->channels[buffer] * (size_t)plan->cells;
    return whole_lines(values * (size_t)plan->batch * sizeof(float));
}

static size_t board_bytes(const Plan *plan) {
    return (size_t)plan->cells * (size_t)plan->program->stem.channels * sizeof(float);
}

static size_t vectors_bytes(const Plan *plan, int count) {
    return (size_t)plan->batch * (size_t)count * VECTOR_MAX * sizeof(float);
}

/* Makes the convolvers. Returns the most scratch memory that one of them needs, in bytes, or
 * SIZE_MAX on failure. */
static size_t make_convolvers(Plan *plan, Library *library) {
    const Program *program = plan->program;
    size_t most = 0;
    plan->convolvers = calloc((size_t)program->step_count, sizeof *plan->convolvers);
    for (int i = 0; plan->convolvers != NULL && i < program->step_count; i++) {
        const ProgramStep *step = &program->steps[i];
        const Output output = {step->reader, step->rectifies, step->adds};
        if (step->kind != STEP_CONVOLVE) {
            continue;
        }
        if (!convolver_init(&plan->convolvers[i], library, step->filter, output, plan->batch,
                            plan->width, plan->height)) {
            return SIZE_MAX;
        }
        const size_t bytes = plan->convolvers[i].scratch_bytes;
        most = bytes > most ? bytes : most;
    }
    return plan->convolvers != NULL ? most : SIZE_MAX;
}

/* Allocates all buffers in one piece. Returns the scratch memory at its end, or NULL if out of
 * memory. */
static void *lay_out(Plan *plan, size_t scratch_bytes) {
    size_t bytes = scratch_bytes + board_bytes(plan) + vectors_bytes(plan, 4);
    for (int i = 0; i < BUFFER_COUNT; i++) {
        bytes += buffer_bytes(plan, i);
    }
    plan->memory = aligned_alloc(64, whole_lines(bytes));
    if (plan->memory == NULL) {
        return NULL;
    }
    memset(plan->memory, 0, bytes);
    char *rest = plan->memory;
    for (int i = 0; i < BUFFER_COUNT; i++) {
        plan->buffers[i] = rest;
        rest += buffer_bytes(plan, i);
    }
    plan->board = (float *)rest;
    rest += board_bytes(plan);
    plan->pooled = (float *)rest;
    plan->shift = plan->pooled + vectors_bytes(plan, 3) / sizeof(float);
    return rest + vectors_bytes(plan, 4);
}

static bool bind_convolvers(Plan *plan, void *scratch) {
    const Program *program = plan->program;
    for (int i = 0; i < program->step_count; i++) {
        const ProgramStep *step = &program->steps[i];
        if (step->kind == STEP_CONVOLVE &&
            !convolver_bind(&plan->convolvers[i], plan->buffers[step->from],
                            plan->buffers[step->to], scratch)) {
            return false;
        }
    }
    return true;
}

static void add_board(Plan *plan) {
    uint32_t planes[CELL_COUNT_MAX];
    for (int cell = 0; cell < plan->cells; cell++) {
        planes[cell] = 1U << FEATURE_BOARD;
    }
    stem_add(&plan->program->stem, plan->loops, planes, ~0U, plan->width, plan->height,
             plan->board);
}

Plan *plan_new(Library *library, const Program *program, int batch, int width, int height) {
    Plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL) {
        return NULL;
    }
    plan->program = program;
    plan->loops = loops_best();
    plan->batch = batch;
    plan->width = width;
    plan->height = height;
    plan->cells = width * height;
    const size_t scratch_bytes = make_convolvers(plan, library);
    void *scratch = scratch_bytes != SIZE_MAX ? lay_out(plan, scratch_bytes) : NULL;
    if (scratch == NULL || !bind_convolvers(plan, scratch) ||
        dnnl_stream_create(&plan->stream, library->engine, dnnl_stream_default_flags) !=
            dnnl_success) {
        plan_free(plan);
        return NULL;
    }
    add_board(plan);
    return plan;
}

void plan_free(Plan *plan) {
    if (plan == NULL) {
        return;
    }
    for (int i = 0; plan->convolvers != NULL && i < plan->program->step_count; i++) {
        convolver_clear(&plan->convolvers[i]);
    }
    dnnl_stream_destroy(plan->stream);
    free(plan->convolvers);
    free(plan->memory);
    free(plan);
}

bool plan_fits(const Plan *plan, int batch, int width, int height) {
    return plan->batch == batch && plan->width == width && plan->height == height;
}

/* ---- Vectors ---- */

static void multiply(const Matrix *matrix, const float *in, float *out) {
    memset(out, 0, (size_t)matrix->out * sizeof *out);
    for (int i = 0; i < matrix->in; i++) {
        const float *row = matrix->weights + (size_t)i * (size_t)matrix->out;
        for (int o = 0; o < matrix->out; o++) {
            out[o] += in[i] * row[o];
        }
    }
}

/* For vectors, which are short. The loops would need them filled up to whole groups. */
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

static void apply_dense(const Dense *dense, const float *in, float *out) {
    multiply(&dense->matrix, in, out);
    for (int o = 0; dense->bias != NULL && o < dense->matrix.out; o++) {
        out[o] = activate(dense->activation, out[o] + dense->bias[o]);
    }
}

/* ---- Steps ---- */

/* The values of one position that a step reads. */
static const float *step_from(const Plan *plan, const ProgramStep *step, int position) {
    const size_t cell = (size_t)position * (size_t)plan->cells;
    return (const float *)plan->buffers[step->from] + cell * (size_t)step->from_channels +
           step->offset;
}

static float *shift_of(const Plan *plan, int position) {
    return plan->shift + (size_t)position * VECTOR_MAX;
}

static float *pooled_of(const Plan *plan, int position) {
    return plan->pooled + (size_t)position * 3 * VECTOR_MAX;
}

static void run_apply(Plan *plan, const ProgramStep *step, int position) {
    static const size_t BYTES[] = {
        [ELEMENT_F32] = 4, [ELEMENT_BF16] = 2, [ELEMENT_U8] = 1, [ELEMENT_S8] = 1};
    const Element element = step->reader != NULL ? step->reader->element : ELEMENT_F32;
    Affine affine = step->affine;
    if (step->is_shifted) {
        const float *shift = shift_of(plan, position);
        for (int c = 0; c < affine.channels; c++) {
            plan->vector[c] = affine.bias[c] + affine.scale[c] * shift[c];
        }
        affine.bias = plan->vector;
    }
    const size_t values = (size_t)plan->cells * (size_t)affine.channels;
    char *to = (char *)plan->buffers[step->to] + (size_t)position * values * BYTES[element];
    plan->loops->apply(&affine, step_from(plan, step, position), (size_t)step->from_channels,
                       plan->cells, element, to);
}

/* Mean, mean scaled by the board's size, and greatest value of each channel. For the value head the
 * third is another function of the size instead. */
static void pool(Plan *plan, const ProgramStep *step, int position) {
    const float size = sqrtf((float)plan->cells) - 14;
    const int count = step->pooled;
    float *pooled = pooled_of(plan, position);
    plan->loops->pool(&step->affine, step_from(plan, step, position), (size_t)step->from_channels,
                      plan->cells, plan->vector, plan->greatest);
    for (int c = 0; c < count; c++) {
        const float mean = plan->vector[c] / (float)plan->cells;
        pooled[c] = mean;
        pooled[count + c] = mean * size * 0.1F;
        pooled[2 * count + c] =
            step->kind == STEP_VALUE ? mean * (size * size * 0.01F - 0.1F) : plan->greatest[c];
    }
}

static void run_pool(Plan *plan, const ProgramStep *step, int position) {
    float *shift = shift_of(plan, position);
    pool(plan, step, position);
    memset(shift, 0, VECTOR_MAX * sizeof *shift);
    multiply(step->matrix, pooled_of(plan, position), shift);
}

static void run_pass(Plan *plan, int position, RawAnswer *answer) {
    const PolicyHead *head = &plan->program->model->policy;
    const float *pass = plan->hidden;
    apply_dense(&head->pass_first, pooled_of(plan, position), plan->hidden);
    if (head->pass_second.in > 0) {
        multiply(&head->pass_second, plan->hidden, plan->vector);
        pass = plan->vector;
    }
    memcpy(answer->pass, pass, (size_t)answer_policies(plan->program->model) * sizeof *pass);
}

static void run_value(Plan *plan, const ProgramStep *step, int position, RawAnswer *answer) {
    const ValueHead *head = &plan->program->model->value;
    pool(plan, step, position);
    apply_dense(&head->hidden, pooled_of(plan, position), plan->hidden);
    apply_dense(&head->value, plan->hidden, answer->value);
    apply_dense(&head->scores, plan->hidden, answer->scores);
}

static bool run_convolve(Plan *plan, int index) {
    const ProgramStep *step = &plan->program->steps[index];
    const Filter *filter = step->filter;
    if (filter->sample != NULL) { /* while calibrating: the values are fp32 */
        assert(filter->element == ELEMENT_F32);
        filter_sample_note(filter->sample, plan->buffers[step->from], plan->batch * plan->cells);
    }
    return convolver_run(&plan->convolvers[index], plan->loops, plan->stream);
}

static bool run_step(Plan *plan, int index, RawAnswer *answers) {
    const ProgramStep *step = &plan->program->steps[index];
    for (int position = 0; position < plan->batch; position++) {
        switch (step->kind) {
        case STEP_CONVOLVE:
            return run_convolve(plan, index); /* the whole batch at once */
        case STEP_APPLY:
            run_apply(plan, step, position);
            break;
        case STEP_POOL:
            run_pool(plan, step, position);
            break;
        case STEP_PASS:
            run_pass(plan, position, &answers[position]);
            break;
        case STEP_VALUE:
            run_value(plan, step, position, &answers[position]);
            break;
        }
    }
    return true;
}

/* ---- Running ---- */

/* Computes the trunk before the first step: the sum of the board's plane, the global inputs, which
 * are the same for each cell, and the other planes. */
static void begin_trunk(Plan *plan, const Features *features, int position) {
    const Program *program = plan->program;
    const size_t channels = (size_t)program->stem.channels;
    float *trunk =
        (float *)plan->buffers[BUFFER_TRUNK] + (size_t)position * (size_t)plan->cells * channels;
    memset(plan->vector, 0, sizeof plan->vector);
    multiply(&program->model->globals, features->globals, plan->vector);
    for (int cell = 0; cell < plan->cells; cell++) {
        for (size_t c = 0; c < channels; c++) {
            const size_t i = (size_t)cell * channels + c;
            trunk[i] = plan->board[i] + plan->vector[c];
        }
    }
    stem_add(&program->stem, plan->loops, features->planes, ~(1U << FEATURE_BOARD), plan->width,
             plan->height, trunk);
}

/* Reads one channel of each cell. */
static void read_cells(const Plan *plan, Buffer buffer, int channel, int position, float *cells) {
    const size_t channels = (size_t)plan->program->channels[buffer];
    const float *from =
        (const float *)plan->buffers[buffer] + (size_t)position * (size_t)plan->cells * channels;
    for (int cell = 0; cell < plan->cells; cell++, from += channels) {
        cells[cell] = from[channel];
    }
}

bool plan_run(Plan *plan, const Features *features, RawAnswer *answers, PlanTimes *times) {
    const Program *program = plan->program;
    const double start = clock_seconds();
    double heads = start;
    for (int position = 0; position < plan->batch; position++) {
        begin_trunk(plan, &features[position], position);
    }
    for (int i = 0; i < program->step_count; i++) {
        if (i == program->head_begin) {
            heads = clock_seconds();
        }
        if (!run_step(plan, i, answers)) {
            return false;
        }
    }
    for (int position = 0; position < plan->batch; position++) {
        for (int policy = 0; policy < answer_policies(program->model); policy++) {
            read_cells(plan, BUFFER_POLICY_OUT, policy, position, answers[position].policy[policy]);
        }
        read_cells(plan, BUFFER_OWNERSHIP, 0, position, answers[position].ownership);
    }
    if (times != NULL) {
        times->layers += heads - start;
        times->heads += clock_seconds() - heads;
    }
    return true;
}
