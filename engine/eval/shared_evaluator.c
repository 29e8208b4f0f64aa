/* A thread whose answer is not in the cache appends its ResultBuffer to the queue. If fewer
 * threads evaluate than allowed, it takes the head of the queue as a batch, evaluates it and wakes
 * the threads of the batch; otherwise it waits until its own answer is set or it may evaluate. */
#include "engine/eval/shared_evaluator.h"

#include <stdlib.h>
#include <string.h>

/* Boards of at most this many points are evaluated in batches: on 9x9 a batch of 4 takes 0.8 times
 * as long as four positions one by one, on 13x13 and 19x19 no less (dihedra bench net --batch). */
enum { BATCH_CELLS = 100 };

/* The input and the answer of a thread that waits, on its stack (KataGo: NNResultBuf). */
typedef struct ResultBuffer {
    Features features, turned;
    Canonical canonical;
    double optimism;
    NetAnswer known; /* of the canonical image */

    /* Guarded by the mutex of the SharedEvaluator. */
    pthread_cond_t woken;
    bool is_queued, is_done;
    bool is_known;             /* once it is done: `known` is set; false if memory ran out */
    struct ResultBuffer *next; /* in the queue */
} ResultBuffer;

struct SharedEvaluator {
    Evaluator evaluator; /* first, so that a pointer to it is one to the whole */
    Network *network;
    SharedEvaluatorOptions options;
    EvalCache *cache;
    WorkspaceList describers; /* of threads that ask: they run nothing and have no plans */
    WorkspaceList runners;    /* of threads that evaluate */

    pthread_mutex_t mutex; /* guards what follows */
    ResultBuffer *first, *last;
    int running; /* threads that evaluate */
    _Atomic uint64_t evaluations, batches;
};

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
static bool answer_batch(Workspace *runner, ResultBuffer *const *batch, int count) {
    for (int i = 0; i < count; i++) {
        fast_add_features(runner->stream, &batch[i]->turned, batch[i]->optimism);
    }
    const bool ok = fast_run(runner->stream, runner->answers);
    for (int i = 0; ok && i < count; i++) {
        batch[i]->known = runner->answers[i];
    }
    return ok;
}

/* Evaluates the head of the queue. The mutex is held, but not meanwhile. */
static void serve_queue(SharedEvaluator *shared) {
    ResultBuffer *batch[FAST_BATCH_MAX];
    const int count = take_batch(shared, batch);
    shared->running++;
    wake_next(shared);
    pthread_mutex_unlock(&shared->mutex);
    Workspace *runner = workspace_take(&shared->runners);
    const bool ok = runner != NULL && answer_batch(runner, batch, count);
    workspace_return(&shared->runners, runner);
    atomic_fetch_add_explicit(&shared->evaluations, (uint64_t)count, memory_order_relaxed);
    atomic_fetch_add_explicit(&shared->batches, 1, memory_order_relaxed);
    pthread_mutex_lock(&shared->mutex);
    shared->running--;
    for (int i = 0; i < count; i++) {
        batch[i]->is_known = ok;
        batch[i]->is_done = true;
        pthread_cond_signal(&batch[i]->woken);
    }
    wake_next(shared);
}

/* Evaluates the canonical image. Returns false if out of memory. */
static bool evaluate_queued(SharedEvaluator *shared, ResultBuffer *buffer) {
    pthread_cond_init(&buffer->woken, NULL);
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
    pthread_cond_destroy(&buffer->woken);
    return buffer->is_known;
}

/* ---- Requests ---- */

static void turn_back(const Canonical *canonical, const NetAnswer *known, NetAnswer *answer) {
    memcpy(answer, known, NET_ANSWER_VALUES);
    for (int cell = 0; cell < canonical->cell_count; cell++) {
        answer->policy[cell] = known->policy[canonical->image[cell]];
        answer->ownership[cell] = known->ownership[canonical->image[cell]];
    }
}

static void find_canonical(Workspace *describer, const Situation *situation, ResultBuffer *buffer) {
    fast_describe(describer->stream, situation, SYMMETRY_IDENTITY, &buffer->features);
    canonical_find(&buffer->features, situation->boards[0]->geometry, &buffer->canonical);
}

/* Evaluates a situation. Returns false if out of memory or if `situation` is NULL. */
static bool evaluate_situation(SharedEvaluator *shared, Workspace *describer,
                               const Situation *situation, double optimism, NetAnswer *answer) {
    ResultBuffer buffer;
    uint64_t bits; /* an answer also depends on the optimism */
    if (situation == NULL) {
        return false;
    }
    find_canonical(describer, situation, &buffer);
    memcpy(&bits, &optimism, sizeof bits);
    buffer.canonical.key ^= bits;
    buffer.canonical.check += bits;
    buffer.optimism = optimism;
    bool ok = eval_cache_find(shared->cache, &buffer.canonical, &buffer.known);
    if (!ok) {
        canonical_turn(&buffer.features, &buffer.canonical, &buffer.turned);
        ok = evaluate_queued(shared, &buffer);
        if (ok && buffer.known.is_finite) {
            eval_cache_store(shared->cache, &buffer.canonical, &buffer.known);
        }
    }
    if (ok) {
        turn_back(&buffer.canonical, &buffer.known, answer);
    }
    return ok;
}

static void evaluate_in_batch(const Evaluator *evaluator, const EvalRequest *request,
                              EvalAnswer *answer) {
    SharedEvaluator *shared = (SharedEvaluator *)evaluator;
    if (request->symmetries > 1) {
        const Evaluator *alone = network_evaluator(shared->network);
        alone->evaluate(alone, request, answer);
        return;
    }
    NetAnswer found;
    Workspace *describer = workspace_take(&shared->describers);
    const bool ok =
        describer != NULL &&
        evaluate_situation(shared, describer, workspace_describe_path(describer, request),
                           request->input.optimism, &found);
    workspace_return(&shared->describers, describer);
    network_translate(request, ok ? &found : NULL, answer);
}

bool shared_evaluator_evaluate(SharedEvaluator *shared, const NetworkRequest *request,
                               NetAnswer *answer, Status *status) {
    if (request->symmetries > 1) {
        return network_evaluate(shared->network, request, answer, status);
    }
    Workspace *describer = workspace_take(&shared->describers);
    const bool ok = describer != NULL &&
                    evaluate_situation(shared, describer, workspace_describe(describer, request),
                                       request->input.optimism, answer);
    workspace_return(&shared->describers, describer);
    return network_check_answer(ok ? answer : NULL, status);
}

/* ---- Preparation ---- */

/* Evaluates the game's position with new workspaces, which are kept. */
static bool prepare_one(SharedEvaluator *shared, const Game *game) {
    const NetworkRequest request = {.game = game, .color = BLACK};
    ResultBuffer buffer, *batch = &buffer;
    Workspace *describer = workspace_new(&shared->describers);
    Workspace *runner = workspace_new(&shared->runners);
    const Situation *situation = describer != NULL ? workspace_describe(describer, &request) : NULL;
    bool ok = situation != NULL && runner != NULL;
    if (ok) {
        find_canonical(describer, situation, &buffer);
        canonical_turn(&buffer.features, &buffer.canonical, &buffer.turned);
        buffer.optimism = 0;
        ok = answer_batch(runner, &batch, 1);
    }
    workspace_return(&shared->describers, describer);
    workspace_return(&shared->runners, runner);
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
    shared->evaluator.evaluate = evaluate_in_batch;
    shared->network = network;
    shared->options = *options;
    pthread_mutex_init(&shared->mutex, NULL);
    workspace_list_init(&shared->describers, network_fast(network), 1);
    workspace_list_init(&shared->runners, network_fast(network), options->batch_max);
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
    workspace_list_clear(&shared->describers);
    workspace_list_clear(&shared->runners);
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
