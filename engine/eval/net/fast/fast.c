#include "engine/eval/net/fast/fast.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/eval/net/fast/calibrate.h"

/* The plans a stream keeps: enough for a few board sizes times the batch sizes used on each. */
enum { PLANS_MAX = 12 };

/* How PRECISION_AUTO times a precision: few runs, so that starting stays quick. */
enum { AUTO_SIZE = 19, AUTO_RUNS = 5 };

/* The convolution by which fast_peak measures: 1x1 with many channels, on a large board. */
enum { PEAK_CHANNELS = 512, PEAK_SIZE = 19, PEAK_RUNS = 20 };

/* The greatest values of unsigned bytes in int8. The processor's int8 instruction adds up products
 * in 32 bits. Without it the library adds two products in 16 bits, and 2 * 255 * 127 does not fit.
 */
static const float UNSIGNED_MAX = 255, UNSIGNED_MAX_WITHOUT_INT8 = 127;

struct Fast {
    const Model *model;
    Library library;
    Program *program;
    Precision precision;
};

struct FastStream {
    Fast *fast;
    int batch_max, count; /* positions: room, and added so far */
    Plan *plans[PLANS_MAX];
    int next_plan; /* where the next new one goes, replacing the oldest */
    Ladders *ladders;
    Features *features; /* [position of the batch] */
    double optimism[FAST_BATCH_MAX];
    RawAnswer *raw;
    FastTimes times;
};

/* ---- int8 ---- */

static Program *make_int8_program(Library *library, const Model *model) {
    Program *exact = program_new(model, ELEMENT_F32, NULL), *program = NULL;
    if (exact != NULL && calibrate(library, exact)) {
        const Quantization quantization = {exact, library_has_int8() ? UNSIGNED_MAX
                                                                     : UNSIGNED_MAX_WITHOUT_INT8};
        program = program_new(model, ELEMENT_F32, &quantization);
    }
    program_free(exact);
    return program;
}

/* ---- The evaluator ---- */

static Program *make_program(Library *library, const Model *model, Precision precision) {
    if (precision == PRECISION_INT8) {
        return make_int8_program(library, model);
    }
    return program_new(model, precision == PRECISION_BF16 ? ELEMENT_BF16 : ELEMENT_F32, NULL);
}

static Fast *make(const Model *model, Precision precision, Status *status) {
    Fast *fast = calloc(1, sizeof *fast);
    if (fast == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    fast->model = model;
    fast->precision = precision;
    if (!library_open(&fast->library, status)) {
        free(fast);
        return NULL;
    }
    fast->program = make_program(&fast->library, model, precision);
    if (fast->program == NULL) {
        status_fail(status, "out of memory");
        fast_free(fast);
        return NULL;
    }
    return fast;
}

/* Seconds for one evaluation of an empty board, the best of AUTO_RUNS; negative on failure. */
static double measure(Fast *fast) {
    Plan *plan = plan_new(&fast->library, fast->program, 1, AUTO_SIZE, AUTO_SIZE);
    Features *features = calloc(1, sizeof *features);
    RawAnswer *raw = calloc(1, sizeof *raw);
    double best = -1;
    for (int i = 0; plan != NULL && features != NULL && raw != NULL && i < AUTO_RUNS; i++) {
        const double start = clock_seconds();
        if (!plan_run(plan, features, raw, NULL)) {
            best = -1;
            break;
        }
        const double seconds = clock_seconds() - start;
        best = best < 0 || seconds < best ? seconds : best;
    }
    plan_free(plan);
    free(features);
    free(raw);
    return best;
}

/* Measures every precision that the processor has instructions for and keeps the fastest. */
static Fast *make_fastest(const Model *model, Status *status) {
    const bool has[PRECISION_COUNT] = {[PRECISION_FP32] = true,
                                       [PRECISION_BF16] = library_has_bf16(),
                                       [PRECISION_INT8] = library_has_int8()};
    Fast *best = NULL;
    double best_seconds = 0;
    for (Precision precision = PRECISION_FP32; precision < PRECISION_COUNT; precision++) {
        Fast *fast = has[precision] ? make(model, precision, status) : NULL;
        const double seconds = fast != NULL ? measure(fast) : -1;
        if (seconds >= 0 && (best == NULL || seconds < best_seconds)) {
            fast_free(best);
            best = fast;
            best_seconds = seconds;
        } else {
            fast_free(fast);
        }
    }
    if (best == NULL) {
        status_fail(status, "out of memory");
    }
    return best;
}

static bool has_transformer(const Block *blocks, int count) {
    for (int i = 0; i < count; i++) {
        const Block *block = &blocks[i];
        if (block->kind == BLOCK_ATTENTION || block->kind == BLOCK_FEED_FORWARD ||
            (block->kind == BLOCK_BOTTLENECK &&
             has_transformer(block->inner, block->inner_count))) {
            return true;
        }
    }
    return false;
}

/* Returns false with a message if the model has layers that no step computes. */
static bool can_compile(const Model *model, Status *status) {
    if (has_transformer(model->blocks, model->block_count) || model->tip_kind != TIP_PLAIN) {
        return status_fail(status, "networks with transformer blocks are not supported");
    }
    return !model->has_encoder || status_fail(status, "human-play networks are not supported");
}

Fast *fast_new(const Model *model, Precision precision, Status *status) {
    library_stay_in_thread();
    if (!can_compile(model, status)) {
        return NULL;
    }
    if (precision == PRECISION_BF16 && !library_has_bf16()) {
        status_fail(status, "this processor has no instructions for bf16");
        return NULL;
    }
    return precision == PRECISION_AUTO ? make_fastest(model, status)
                                       : make(model, precision, status);
}

void fast_free(Fast *fast) {
    if (fast != NULL) {
        program_free(fast->program);
        library_close(&fast->library);
        free(fast);
    }
}

Precision fast_precision(const Fast *fast) {
    return fast->precision;
}

double fast_flop(const Fast *fast, int width, int height) {
    return fast->program->flop_per_cell * width * height;
}

/* ---- The peak ---- */

static bool time_peak(Fast *fast, Filter *filter, double *seconds) {
    const size_t cells = (size_t)PEAK_SIZE * PEAK_SIZE;
    const size_t values = (size_t)(filter->in + filter->out) * cells;
    Convolver convolver;
    dnnl_stream_t stream = NULL;
    char *memory = NULL;
    bool ok =
        convolver_init(&convolver, &fast->library, filter, (Output){0}, 1, PEAK_SIZE, PEAK_SIZE) &&
        dnnl_stream_create(&stream, fast->library.engine, dnnl_stream_default_flags) ==
            dnnl_success &&
        (memory = calloc(values * sizeof(float) + convolver.scratch_bytes, 1)) != NULL &&
        convolver_bind(&convolver, memory, memory + (size_t)filter->in * cells * sizeof(float),
                       memory + values * sizeof(float));
    for (int i = 0; ok && i < PEAK_RUNS; i++) {
        const double start = clock_seconds();
        ok = convolver_run(&convolver, loops_best(), stream);
        *seconds = fmin(*seconds, clock_seconds() - start);
    }
    convolver_clear(&convolver);
    dnnl_stream_destroy(stream);
    free(memory);
    return ok;
}

double fast_peak(Fast *fast) {
    FilterSample *sample = filter_sample_new(PEAK_CHANNELS);
    double seconds = INFINITY;
    library_stay_in_thread();
    Filter *filter = filter_new(1, PEAK_CHANNELS, PEAK_CHANNELS);
    bool ok = filter != NULL && sample != NULL;
    if (ok && fast->precision == PRECISION_INT8) {
        ok = filter_quantize(filter, ELEMENT_U8, sample, UNSIGNED_MAX_WITHOUT_INT8);
    } else if (ok && fast->precision == PRECISION_BF16) {
        filter->element = ELEMENT_BF16;
    }
    ok = ok && time_peak(fast, filter, &seconds);
    filter_free(filter);
    filter_sample_free(sample);
    return ok ? 2.0 * PEAK_CHANNELS * PEAK_CHANNELS * PEAK_SIZE * PEAK_SIZE / seconds : 0;
}

/* ---- Streams ---- */

FastStream *fast_stream_new(Fast *fast, int batch_max) {
    assert(batch_max >= 1 && batch_max <= FAST_BATCH_MAX);
    FastStream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        return NULL;
    }
    stream->fast = fast;
    stream->batch_max = batch_max;
    stream->ladders = ladders_new();
    stream->features = calloc((size_t)batch_max, sizeof *stream->features);
    stream->raw = calloc((size_t)batch_max, sizeof *stream->raw);
    if (stream->ladders == NULL || stream->features == NULL || stream->raw == NULL) {
        fast_stream_free(stream);
        return NULL;
    }
    return stream;
}

void fast_stream_free(FastStream *stream) {
    if (stream == NULL) {
        return;
    }
    for (int i = 0; i < PLANS_MAX; i++) {
        plan_free(stream->plans[i]);
    }
    ladders_free(stream->ladders);
    free(stream->features);
    free(stream->raw);
    free(stream);
}

FastTimes fast_stream_times(const FastStream *stream) {
    return stream->times;
}

/* The plan for this size and batch, made if the stream has none. Returns NULL if out of memory. */
static Plan *find_plan(FastStream *stream, int batch, int width, int height) {
    for (int i = 0; i < PLANS_MAX; i++) {
        if (stream->plans[i] != NULL && plan_fits(stream->plans[i], batch, width, height)) {
            return stream->plans[i];
        }
    }
    Plan **place = &stream->plans[stream->next_plan];
    stream->next_plan = (stream->next_plan + 1) % PLANS_MAX;
    plan_free(*place);
    *place = plan_new(&stream->fast->library, stream->fast->program, batch, width, height);
    return *place;
}

void fast_add(FastStream *stream, const Situation *situation, Symmetry symmetry, double optimism) {
    assert(stream->count < stream->batch_max);
    stream->optimism[stream->count] = optimism;
    const double start = clock_seconds();
    features_fill(situation, symmetry, stream->fast->model->life_by_suicide, stream->ladders,
                  &stream->features[stream->count++]);
    stream->times.features += clock_seconds() - start;
}

/* Counts the images from begin on that have the same size. */
static int count_alike(const FastStream *stream, int begin) {
    const Features *first = &stream->features[begin];
    int end = begin;
    while (end < stream->count && stream->features[end].width == first->width &&
           stream->features[end].height == first->height) {
        end++;
    }
    return end - begin;
}

/* How many of these alike are evaluated at once: a power of two, so that a few plans serve every
 * number. */
static int choose_batch(int alike) {
    int batch = 1;
    while (2 * batch <= alike) {
        batch *= 2;
    }
    return batch;
}

/* Evaluates the positions from begin on, which have the same size. */
static bool run_batch(FastStream *stream, int begin, NetAnswer *answers, int batch) {
    const Features *features = &stream->features[begin];
    PlanTimes times = {0};
    Plan *plan = find_plan(stream, batch, features->width, features->height);
    if (plan == NULL || !plan_run(plan, features, stream->raw, &times)) {
        return false;
    }
    const double start = clock_seconds();
    bool is_finite = true;
    for (int i = 0; i < batch; i++) {
        is_finite &= answer_finish(stream->fast->model, &features[i], &stream->raw[i],
                                   stream->optimism[begin + i], &answers[begin + i]);
    }
    stream->times.layers += times.layers;
    stream->times.heads += times.heads + clock_seconds() - start;
    return is_finite;
}

bool fast_run(FastStream *stream, NetAnswer *answers) {
    bool ok = true;
    library_stay_in_thread();
    for (int i = 0; ok && i < stream->count;) {
        const int batch = choose_batch(count_alike(stream, i));
        ok = run_batch(stream, i, answers, batch);
        i += batch;
    }
    stream->count = 0;
    return ok;
}
