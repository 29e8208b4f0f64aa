#include "engine/eval/net/fast/fast.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/fast/calibrate.h"
#include "engine/eval/net/fast/plan.h"

/* The plans a stream keeps: enough for a few board sizes times the batch sizes used on each. */
enum { PLANS_MAX = 12 };

/* How far values may exceed the dynamic ranges of whole numbers, as plan_run returns it. Over
 * positions of all kinds (dihedra bench precision) twice as much changes no worst error: what is
 * left comes from rounding. */
static const float CLIPPING_MAX = 0.003F;

/* Boards of at most this many points are evaluated in fp32: networks have learnt from larger ones,
 * and their leads there, far beyond the board's points, lose too much by rounding (1.9 points on
 * 2x2). */
enum { TINY_CELLS = 16 };

struct Fast {
    const Model *model;
    const Kernels *kernels;
    LoweredGraph *exact; /* in fp32 */
    LoweredGraph *graph; /* in the precision in use: exact, or one of its own */
    Precision precision;
};

struct FastStream {
    Fast *fast;
    int batch_max, count; /* positions that fit, and added so far */
    Plan *plans[PLANS_MAX];
    int next_plan; /* where the next new one goes, replacing the oldest */
    Ladders *ladders;
    Features *features; /* [position of the batch] */
    double optimism[FAST_BATCH_MAX];
    RawAnswer *raw;
    int64_t clipped;   /* positions evaluated again in fp32 */
    LayerTimes *times; /* NULL: not measured */
};

/* ---- The evaluator ---- */

static bool can_quantize(const LoweredGraph *exact) {
    bool ok = true;
    for (int i = 0; i < exact->filter_count; i++) {
        ok = ok && filter_can_quantize(exact->filters[i]);
    }
    return ok;
}

/* Lowers the model in whole numbers, for values like those of calibration games of the exact
 * graph. Returns the exact graph if whole numbers cannot hold its values, NULL if out of memory. */
static LoweredGraph *make_whole(const Fast *fast) {
    const Quantization quantization = {fast->exact, fast->precision, fast->kernels->unsigned_most};
    LoweredGraph *graph = NULL;
    if (calibrate(fast->kernels, fast->exact)) {
        graph =
            can_quantize(fast->exact) ? lowered_graph_new(fast->model, &quantization) : fast->exact;
    }
    calibrate_end(fast->exact);
    return graph;
}

/* The fastest but int8, whose errors in odd positions are several times as large: int16, or fp32
 * without vector instructions (engine/eval/MEASUREMENTS.md). */
static Precision usual_precision(const Kernels *kernels) {
    return strcmp(kernels->name, "plain") == 0 ? PRECISION_FP32 : PRECISION_INT16;
}

Fast *fast_new(const Model *model, Precision precision, Status *status) {
    Fast *fast = calloc(1, sizeof *fast);
    if (fast != NULL) {
        fast->model = model;
        fast->kernels = kernels_best();
        fast->precision = precision == PRECISION_AUTO ? usual_precision(fast->kernels) : precision;
        fast->exact = lowered_graph_new(model, NULL);
    }
    if (fast != NULL && fast->exact != NULL) {
        fast->graph = fast->precision == PRECISION_FP32 ? fast->exact : make_whole(fast);
    }
    if (fast == NULL || fast->graph == NULL) {
        status_fail(status, "out of memory");
    } else if (fast->graph != fast->exact || precision == PRECISION_AUTO ||
               precision == PRECISION_FP32) {
        fast->precision = fast->graph == fast->exact ? PRECISION_FP32 : fast->precision;
        return fast;
    } else {
        status_fail(status, "the network's values are too large for whole numbers: take fp32");
    }
    fast_free(fast);
    return NULL;
}

void fast_free(Fast *fast) {
    if (fast != NULL) {
        if (fast->graph != fast->exact) {
            lowered_graph_free(fast->graph);
        }
        lowered_graph_free(fast->exact);
        free(fast);
    }
}

Precision fast_precision(const Fast *fast) {
    return fast->precision;
}

const char *fast_instructions(void) {
    return kernels_best()->name;
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

int64_t fast_stream_clipped(const FastStream *stream) {
    return stream->clipped;
}

void fast_stream_time(FastStream *stream, LayerTimes *times) {
    stream->times = times;
}

/* The plan of a graph for this size and batch, made if the stream has none. Returns NULL if out
 * of memory. */
static Plan *find_plan(FastStream *stream, const LoweredGraph *graph, int batch, int width,
                       int height) {
    for (int i = 0; i < PLANS_MAX; i++) {
        if (stream->plans[i] != NULL && plan_fits(stream->plans[i], graph, batch, width, height)) {
            return stream->plans[i];
        }
    }
    Plan **place = &stream->plans[stream->next_plan];
    stream->next_plan = (stream->next_plan + 1) % PLANS_MAX;
    plan_free(*place);
    *place = plan_new(stream->fast->kernels, graph, batch, width, height);
    return *place;
}

void fast_add(FastStream *stream, const Situation *situation, Symmetry symmetry, double optimism) {
    assert(stream->count < stream->batch_max);
    stream->optimism[stream->count] = optimism;
    fast_describe(stream, situation, symmetry, &stream->features[stream->count++]);
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

/* How many images from begin on are evaluated at once: they have the same size, and their number is
 * a power of two, so that a few plans serve every number. */
static int choose_batch(const FastStream *stream, int begin) {
    const Features *first = &stream->features[begin];
    int alike = 1, batch = 1;
    while (begin + alike < stream->count && first[alike].width == first->width &&
           first[alike].height == first->height) {
        alike++;
    }
    while (2 * batch <= alike) {
        batch *= 2;
    }
    return batch;
}

/* Evaluates the positions from begin on, which have the same size, with a graph. Sets *clipping
 * as plan_run does. Returns false if out of memory. */
static bool run_graph(FastStream *stream, const LoweredGraph *graph, int begin, int batch,
                      NetAnswer *answers, float *clipping) {
    const Features *features = &stream->features[begin];
    Plan *plan = find_plan(stream, graph, batch, features->width, features->height);
    if (plan == NULL) {
        return false;
    }
    *clipping = plan_run(plan, features, stream->raw, stream->times);
    for (int i = 0; i < batch; i++) {
        answer_finish(stream->fast->model, &features[i], &stream->raw[i],
                      stream->optimism[begin + i], &answers[begin + i]);
    }
    return true;
}

/* Evaluates the positions from begin on, which have the same size. If clamping makes answers
 * doubtful, evaluates each position alone, so that its answer does not depend on the others, and a
 * doubtful one again in fp32. Returns false if out of memory. */
static bool run_batch(FastStream *stream, int begin, int batch, NetAnswer *answers) {
    const Fast *fast = stream->fast;
    const bool is_tiny = stream->features[begin].cell_count <= TINY_CELLS;
    float clipping;
    bool ok =
        run_graph(stream, is_tiny ? fast->exact : fast->graph, begin, batch, answers, &clipping);
    if (!ok || clipping <= CLIPPING_MAX) {
        return ok;
    }
    if (batch == 1) {
        stream->clipped++;
        return run_graph(stream, fast->exact, begin, 1, answers, &clipping);
    }
    for (int i = begin; ok && i < begin + batch; i++) {
        ok = run_batch(stream, i, 1, answers);
    }
    return ok;
}

bool fast_run(FastStream *stream, NetAnswer *answers) {
    bool ok = true;
    for (int i = 0; ok && i < stream->count;) {
        const int batch = choose_batch(stream, i);
        ok = run_batch(stream, i, batch, answers);
        i += batch;
    }
    stream->count = 0;
    return ok;
}
