/* A thread whose answer is not in the cache appends its ResultBuffer to the queue. If fewer
 * threads evaluate than allowed, it takes the head of the queue as a batch, evaluates it and wakes
 * the threads of the batch; otherwise it waits until its own answer is set or it may evaluate. */
#include "engine/eval/shared_evaluator.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/input/trial_game.h"

/* Boards of at most this many points are evaluated in batches: on 9x9 a batch of 4 takes 0.8 times
 * as long as four positions one by one, on 13x13 and 19x19 no less (dihedra bench net --batch). */
enum { BATCH_CELLS = 100 };

/* The input and the answer of a thread that waits (KataGo: NNResultBuf). */
typedef struct ResultBuffer {
    TrialGame *trial_game;
    FastStream *stream; /* only describes positions */
    Features features, turned;
    Canonical canonical;
    double optimism;
    NetAnswer known; /* of the canonical image */
    NetAnswer answer;

    /* Guarded by the mutex of the SharedEvaluator. */
    pthread_cond_t woken;
    bool is_queued, is_done;
    bool is_known;             /* once it is done: `known` is set; false if memory ran out */
    struct ResultBuffer *next; /* in the queue, or in the list of idle ones */
} ResultBuffer;

/* The memory to evaluate a batch (KataGo: NNServerBuf). */
typedef struct BatchBuffer {
    FastStream *stream;
    NetAnswer answers[FAST_BATCH_MAX];
    struct BatchBuffer *next;
} BatchBuffer;

struct SharedEvaluator {
    Evaluator evaluator; /* first, so that a pointer to it is one to the whole */
    Network *network;
    SharedEvaluatorOptions options;
    EvalCache *cache;

    pthread_mutex_t mutex; /* guards what follows */
    ResultBuffer *idle;
    BatchBuffer *batch_buffers; /* idle ones */
    ResultBuffer *first, *last;
    int running; /* threads that evaluate */
    _Atomic uint64_t evaluations, batches;
};

/* ---- Buffers ---- */

static void result_buffer_free(ResultBuffer *buffer) {
    if (buffer != NULL) {
        trial_game_free(buffer->trial_game);
        fast_stream_free(buffer->stream);
        pthread_cond_destroy(&buffer->woken);
        free(buffer);
    }
}

static ResultBuffer *result_buffer_new(const SharedEvaluator *shared) {
    ResultBuffer *buffer = calloc(1, sizeof *buffer);
    if (buffer == NULL) {
        return NULL;
    }
    pthread_cond_init(&buffer->woken, NULL);
    buffer->trial_game = trial_game_new();
    buffer->stream = fast_stream_new(network_fast(shared->network), 1);
    if (buffer->trial_game == NULL || buffer->stream == NULL) {
        result_buffer_free(buffer);
        return NULL;
    }
    return buffer;
}

/* Takes an idle buffer, or makes one. Returns NULL if out of memory. */
static ResultBuffer *take_buffer(SharedEvaluator *shared) {
    pthread_mutex_lock(&shared->mutex);
    ResultBuffer *buffer = shared->idle;
    if (buffer != NULL) {
        shared->idle = buffer->next;
    }
    pthread_mutex_unlock(&shared->mutex);
    return buffer != NULL ? buffer : result_buffer_new(shared);
}

static void return_buffer(SharedEvaluator *shared, ResultBuffer *buffer) {
    pthread_mutex_lock(&shared->mutex);
    buffer->next = shared->idle;
    shared->idle = buffer;
    pthread_mutex_unlock(&shared->mutex);
}

static void batch_buffer_free(BatchBuffer *batch_buffer) {
    if (batch_buffer != NULL) {
        fast_stream_free(batch_buffer->stream);
        free(batch_buffer);
    }
}

static BatchBuffer *batch_buffer_new(const SharedEvaluator *shared) {
    BatchBuffer *batch_buffer = calloc(1, sizeof *batch_buffer);
    if (batch_buffer != NULL) {
        batch_buffer->stream =
            fast_stream_new(network_fast(shared->network), shared->options.batch_max);
    }
    if (batch_buffer != NULL && batch_buffer->stream == NULL) {
        batch_buffer_free(batch_buffer);
        return NULL;
    }
    return batch_buffer;
}

/* The mutex must be held. Returns NULL if out of memory. */
static BatchBuffer *take_batch_buffer(SharedEvaluator *shared) {
    BatchBuffer *batch_buffer = shared->batch_buffers;
    if (batch_buffer != NULL) {
        shared->batch_buffers = batch_buffer->next;
        return batch_buffer;
    }
    return batch_buffer_new(shared);
}

/* ---- The queue ---- */

static void enqueue(SharedEvaluator *shared, ResultBuffer *buffer) {
    buffer->next = NULL;
    buffer->is_queued = true;
    buffer->is_done = false;
    *(shared->first == NULL ? &shared->first : &shared->last->next) = buffer;
    shared->last = buffer;
}

/* Takes the head of the queue, as many as fit into a batch. Returns how many. */
static int take_batch(SharedEvaluator *shared, ResultBuffer *batch[FAST_BATCH_MAX]) {
    const int cells = shared->first->turned.cell_count;
    const int most = cells <= BATCH_CELLS ? shared->options.batch_max : 1;
    int count = 0;
    while (count < most && shared->first != NULL && shared->first->turned.cell_count == cells) {
        batch[count] = shared->first;
        batch[count++]->is_queued = false;
        shared->first = shared->first->next;
    }
    return count;
}

static void wake_next(SharedEvaluator *shared) {
    if (shared->first != NULL && shared->running < shared->options.threads) {
        pthread_cond_signal(&shared->first->woken);
    }
}

/* Evaluates the batch and hands out the answers. Returns false if out of memory. */
static bool run_batch(BatchBuffer *batch_buffer, ResultBuffer *const *batch, int count) {
    for (int i = 0; i < count; i++) {
        fast_add_features(batch_buffer->stream, &batch[i]->turned, batch[i]->optimism);
    }
    const bool ok = fast_run(batch_buffer->stream, batch_buffer->answers);
    for (int i = 0; ok && i < count; i++) {
        batch[i]->known = batch_buffer->answers[i];
    }
    return ok;
}

/* Evaluates the head of the queue. The mutex is held, but not meanwhile. */
static void serve_queue(SharedEvaluator *shared) {
    ResultBuffer *batch[FAST_BATCH_MAX];
    const int count = take_batch(shared, batch);
    BatchBuffer *batch_buffer = take_batch_buffer(shared);
    shared->running++;
    wake_next(shared);
    pthread_mutex_unlock(&shared->mutex);
    const bool ok = batch_buffer != NULL && run_batch(batch_buffer, batch, count);
    atomic_fetch_add_explicit(&shared->evaluations, (uint64_t)count, memory_order_relaxed);
    atomic_fetch_add_explicit(&shared->batches, 1, memory_order_relaxed);
    pthread_mutex_lock(&shared->mutex);
    shared->running--;
    if (batch_buffer != NULL) {
        batch_buffer->next = shared->batch_buffers;
        shared->batch_buffers = batch_buffer;
    }
    for (int i = 0; i < count; i++) {
        batch[i]->is_known = ok;
        batch[i]->is_done = true;
        pthread_cond_signal(&batch[i]->woken);
    }
    wake_next(shared);
}

/* Evaluates the canonical image. Returns false if out of memory. */
static bool evaluate_queued(SharedEvaluator *shared, ResultBuffer *buffer) {
    pthread_mutex_lock(&shared->mutex);
    enqueue(shared, buffer);
    while (!buffer->is_done) {
        if (buffer->is_queued && shared->running < shared->options.threads) {
            serve_queue(shared);
        } else {
            pthread_cond_wait(&buffer->woken, &shared->mutex);
        }
    }
    pthread_mutex_unlock(&shared->mutex);
    return buffer->is_known;
}

/* ---- Requests ---- */

/* Folds in what else an answer depends on. */
static void add_optimism(Canonical *canonical, double optimism) {
    uint64_t bits;
    memcpy(&bits, &optimism, sizeof bits);
    canonical->key ^= bits;
    canonical->check += bits;
}

/* Turns the answer about the canonical image back. */
static void turn_back(const Canonical *canonical, const NetAnswer *known, NetAnswer *answer) {
    answer->is_finite = known->is_finite;
    answer->win = known->win;
    answer->loss = known->loss;
    answer->no_result = known->no_result;
    answer->score_mean = known->score_mean;
    answer->score_square = known->score_square;
    answer->lead = known->lead;
    answer->variance_time = known->variance_time;
    answer->winloss_error = known->winloss_error;
    answer->score_error = known->score_error;
    answer->pass = known->pass;
    for (int cell = 0; cell < canonical->cell_count; cell++) {
        answer->policy[cell] = known->policy[canonical->image[cell]];
        answer->ownership[cell] = known->ownership[canonical->image[cell]];
    }
}

/* Evaluates a situation. Returns the answer, which is in the buffer, or NULL if out of memory or if
 * the situation is NULL. */
static const NetAnswer *evaluate_situation(SharedEvaluator *shared, ResultBuffer *buffer,
                                           const Situation *situation, double optimism) {
    if (situation == NULL) {
        return NULL;
    }
    fast_describe(buffer->stream, situation, SYMMETRY_IDENTITY, &buffer->features);
    canonical_find(&buffer->features, situation->boards[0]->geometry, &buffer->canonical);
    add_optimism(&buffer->canonical, optimism);
    if (!eval_cache_find(shared->cache, &buffer->canonical, &buffer->known)) {
        canonical_turn(&buffer->features, &buffer->canonical, &buffer->turned);
        buffer->optimism = optimism;
        if (!evaluate_queued(shared, buffer)) {
            return NULL;
        }
        if (buffer->known.is_finite) {
            eval_cache_store(shared->cache, &buffer->canonical, &buffer->known);
        }
    }
    turn_back(&buffer->canonical, &buffer->known, &buffer->answer);
    return &buffer->answer;
}

static const NetAnswer *evaluate_path(SharedEvaluator *shared, ResultBuffer *buffer,
                                      const EvalRequest *request) {
    const TrialGameOptions options = {request->profile, request->ignores_pre_root_history,
                                      request->conservative_pass, request->playout_doublings};
    const Color mover = (Color)request->board->to_move;
    const Color first = request->path_length % 2 == 0 ? mover : color_opponent(mover);
    return evaluate_situation(shared, buffer,
                              trial_game_play(buffer->trial_game, request->game, &options, first,
                                              request->path, request->path_length),
                              request->optimism);
}

static void evaluate_one(SharedEvaluator *shared, const EvalRequest *request, EvalAnswer *answer) {
    if (request->images > 1) {
        const Evaluator *evaluator = network_evaluator(shared->network);
        evaluator->evaluate(evaluator, request, answer, 1);
        return;
    }
    ResultBuffer *buffer = take_buffer(shared);
    network_translate(request, buffer != NULL ? evaluate_path(shared, buffer, request) : NULL,
                      answer);
    if (buffer != NULL) {
        return_buffer(shared, buffer);
    }
}

static void evaluate(const Evaluator *evaluator, const EvalRequest *requests, EvalAnswer *answers,
                     int count) {
    SharedEvaluator *shared = (SharedEvaluator *)evaluator;
    for (int i = 0; i < count; i++) {
        evaluate_one(shared, &requests[i], &answers[i]);
    }
}

bool shared_evaluator_evaluate(SharedEvaluator *shared, const NetworkRequest *request,
                               NetAnswer *answer, Status *status) {
    const TrialGameOptions options = {request->profile, request->ignores_pre_root_history,
                                      request->conservative_pass, request->playout_doublings};
    ResultBuffer *buffer = take_buffer(shared);
    if (buffer == NULL) {
        return network_check_answer(NULL, status);
    }
    const NetAnswer *own = evaluate_situation(
        shared, buffer,
        trial_game_play(buffer->trial_game, request->game, &options, request->color, NULL, 0),
        request->optimism);
    const bool ok = network_check_answer(own, status);
    if (ok) {
        *answer = *own;
    }
    return_buffer(shared, buffer);
    return ok;
}

/* ---- Preparation ---- */

/* Evaluates an empty board with new buffers, which are kept. */
static bool prepare_one(SharedEvaluator *shared, const Game *game) {
    const TrialGameOptions options = {0};
    ResultBuffer *buffer = result_buffer_new(shared);
    BatchBuffer *batch_buffer = batch_buffer_new(shared);
    const Situation *situation =
        buffer == NULL || batch_buffer == NULL
            ? NULL
            : trial_game_play(buffer->trial_game, game, &options, BLACK, NULL, 0);
    if (situation == NULL) {
        result_buffer_free(buffer);
        batch_buffer_free(batch_buffer);
        return false;
    }
    fast_describe(buffer->stream, situation, SYMMETRY_IDENTITY, &buffer->features);
    canonical_find(&buffer->features, game->geometry, &buffer->canonical);
    canonical_turn(&buffer->features, &buffer->canonical, &buffer->turned);
    const bool ok = run_batch(batch_buffer, &buffer, 1);
    return_buffer(shared, buffer);
    pthread_mutex_lock(&shared->mutex);
    batch_buffer->next = shared->batch_buffers;
    shared->batch_buffers = batch_buffer;
    pthread_mutex_unlock(&shared->mutex);
    return ok;
}

bool shared_evaluator_prepare(SharedEvaluator *shared) {
    Game *game = game_new(HASH_DEFAULT_SEED);
    bool ok = game != NULL;
    for (int i = 0; ok && i < shared->options.threads; i++) {
        ok = prepare_one(shared, game);
    }
    game_free(game);
    return ok;
}

/* ---- The whole ---- */

SharedEvaluator *shared_evaluator_new(Network *network, const SharedEvaluatorOptions *options) {
    SharedEvaluator *shared = calloc(1, sizeof *shared);
    if (shared == NULL) {
        return NULL;
    }
    shared->evaluator = *network_evaluator(network);
    shared->evaluator.evaluate = evaluate;
    shared->network = network;
    shared->options = *options;
    pthread_mutex_init(&shared->mutex, NULL);
    shared->cache = eval_cache_new(options->cache_bytes, options->cache_entries);
    if (shared->cache == NULL) {
        shared_evaluator_free(shared);
        return NULL;
    }
    return shared;
}

void shared_evaluator_free(SharedEvaluator *shared) {
    if (shared == NULL) {
        return;
    }
    for (ResultBuffer *buffer = shared->idle, *next; buffer != NULL; buffer = next) {
        next = buffer->next;
        result_buffer_free(buffer);
    }
    for (BatchBuffer *batch_buffer = shared->batch_buffers, *next; batch_buffer != NULL;
         batch_buffer = next) {
        next = batch_buffer->next;
        batch_buffer_free(batch_buffer);
    }
    eval_cache_free(shared->cache);
    pthread_mutex_destroy(&shared->mutex);
    free(shared);
}

const Evaluator *shared_evaluator_get(const SharedEvaluator *shared) {
    return &shared->evaluator;
}

void shared_evaluator_clear(SharedEvaluator *shared) {
    eval_cache_clear(shared->cache);
}

SharedEvaluatorCounts shared_evaluator_counts(const SharedEvaluator *shared) {
    return (SharedEvaluatorCounts){
        .cache = eval_cache_counts(shared->cache),
        .evaluations = atomic_load_explicit(&shared->evaluations, memory_order_relaxed),
        .batches = atomic_load_explicit(&shared->batches, memory_order_relaxed),
    };
}
