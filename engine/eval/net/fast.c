#include "engine/eval/net/fast.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/eval/net/fast_calibrate.h"

enum { GRAPHS_MAX = 12 /* that a stream keeps */ };

struct Fast {
    const Model *model;
    Library library;
    Program *program;
    Precision precision;
};

struct FastStream {
    Fast *fast;
    int batch_max;
    FastGraph *graphs[GRAPHS_MAX];
    int next_graph; /* the place of the next new one, over the oldest */
    Ladders *ladders;
    Features *features; /* [position of the batch] */
    RawAnswer *raw;
    FastTimes times;
};

static const char *const NAMES[PRECISION_COUNT] = {"auto", "fp32", "bf16", "int8"};

const char *precision_name(Precision precision) {
    return NAMES[precision];
}

bool precision_from_name(const char *name, Precision *precision) {
    for (int i = 0; i < PRECISION_COUNT; i++) {
        if (strcmp(name, NAMES[i]) == 0) {
            *precision = (Precision)i;
            return true;
        }
    }
    return false;
}

/* ---- int8 ---- */

static float **ranges_new(const Program *program) {
    size_t channels = 0;
    for (int i = 0; i < program->filter_count; i++) {
        channels += (size_t)program->filters[i]->in;
    }
    float **ranges = calloc((size_t)program->filter_count, sizeof *ranges);
    float *values = calloc(channels, sizeof *values);
    if (ranges == NULL || values == NULL) {
        free(ranges);
        free(values);
        return NULL;
    }
    for (int i = 0; i < program->filter_count; i++) {
        ranges[i] = values;
        values += program->filters[i]->in;
    }
    return ranges;
}

static void ranges_free(float **ranges) {
    if (ranges != NULL) {
        free(ranges[0]);
        free(ranges);
    }
}

/* Without an instruction of its own for it the library adds two products in 16 bits, where 255
 * times 127 twice would not fit. */
static Program *make_int8_program(Library *library, const Model *model) {
    Program *program = NULL, *exact = program_new(model, ELEMENT_F32, NULL);
    float **ranges = exact != NULL ? ranges_new(exact) : NULL;
    if (ranges != NULL && calibrate_ranges(library, exact, ranges)) {
        const Quantization quantization = {(const float *const *)ranges,
                                           library_has_int8() ? 255 : 127};
        program = program_new(model, ELEMENT_U8, &quantization);
    }
    ranges_free(ranges);
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
        status_fail(status, "not enough memory");
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
        status_fail(status, "not enough memory for the network in %s", NAMES[precision]);
        fast_free(fast);
        return NULL;
    }
    return fast;
}

/* Seconds of a run over an empty board, the best of a few; negative where that fails. */
static double measure(Fast *fast) {
    enum { SIZE = 19, RUNS = 5 };
    FastGraph *graph = fast_graph_new(&fast->library, fast->program, 1, SIZE, SIZE);
    Features *features = calloc(1, sizeof *features);
    RawAnswer *raw = calloc(1, sizeof *raw);
    double best = -1;
    for (int i = 0; graph != NULL && features != NULL && raw != NULL && i < RUNS; i++) {
        const double start = clock_seconds();
        if (!fast_graph_run(graph, features, raw, NULL, NULL)) {
            best = -1;
            break;
        }
        const double seconds = clock_seconds() - start;
        best = best < 0 || seconds < best ? seconds : best;
    }
    fast_graph_free(graph);
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
        status_fail(status, "not enough memory for the network");
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

/* ---- Streams ---- */

FastStream *fast_stream_new(Fast *fast, int batch_max) {
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
    for (int i = 0; i < GRAPHS_MAX; i++) {
        fast_graph_free(stream->graphs[i]);
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
static FastGraph *find_graph(FastStream *stream, int batch, int width, int height) {
    for (int i = 0; i < GRAPHS_MAX; i++) {
        if (stream->graphs[i] != NULL && fast_graph_fits(stream->graphs[i], batch, width, height)) {
            return stream->graphs[i];
        }
    }
    FastGraph **place = &stream->graphs[stream->next_graph];
    stream->next_graph = (stream->next_graph + 1) % GRAPHS_MAX;
    fast_graph_free(*place);
    *place = fast_graph_new(&stream->fast->library, stream->fast->program, batch, width, height);
    return *place;
}

/* How many questions from the first on are evaluated at once: a power of two, so that few graphs
 * serve all numbers. */
static int choose_batch(const FastStream *stream, int filled) {
    int batch = 1;
    while (2 * batch <= filled && 2 * batch <= stream->batch_max) {
        batch *= 2;
    }
    return batch;
}

/* Fills in features of questions as long as their images are of one size. Returns how many. */
static int fill_features(FastStream *stream, const FastQuestion *questions, int count) {
    const double start = clock_seconds();
    int filled = 0;
    while (filled < count && filled < stream->batch_max) {
        Features *features = &stream->features[filled];
        features_fill(questions[filled].situation, questions[filled].symmetry,
                      stream->fast->model->life_by_suicide, stream->ladders, features);
        if (features->width != stream->features[0].width ||
            features->height != stream->features[0].height) {
            break;
        }
        filled++;
    }
    stream->times.features += clock_seconds() - start;
    return filled;
}

static bool run_batch(FastStream *stream, const Features *features, NetAnswer *answers, int batch) {
    FastGraphTimes times = {0};
    FastGraph *graph = find_graph(stream, batch, features->width, features->height);
    if (graph == NULL || !fast_graph_run(graph, features, stream->raw, &times, NULL)) {
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

bool fast_evaluate(FastStream *stream, const FastQuestion *questions, NetAnswer *answers,
                   int count) {
    library_stay_in_thread();
    for (int begin = 0; begin < count;) {
        const int filled = fill_features(stream, questions + begin, count - begin);
        for (int i = 0; i < filled;) {
            const int batch = choose_batch(stream, filled - i);
            if (!run_batch(stream, stream->features + i, answers + begin + i, batch)) {
                return false;
            }
            i += batch;
        }
        begin += filled;
    }
    return true;
}
