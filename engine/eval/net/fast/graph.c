#include "engine/eval/net/fast/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"

enum { VECTOR_MAX = MODEL_CHANNELS_MAX + LOOPS_GROUP };

struct FastGraph {
    const Program *program;
    const Loops *loops;
    int batch, width, height, cells;
    dnnl_stream_t stream;
    Convolver *convolvers; /* [step]; those of STEP_CONVOLVE */
    char *memory;
    void *buffers[BUFFER_COUNT];
    float *board;  /* [cell][channel]: what the plane of the board adds to the trunk */
    float *pooled; /* [position][3 * VECTOR_MAX] */
    float *shift;  /* [position][VECTOR_MAX]; 0 in channels that the model does not have */
    float hidden[VECTOR_MAX], vector[VECTOR_MAX], greatest[VECTOR_MAX];
};

/* ---- Making ---- */

static size_t buffer_bytes(const FastGraph *graph, int buffer) {
    const size_t values = (size_t)graph->program->channels[buffer] * (size_t)graph->cells;
    return whole_lines(values * (size_t)graph->batch * sizeof(float));
}

static size_t board_bytes(const FastGraph *graph) {
    return (size_t)graph->cells * (size_t)graph->program->stem.channels * sizeof(float);
}

static size_t vectors_bytes(const FastGraph *graph, int count) {
    return (size_t)graph->batch * (size_t)count * VECTOR_MAX * sizeof(float);
}

/* Makes the convolvers. Returns the most scratch memory that one needs, or SIZE_MAX. */
static size_t make_convolvers(FastGraph *graph, Library *library) {
    const Program *program = graph->program;
    size_t most = 0;
    graph->convolvers = calloc((size_t)program->step_count, sizeof *graph->convolvers);
    for (int i = 0; graph->convolvers != NULL && i < program->step_count; i++) {
        const Step *step = &program->steps[i];
        const Output output = {step->reader, step->rectifies, step->adds};
        if (step->kind != STEP_CONVOLVE) {
            continue;
        }
        if (!convolver_init(&graph->convolvers[i], library, step->filter, output, graph->batch,
                            graph->width, graph->height)) {
            return SIZE_MAX;
        }
        const size_t bytes = graph->convolvers[i].scratch_bytes;
        most = bytes > most ? bytes : most;
    }
    return graph->convolvers != NULL ? most : SIZE_MAX;
}

/* Lays all buffers out behind each other. Returns the scratch memory at the end, NULL where there
 * is none. */
static void *lay_out(FastGraph *graph, size_t scratch_bytes) {
    size_t bytes = scratch_bytes + board_bytes(graph) + vectors_bytes(graph, 4);
    for (int i = 0; i < BUFFER_COUNT; i++) {
        bytes += buffer_bytes(graph, i);
    }
    graph->memory = aligned_alloc(64, whole_lines(bytes));
    if (graph->memory == NULL) {
        return NULL;
    }
    memset(graph->memory, 0, bytes);
    char *rest = graph->memory;
    for (int i = 0; i < BUFFER_COUNT; i++) {
        graph->buffers[i] = rest;
        rest += buffer_bytes(graph, i);
    }
    graph->board = (float *)rest;
    rest += board_bytes(graph);
    graph->pooled = (float *)rest;
    graph->shift = graph->pooled + vectors_bytes(graph, 3) / sizeof(float);
    return rest + vectors_bytes(graph, 4);
}

static bool bind_convolvers(FastGraph *graph, void *scratch) {
    const Program *program = graph->program;
    for (int i = 0; i < program->step_count; i++) {
        const Step *step = &program->steps[i];
        if (step->kind == STEP_CONVOLVE &&
            !convolver_bind(&graph->convolvers[i], graph->buffers[step->from],
                            graph->buffers[step->to], scratch)) {
            return false;
        }
    }
    return true;
}

static void add_board(FastGraph *graph) {
    uint32_t planes[CELL_COUNT_MAX];
    for (int cell = 0; cell < graph->cells; cell++) {
        planes[cell] = 1U << FEATURE_BOARD;
    }
    stem_add(&graph->program->stem, graph->loops, planes, ~0U, graph->width, graph->height,
             graph->board);
}

FastGraph *fast_graph_new(Library *library, const Program *program, int batch, int width,
                          int height) {
    FastGraph *graph = calloc(1, sizeof *graph);
    if (graph == NULL) {
        return NULL;
    }
    graph->program = program;
    graph->loops = loops_best();
    graph->batch = batch;
    graph->width = width;
    graph->height = height;
    graph->cells = width * height;
    const size_t scratch_bytes = make_convolvers(graph, library);
    void *scratch = scratch_bytes != SIZE_MAX ? lay_out(graph, scratch_bytes) : NULL;
    if (scratch == NULL || !bind_convolvers(graph, scratch) ||
        dnnl_stream_create(&graph->stream, library->engine, dnnl_stream_default_flags) !=
            dnnl_success) {
        fast_graph_free(graph);
        return NULL;
    }
    add_board(graph);
    return graph;
}

void fast_graph_free(FastGraph *graph) {
    if (graph == NULL) {
        return;
    }
    for (int i = 0; graph->convolvers != NULL && i < graph->program->step_count; i++) {
        convolver_clear(&graph->convolvers[i]);
    }
    dnnl_stream_destroy(graph->stream);
    free(graph->convolvers);
    free(graph->memory);
    free(graph);
}

bool fast_graph_fits(const FastGraph *graph, int batch, int width, int height) {
    return graph->batch == batch && graph->width == width && graph->height == height;
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

/* The numbers are few: a pass of the affine loops over one cell would need them filled up. */
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

/* What a step reads of a position. */
static const float *step_from(const FastGraph *graph, const Step *step, int position) {
    const size_t cell = (size_t)position * (size_t)graph->cells;
    return (const float *)graph->buffers[step->from] + cell * (size_t)step->from_channels +
           step->offset;
}

static float *shift_of(const FastGraph *graph, int position) {
    return graph->shift + (size_t)position * VECTOR_MAX;
}

static float *pooled_of(const FastGraph *graph, int position) {
    return graph->pooled + (size_t)position * 3 * VECTOR_MAX;
}

static void run_apply(FastGraph *graph, const Step *step, int position) {
    static const size_t BYTES[] = {
        [ELEMENT_F32] = 4, [ELEMENT_BF16] = 2, [ELEMENT_U8] = 1, [ELEMENT_S8] = 1};
    const Element element = step->reader != NULL ? step->reader->element : ELEMENT_F32;
    Affine affine = step->affine;
    if (step->is_shifted) {
        const float *shift = shift_of(graph, position);
        for (int c = 0; c < affine.channels; c++) {
            graph->vector[c] = affine.bias[c] + affine.scale[c] * shift[c];
        }
        affine.bias = graph->vector;
    }
    const size_t values = (size_t)graph->cells * (size_t)affine.channels;
    char *to = (char *)graph->buffers[step->to] + (size_t)position * values * BYTES[element];
    graph->loops->apply(&affine, step_from(graph, step, position), (size_t)step->from_channels,
                        graph->cells, element, to);
}

/* Mean, mean scaled by the board's size, and greatest of each channel; the value head has another
 * function of the size in place of the greatest. */
static void pool(FastGraph *graph, const Step *step, int position) {
    const float size = sqrtf((float)graph->cells) - 14;
    const int count = step->pooled;
    float *pooled = pooled_of(graph, position);
    graph->loops->pool(&step->affine, step_from(graph, step, position), (size_t)step->from_channels,
                       graph->cells, graph->vector, graph->greatest);
    for (int c = 0; c < count; c++) {
        const float mean = graph->vector[c] / (float)graph->cells;
        pooled[c] = mean;
        pooled[count + c] = mean * size * 0.1F;
        pooled[2 * count + c] =
            step->kind == STEP_VALUE ? mean * (size * size * 0.01F - 0.1F) : graph->greatest[c];
    }
}

static void run_pool(FastGraph *graph, const Step *step, int position) {
    float *shift = shift_of(graph, position);
    pool(graph, step, position);
    memset(shift, 0, VECTOR_MAX * sizeof *shift);
    multiply(step->matrix, pooled_of(graph, position), shift);
}

static void run_pass(FastGraph *graph, int position, RawAnswer *answer) {
    const PolicyHead *head = &graph->program->model->policy;
    apply_dense(&head->pass_first, pooled_of(graph, position), graph->hidden);
    answer->pass = graph->hidden[0];
    if (head->pass_second.in > 0) {
        multiply(&head->pass_second, graph->hidden, graph->vector);
        answer->pass = graph->vector[0];
    }
}

static void run_value(FastGraph *graph, const Step *step, int position, RawAnswer *answer) {
    const ValueHead *head = &graph->program->model->value;
    pool(graph, step, position);
    apply_dense(&head->hidden, pooled_of(graph, position), graph->hidden);
    apply_dense(&head->value, graph->hidden, answer->value);
    apply_dense(&head->scores, graph->hidden, answer->scores);
}

static bool run_step(FastGraph *graph, int index, RawAnswer *answers) {
    const Step *step = &graph->program->steps[index];
    if (step->kind == STEP_CONVOLVE) {
        if (step->filter->sample != NULL) { /* while calibrating, in 32-bit floats */
            sample_note(step->filter->sample, graph->buffers[step->from],
                        graph->batch * graph->cells, step->filter->in);
        }
        return convolver_run(&graph->convolvers[index], graph->loops, graph->stream);
    }
    for (int position = 0; position < graph->batch; position++) {
        if (step->kind == STEP_APPLY) {
            run_apply(graph, step, position);
        } else if (step->kind == STEP_POOL) {
            run_pool(graph, step, position);
        } else if (step->kind == STEP_PASS) {
            run_pass(graph, position, &answers[position]);
        } else {
            run_value(graph, step, position, &answers[position]);
        }
    }
    return true;
}

/* ---- Running ---- */

/* The trunk before the first step: what the board's plane gives, what the global inputs add to each
 * cell, and the other planes. */
static void begin_trunk(FastGraph *graph, const Features *features, int position) {
    const Program *program = graph->program;
    const size_t channels = (size_t)program->stem.channels;
    float *trunk =
        (float *)graph->buffers[BUFFER_TRUNK] + (size_t)position * (size_t)graph->cells * channels;
    memset(graph->vector, 0, sizeof graph->vector);
    multiply(&program->model->globals, features->globals, graph->vector);
    for (int cell = 0; cell < graph->cells; cell++) {
        for (size_t c = 0; c < channels; c++) {
            const size_t i = (size_t)cell * channels + c;
            trunk[i] = graph->board[i] + graph->vector[c];
        }
    }
    stem_add(&program->stem, graph->loops, features->planes, ~(1U << FEATURE_BOARD), graph->width,
             graph->height, trunk);
}

/* The first channel of each cell. */
static void read_cells(const FastGraph *graph, Buffer buffer, int position, float *cells) {
    const size_t channels = (size_t)graph->program->channels[buffer];
    const float *from =
        (const float *)graph->buffers[buffer] + (size_t)position * (size_t)graph->cells * channels;
    for (int cell = 0; cell < graph->cells; cell++, from += channels) {
        cells[cell] = *from;
    }
}

bool fast_graph_run(FastGraph *graph, const Features *features, RawAnswer *answers,
                    FastGraphTimes *times) {
    const Program *program = graph->program;
    const double start = clock_seconds();
    double heads = start;
    for (int position = 0; position < graph->batch; position++) {
        begin_trunk(graph, &features[position], position);
    }
    for (int i = 0; i < program->step_count; i++) {
        if (i == program->head_begin) {
            heads = clock_seconds();
        }
        if (!run_step(graph, i, answers)) {
            return false;
        }
    }
    for (int position = 0; position < graph->batch; position++) {
        read_cells(graph, BUFFER_POLICY_OUT, position, answers[position].policy);
        read_cells(graph, BUFFER_OWNERSHIP, position, answers[position].ownership);
    }
    if (times != NULL) {
        times->layers += heads - start;
        times->heads += clock_seconds() - heads;
    }
    return true;
}
