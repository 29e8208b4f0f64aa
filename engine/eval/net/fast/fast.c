#include "engine/eval/net/fast/fast.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/eval/net/fast/lowered_graph.h"

/* ---- Calibration ---- */

/* Records the values that each filter of a network reads while it plays against itself, from which
 * whole numbers get their scales. */

/* One game on each of four sizes: `evaluations` positions are evaluated, and `moves` moves are
 * sampled from each answer. Evaluations of a large network are slow, and positions a few moves
 * apart have much the same dynamic ranges. What games never show (lopsided positions) is evaluated
 * in fp32 (fast.c). */
static const struct {
    int size, evaluations, moves;
    const char *profile; /* the players, for networks that imitate people */
} GAMES[] = {
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* fuzz_net.c calibrates thousands of networks */
    {19, 20, 10, "rank_5k"},
    {13, 14, 7, "rank_3d"},
    {9, 14, 5, "rank_15k"},
#endif
    {5, 8, 3, "proyear_1990"},
};

typedef struct {
    const LoweredGraph *graph;
    const Kernels *kernels;
    Game *game;
    TrialGame *trial_game;
    Ladders *ladders;
    HumanProfile profile;
    Features features;
    RawAnswer raw;
    NetAnswer answer;
    Rng rng;
} Calibrator;

static bool evaluate_calibration(Calibrator *c, Plan *plan) {
    const NetInputParameters parameters = {.profile = &c->profile};
    const Situation *situation =
        trial_game_play(c->trial_game, c->game, &parameters, c->game->board.to_move, NULL, 0);
    if (situation == NULL) {
        return false;
    }
    const Model *model = c->graph->model;
    features_fill(situation, SYMMETRY_IDENTITY, model->life_by_suicide, c->ladders, &c->features);
    plan_run(plan, &c->features, &c->raw);
    answer_finish(model, &c->features, &c->raw, 0, &c->answer);
    return true;
}

static bool play_calibration_game(Calibrator *c, int size, int evaluations, int moves) {
    Status ignored;
    Plan *plan = plan_new(c->kernels, c->graph, 1, size, size);
    bool ok = plan != NULL && game_clear(c->game, size, size, &ignored);
    for (int i = 0; ok && i < evaluations; i++) {
        ok = evaluate_calibration(c, plan);
        for (int k = 0; ok && k < moves; k++) {
            ok = game_play(c->game, c->game->board.to_move,
                           answer_sample_move(&c->answer, c->game, &c->rng), &ignored);
        }
    }
    plan_free(plan);
    return ok;
}

static bool play_games(Calibrator *c) {
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof GAMES / sizeof GAMES[0]; i++) {
        Status ignored;
        (void)human_profile_read(GAMES[i].profile, &c->profile, &ignored);
        ok = play_calibration_game(c, GAMES[i].size, GAMES[i].evaluations, GAMES[i].moves);
    }
    return ok;
}

static bool allocate_observers(const LoweredGraph *graph) {
    bool ok = true;
    for (int i = 0; i < graph->filter_count; i++) {
        Filter *filter = graph->filters[i];
        assert(filter->element == ELEMENT_F32 && filter->observer == NULL);
        filter->observer = observer_new(filter->in);
        ok &= filter->observer != NULL;
    }
    return ok;
}

static bool play_calibration(const Kernels *kernels, const LoweredGraph *graph) {
    Calibrator *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return false;
    }
    c->graph = graph;
    c->kernels = kernels;
    c->rng = rng_new(1);
    c->game = game_new(1);
    c->trial_game = trial_game_new();
    c->ladders = ladders_new();
    const bool ok = allocate_observers(graph) && c->game != NULL && c->trial_game != NULL &&
                    c->ladders != NULL && play_games(c);
    game_free(c->game);
    trial_game_free(c->trial_game);
    ladders_free(c->ladders);
    free(c);
    return ok;
}

/* Puts together what the observers have seen. Returns NULL if out of memory. */
static Calibration *collect_calibration(const LoweredGraph *graph, bool *fits) {
    size_t count = 0;
    *fits = true;
    for (int i = 0; i < graph->filter_count; i++) {
        count += 2 * (size_t)graph->filters[i]->in;
        *fits = *fits && filter_can_quantize(graph->filters[i]);
    }
    Calibration *calibration = calibration_new(count);
    float *to = calibration != NULL ? calibration->values : NULL;
    for (int i = 0; calibration != NULL && i < graph->filter_count; i++) {
        const Observer *observer = graph->filters[i]->observer;
        const size_t in = (size_t)observer->in;
        memcpy(to, observer->greatest, in * sizeof *to);
        for (size_t c = 0; c < in && observer->cells > 0; c++) {
            to[in + c] = (float)(observer->sums[c] / (double)observer->cells);
        }
        to += 2 * in;
    }
    return calibration;
}

/* Calibrates an fp32 graph, once, while no other thread uses it. Always plays the same games. Sets
 * *fits: can whole numbers hold the values? Returns NULL if out of memory; the caller frees the
 * calibration. */
static Calibration *calibrate(const Kernels *kernels, LoweredGraph *graph, bool *fits) {
    Calibration *calibration =
        play_calibration(kernels, graph) ? collect_calibration(graph, fits) : NULL;
    for (int i = 0; i < graph->filter_count; i++) {
        free(graph->filters[i]->observer);
        graph->filters[i]->observer = NULL;
    }
    return calibration;
}

/* The plans a stream keeps: enough for a few board sizes times the batch sizes used on each. */
enum { PLANS_MAX = 12 };

/* How far values may exceed the dynamic ranges of whole numbers, as plan_run returns it. Over
 * positions of all kinds (tests/engine/eval/net/test_precision.c) twice as much changes no worst
 * error: what is left comes from rounding. */
static const float CLIPPING_MAX = 0.003F;

/* Boards of at most this many points are evaluated in fp32: networks have learnt from larger ones,
 * and their leads there, far beyond the board's points, lose too much by rounding (1.9 points on
 * 2x2). */
enum { TINY_CELLS = 16 };

struct Fast {
    ModelFile *file;    /* whose model it is; NULL: */
    const Model *model; /* one in memory */
    const Kernels *kernels;
    Precision precision;
    LoweredGraph *graph; /* in that precision */
    pthread_mutex_t mutex;
    /* The graph in fp32 for positions that whole numbers do not suit, NULL until one comes. It is
     * written with the mutex held, and released with all that it points to. */
    _Atomic(LoweredGraph *) exact;
    bool has_no_exact; /* it could not be made; guarded by the mutex */
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
    int64_t clipped; /* positions evaluated again in fp32 */
};

/* ---- The evaluator ---- */

/* A model to lower: that in memory, or the file's read anew, which the graph will own. */
typedef struct {
    const Model *model;
    Model *own;
} TakenModel;

static bool take_model(const Fast *fast, TakenModel *taken, Status *status) {
    taken->own = fast->file != NULL ? model_file_read(fast->file, status) : NULL;
    taken->model = fast->file != NULL ? taken->own : fast->model;
    return taken->model != NULL;
}

/* Returns NULL with a message if out of memory. */
static LoweredGraph *lower(const Fast *fast, TakenModel taken, const Calibration *calibration,
                           WeightsForm form, Status *status) {
    const LoweringOptions options = {fast->kernels, calibration, form};
    LoweredGraph *graph = lowered_graph_new(taken.model, taken.own, &options);
    if (graph == NULL) {
        status_fail(status, "out of memory");
    }
    return graph;
}

/* Plays the calibration games. Returns NULL with a message if out of memory. */
static Calibration *calibrate_model(const Fast *fast, TakenModel taken, bool *fits,
                                    Status *status) {
    LoweredGraph *exact = lower(fast, taken, NULL, WEIGHTS_COMPACT, status);
    Calibration *calibration = exact != NULL ? calibrate(fast->kernels, exact, fits) : NULL;
    lowered_graph_free(exact);
    if (calibration == NULL) {
        status_fail(status, "out of memory");
    }
    return calibration;
}

/* Finds or makes the calibration of the model, and takes the model again if it has been used up.
 * Returns NULL with a message on failure. */
static Calibration *find_calibration(const Fast *fast, bool caches, TakenModel *taken, bool *fits,
                                     Status *status) {
    const CalibrationKey key = {taken->model->checksum, fast->kernels->name};
    Calibration *calibration = calibration_inside(key.model);
    if (calibration == NULL && caches) {
        calibration = calibration_load(&key);
    }
    if (calibration != NULL) {
        return calibration;
    }
    calibration = calibrate_model(fast, *taken, fits, status);
    if (calibration != NULL && caches && *fits) {
        calibration_save(&key, calibration);
    }
    if (calibration != NULL && !take_model(fast, taken, status)) {
        free(calibration);
        return NULL;
    }
    return calibration;
}

/* Lowers the model in the precision asked for, or in fp32 if it is PRECISION_AUTO and whole numbers
 * cannot hold the values. Returns NULL with a message on failure. */
static LoweredGraph *lower_to_precision(Fast *fast, Precision asked, bool caches, Status *status) {
    TakenModel taken;
    bool fits = true;
    Calibration *calibration = NULL;
    if (!take_model(fast, &taken, status)) {
        return NULL;
    }
    if (fast->precision != PRECISION_FP32) {
        calibration = find_calibration(fast, caches, &taken, &fits, status);
        if (calibration == NULL) {
            return NULL;
        }
    }
    if (!fits && asked != PRECISION_AUTO) {
        status_fail(status, "the network's values are too large for whole numbers: use fp32");
        free(calibration);
        model_free(taken.own);
        return NULL;
    }
    fast->precision = fits ? fast->precision : PRECISION_FP32;
    LoweredGraph *graph = lower(fast, taken, fits ? calibration : NULL, WEIGHTS_PACKED, status);
    free(calibration);
    return graph;
}

/* What a network takes of memory, in bytes of its unpacked file: the weights of 3x3 convolutions,
 * most of many networks, are four times as many in their transformed form, of 4 or 2 bytes. The
 * file's own stay beside them where pages cannot be given back; in WebAssembly, b18c384nbt took 3.9
 * in all. */
static const double BYTES_FP32 = PAGES_CAN_FORGET ? 4.2 : 6,
                    BYTES_WHOLE = PAGES_CAN_FORGET ? 2.2 : 4;

/* Takes the file over, or takes a model in memory. */
static Fast *new_fast(ModelFile *file, const Model *model, Precision precision, bool caches,
                      Status *status) {
    Fast *fast = calloc(1, sizeof *fast);
    if (fast == NULL) {
        model_file_close(file);
        status_fail(status, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&fast->mutex, NULL);
    fast->file = file;
    fast->model = model;
    fast->kernels = kernels_best();
    const bool is_plain = strcmp(fast->kernels->name, "plain") == 0; /* no vector instructions */
    fast->precision = precision != PRECISION_AUTO ? precision        /* else the fastest */
                      : is_plain                  ? PRECISION_FP32
                                                  : PRECISION_INT16;
    if ((file == NULL ||
         model_file_fits(file, fast->precision == PRECISION_FP32 ? BYTES_FP32 : BYTES_WHOLE,
                         status)) &&
        (fast->graph = lower_to_precision(fast, precision, caches, status)) != NULL) {
        return fast;
    }
    fast_free(fast);
    return NULL;
}

Fast *fast_new(const Model *model, Precision precision, Status *status) {
    return new_fast(NULL, model, precision, false, status);
}

Fast *fast_open(ModelFile *file, Precision precision, bool caches, Status *status) {
    return new_fast(file, NULL, precision, caches, status);
}

void fast_free(Fast *fast) {
    if (fast != NULL) {
        lowered_graph_free(fast->graph);
        lowered_graph_free(atomic_load_explicit(&fast->exact, memory_order_relaxed));
        model_file_close(fast->file);
        pthread_mutex_destroy(&fast->mutex);
        free(fast);
    }
}

const Model *fast_model(const Fast *fast) {
    return fast->graph->model;
}

/* Returns the fp32 graph, and makes it first if nothing has needed it yet. If that fails, prints
 * why once and returns the graph in whole numbers: a slightly wrong answer is better than none. */
static const LoweredGraph *exact_graph(Fast *fast) {
    TakenModel taken;
    Status reason;
    /* pairs with the release below: the graph's content is seen with it */
    LoweredGraph *exact = atomic_load_explicit(&fast->exact, memory_order_acquire);
    if (exact != NULL || fast->precision == PRECISION_FP32) {
        return exact != NULL ? exact : fast->graph;
    }
    pthread_mutex_lock(&fast->mutex);
    exact = atomic_load_explicit(&fast->exact, memory_order_relaxed);
    if (exact == NULL && !fast->has_no_exact) {
        exact = take_model(fast, &taken, &reason)
                    ? lower(fast, taken, NULL, WEIGHTS_COMPACT, &reason)
                    : NULL;
        fast->has_no_exact = exact == NULL;
        if (exact == NULL) {
            status_warn("", "%.180s: unusual positions lose accuracy", reason.text);
        }
        atomic_store_explicit(&fast->exact, exact, memory_order_release);
    }
    pthread_mutex_unlock(&fast->mutex);
    return exact != NULL ? exact : fast->graph;
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
    features_fill(situation, symmetry, stream->fast->graph->model->life_by_suicide, stream->ladders,
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
    *clipping = plan_run(plan, features, stream->raw);
    for (int i = 0; i < batch; i++) {
        answer_finish(stream->fast->graph->model, &features[i], &stream->raw[i],
                      stream->optimism[begin + i], &answers[begin + i]);
    }
    return true;
}

/* Evaluates the positions from begin on, which have the same size. If clamping makes answers
 * doubtful, evaluates each position alone, so that its answer does not depend on the others, and a
 * doubtful one again in fp32. Returns false if out of memory. */
static bool run_positions(FastStream *stream, int begin, int batch, NetAnswer *answers) {
    Fast *fast = stream->fast;
    const bool is_tiny = stream->features[begin].cell_count <= TINY_CELLS;
    float clipping;
    bool ok = run_graph(stream, is_tiny ? exact_graph(fast) : fast->graph, begin, batch, answers,
                        &clipping);
    if (!ok || clipping <= CLIPPING_MAX) {
        return ok;
    }
    if (batch == 1) {
        stream->clipped++;
        return run_graph(stream, exact_graph(fast), begin, 1, answers, &clipping);
    }
    for (int i = begin; ok && i < begin + batch; i++) {
        ok = run_positions(stream, i, 1, answers);
    }
    return ok;
}

bool fast_run(FastStream *stream, NetAnswer *answers) {
    bool ok = true;
    for (int i = 0; ok && i < stream->count;) {
        const int batch = choose_batch(stream, i);
        ok = run_positions(stream, i, batch, answers);
        i += batch;
    }
    stream->count = 0;
    return ok;
}
