#include "engine/eval/net/fast/fast.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/eval/net/fast/calibrate.h"

enum { PLANS_MAX = 12 /* that a stream keeps */ };

struct Fast {
    const Model *model;
    Library library;
    Program *program;
    Precision precision;
};

struct FastStream {
    Fast *fast;
    int batch_max, count; /* positions that fit, that have been added */
    Plan *plans[PLANS_MAX];
    int next_plan; /* the place of the next new one, over the oldest */
    Ladders *ladders;
    Features *features; /* [position of the batch] */
    RawAnswer *raw;
    FastTimes times;
};

/* ---- int8 ---- */

/* Without an instruction of its own for it the library adds two products in 16 bits, where 255
 * times 127 twice would not fit. */
static Program *make_int8_program(Library *library, const Model *model) {
    Program *exact = program_new(model, ELEMENT_F32, NULL), *program = NULL;
    if (exact != NULL && calibrate(library, exact)) {
        const Quantization quantization = {exact, library_has_int8() ? 255 : 127};
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

/* Seconds of a run over an empty board, the best of a few; negative where that fails. */
static double measure(Fast *fast) {
    enum { SIZE = 19, RUNS = 5 };
    Plan *plan = plan_new(&fast->library, fast->program, 1, SIZE, SIZE);
    Features *features = calloc(1, sizeof *features);
    RawAnswer *raw = calloc(1, sizeof *raw);
    double best = -1;
    for (int i = 0; plan != NULL && features != NULL && raw != NULL && i < RUNS; i++) {
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

/* All that the processor has instructions for, measured. */
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

Fast *fast_new(const Model *model, Precision precision, Status *status) {
    library_stay_in_thread();
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

/* ---- How fast it could be ---- */

static bool time_peak(Fast *fast, Filter *filter, double *seconds) {
    enum { SIZE = 19, RUNS = 20 };
    const size_t values = (size_t)(filter->in + filter->out) * SIZE * SIZE;
    Convolver convolver;
    dnnl_stream_t stream = NULL;
    char *memory = NULL;
    bool ok = convolver_init(&convolver, &fast->library, filter, (Output){0}, 1, SIZE, SIZE) &&
              dnnl_stream_create(&stream, fast->library.engine, dnnl_stream_default_flags) ==
                  dnnl_success &&
              (memory = calloc(values * sizeof(float) + convolver.scratch_bytes, 1)) != NULL &&
              convolver_bind(&convolver, memory,
                             memory + (size_t)filter->in * SIZE * SIZE * sizeof(float),
                             memory + values * sizeof(float));
    for (int i = 0; ok && i < RUNS; i++) {
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
    enum { CHANNELS = 512, CELLS = 19 * 19 };
    FilterSample *sample = filter_sample_new(CHANNELS);
    double seconds = INFINITY;
    library_stay_in_thread();
    Filter *filter = filter_new(1, CHANNELS, CHANNELS);
    bool ok = filter != NULL && sample != NULL;
    if (ok && fast->precision == PRECISION_INT8) {
        ok = filter_quantize(filter, ELEMENT_U8, sample, 127);
    } else if (ok && fast->precision == PRECISION_BF16) {
        filter->element = ELEMENT_BF16;
    }
    ok = ok && time_peak(fast, filter, &seconds);
    filter_free(filter);
    filter_sample_free(sample);
    return ok ? 2.0 * (double)CHANNELS * (double)CHANNELS * (double)CELLS / seconds : 0;
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

/* NULL where memory runs out. */
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

void fast_add(FastStream *stream, const Situation *situation, Symmetry symmetry) {
    assert(stream->count < stream->batch_max);
    const double start = clock_seconds();
    features_fill(situation, symmetry, stream->fast->model->life_by_suicide, stream->ladders,
                  &stream->features[stream->count++]);
    stream->times.features += clock_seconds() - start;
}

/* How many of the batch, from begin on, are images of one size. */
static int count_alike(const FastStream *stream, int begin) {
    const Features *first = &stream->features[begin];
    int end = begin;
    while (end < stream->count && stream->features[end].width == first->width &&
           stream->features[end].height == first->height) {
        end++;
    }
    return end - begin;
}

/* How many of so many alike are evaluated at once: a power of two, so that few plans serve all
 * numbers. */
static int choose_batch(int alike) {
    int batch = 1;
    while (2 * batch <= alike) {
        batch *= 2;
    }
    return batch;
}

static bool run_batch(FastStream *stream, const Features *features, NetAnswer *answers, int batch) {
    PlanTimes times = {0};
    Plan *plan = find_plan(stream, batch, features->width, features->height);
    if (plan == NULL || !plan_run(plan, features, stream->raw, &times)) {
        return false;
    }
    const double start = clock_seconds();
    bool is_finite = true;
    for (int i = 0; i < batch; i++) {
        is_finite &= answer_finish(stream->fast->model, &features[i], &stream->raw[i], &answers[i]);
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
        ok = run_batch(stream, &stream->features[i], &answers[i], batch);
        i += batch;
    }
    stream->count = 0;
    return ok;
}
