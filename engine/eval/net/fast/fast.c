#include "engine/eval/net/fast/fast.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/eval/net/fast/calibrate.h"
#include "engine/eval/net/fast/trial.h"

/* The plans a stream keeps: enough for a few board sizes times the batch sizes used on each. */
enum { PLANS_MAX = 12 };

/* The convolution by which fast_peak measures: 1x1 with many channels, on a large board. */
enum { PEAK_CHANNELS = 512, PEAK_SIZE = 19, PEAK_RUNS = 20 };

struct Fast {
    const Model *model;
    const Kernels *kernels;
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

/* ---- The evaluator ---- */

/* The model in fp32, calibrated, which whole numbers are chosen by. Returns NULL if out of memory.
 */
static Program *make_exact(const Model *model) {
    Program *exact = program_new(model, NULL);
    if (exact != NULL && !calibrate(kernels_best(), exact)) {
        program_free(exact);
        return NULL;
    }
    return exact;
}

static Program *make_program(const Model *model, Precision precision, const Program *exact) {
    if (precision == PRECISION_FP32) {
        return program_new(model, NULL);
    }
    const Quantization quantization = {exact, precision, kernels_best()->unsigned_most};
    return exact != NULL ? program_new(model, &quantization) : NULL;
}

/* exact is unused for fp32. */
static Fast *make(const Model *model, Precision precision, const Program *exact, Status *status) {
    Fast *fast = calloc(1, sizeof *fast);
    if (fast != NULL) {
        *fast = (Fast){model, kernels_best(), make_program(model, precision, exact), precision};
    }
    if (fast == NULL || fast->program == NULL) {
        fast_free(fast);
        status_fail(status, "out of memory");
        return NULL;
    }
    return fast;
}

/* A less exact precision is taken only if it is this many times as fast: measurements are short,
 * and machines have neighbours. */
static const double WORTH = 1.1;

/* Makes every precision, from the most exact on, and keeps the one that is worth most. */
static Fast *make_fastest(const Model *model, const Program *exact, int threads, FastTrial *trial,
                          Status *status) {
    Fast *best = NULL;
    double best_rate = 0;
    for (Precision precision = PRECISION_FP32; precision < PRECISION_COUNT; precision++) {
        Fast *fast = make(model, precision, exact, status);
        const double rate = fast != NULL ? trial_rate(fast->kernels, fast->program, threads) : 0;
        if (trial != NULL) {
            trial->rates[precision] = rate;
        }
        if (rate > WORTH * best_rate) {
            fast_free(best);
            best = fast;
            best_rate = rate;
        } else {
            fast_free(fast);
        }
    }
    if (best == NULL) {
        status_fail(status, "out of memory");
    }
    return best;
}

Fast *fast_new(const Model *model, Precision precision, int threads, FastTrial *trial,
               Status *status) {
    Program *exact = precision != PRECISION_FP32 ? make_exact(model) : NULL;
    Fast *fast = precision == PRECISION_AUTO ? make_fastest(model, exact, threads, trial, status)
                                             : make(model, precision, exact, status);
    program_free(exact);
    return fast;
}

void fast_free(Fast *fast) {
    if (fast != NULL) {
        program_free(fast->program);
        free(fast);
    }
}

Precision fast_usual_precision(void) {
    return strcmp(kernels_best()->name, "plain") == 0 ? PRECISION_FP32 : PRECISION_INT16;
}

Precision fast_precision(const Fast *fast) {
    return fast->precision;
}

const char *fast_kernels(const Fast *fast) {
    return fast->kernels->name;
}

double fast_flop(const Fast *fast, int width, int height) {
    const double cells = (double)width * height;
    return cells * (fast->program->flop_per_cell + fast->program->flop_per_pair * cells);
}

/* ---- The peak ---- */

static double time_peak(const Fast *fast, const Convolver *convolver) {
    const size_t cells = (size_t)PEAK_SIZE * PEAK_SIZE;
    const size_t values = PEAK_CHANNELS * cells * sizeof(float);
    double seconds = INFINITY;
    char *memory = calloc(2 * values + convolver->scratch_bytes, 1);
    if (memory == NULL) {
        return seconds;
    }
    const Finish finish = {.channels = PEAK_CHANNELS, .keep = (float *)(void *)(memory + values)};
    for (int i = 0; i < PEAK_RUNS; i++) {
        const double start = clock_seconds();
        convolver_run(convolver, fast->kernels, memory, &finish, memory + 2 * values);
        seconds = fmin(seconds, clock_seconds() - start);
    }
    free(memory);
    return seconds;
}

double fast_peak(const Fast *fast) {
    Sample *sample = sample_new(PEAK_CHANNELS);
    Filter *filter = filter_new(1, PEAK_CHANNELS, PEAK_CHANNELS);
    Arena arena;
    Convolver convolver = {0};
    double seconds = INFINITY;
    arena_init(&arena);
    bool ok = filter != NULL && sample != NULL;
    if (ok && fast->precision != PRECISION_FP32) {
        const Element element = fast->precision == PRECISION_INT8 ? ELEMENT_U8 : ELEMENT_S16;
        ok = filter_quantize(filter, element, false, fast->kernels->unsigned_most, sample);
    }
    if (ok && convolver_init(&convolver, filter, &arena, 1, PEAK_SIZE, PEAK_SIZE)) {
        seconds = time_peak(fast, &convolver);
    }
    convolver_clear(&convolver);
    arena_clear(&arena);
    filter_free(filter);
    sample_free(sample);
    return 2.0 * PEAK_CHANNELS * PEAK_CHANNELS * PEAK_SIZE * PEAK_SIZE / seconds;
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
    *place = plan_new(stream->fast->kernels, stream->fast->program, batch, width, height);
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

void fast_describe(FastStream *stream, const Situation *situation, Symmetry symmetry,
                   Features *features) {
    features_fill(situation, symmetry, stream->fast->model->life_by_suicide, stream->ladders,
                  features);
}

void fast_add_features(FastStream *stream, const Features *features, double optimism) {
    assert(stream->count < stream->batch_max);
    stream->optimism[stream->count] = optimism;
    stream->features[stream->count++] = *features;
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

/* Evaluates the positions from begin on, which have the same size. Returns false if out of memory.
 */
static bool run_batch(FastStream *stream, int begin, NetAnswer *answers, int batch) {
    const Features *features = &stream->features[begin];
    PlanTimes times = {0};
    Plan *plan = find_plan(stream, batch, features->width, features->height);
    if (plan == NULL) {
        return false;
    }
    plan_run(plan, features, stream->raw, &times);
    const double start = clock_seconds();
    for (int i = 0; i < batch; i++) {
        answer_finish(stream->fast->model, &features[i], &stream->raw[i],
                      stream->optimism[begin + i], &answers[begin + i]);
    }
    stream->times.layers += times.layers;
    stream->times.heads += times.heads + clock_seconds() - start;
    return true;
}

bool fast_run(FastStream *stream, NetAnswer *answers) {
    bool ok = true;
    for (int i = 0; ok && i < stream->count;) {
        const int batch = choose_batch(count_alike(stream, i));
        ok = run_batch(stream, i, answers, batch);
        i += batch;
    }
    stream->count = 0;
    return ok;
}
