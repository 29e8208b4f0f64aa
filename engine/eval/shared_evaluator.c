/* A thread whose answer is not remembered stands in line. If fewer threads evaluate than may, it
 * takes the head of the line as a batch, its own question or others' among it, evaluates it and
 * wakes their threads; otherwise it waits until its answer is there, or until it is its turn. */
#include "engine/eval/shared_evaluator.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/input/trial_game.h"

/* Boards of at most this many points are evaluated in batches: on 9x9 a batch of 4 takes 0.8 times
 * as long as four positions one by one, on 13x13 and 19x19 no less (dihedra bench net --batch). */
enum { BATCH_CELLS = 100 };

/* What a thread asks with, while it does. */
typedef struct Asker {
    TrialGame *trial_game;
    FastStream *stream; /* only describes positions */
    Features features, turned;
    Canonical canonical;
    double optimism;
    NetAnswer known; /* of the canonical image */
    NetAnswer answer;

    /* Guarded by the mutex of the SharedEvaluator. */
    pthread_cond_t woken;
    bool is_in_line, is_done;
    bool is_known;      /* once it is done: `known` is set; false if memory ran out */
    struct Asker *next; /* in line, or in the list of idle ones */
} Asker;

/* What a batch is evaluated with. */
typedef struct Engine {
    FastStream *stream;
    NetAnswer answers[FAST_BATCH_MAX];
    struct Engine *next;
} Engine;

struct SharedEvaluator {
    Evaluator evaluator; /* first, so that a pointer to it is one to the whole */
    Network *network;
    SharedEvaluatorOptions options;
    EvalCache *cache;

    pthread_mutex_t mutex; /* guards what follows */
    Asker *idle;
    Engine *engines; /* idle ones */
    Asker *first, *last;
    int running; /* threads that evaluate */
    _Atomic uint64_t evaluations, batches;
};

/* ---- Askers and engines ---- */

static void asker_free(Asker *asker) {
    if (asker != NULL) {
        trial_game_free(asker->trial_game);
        fast_stream_free(asker->stream);
        pthread_cond_destroy(&asker->woken);
        free(asker);
    }
}

static Asker *asker_new(const SharedEvaluator *shared) {
    Asker *asker = calloc(1, sizeof *asker);
    if (asker == NULL) {
        return NULL;
    }
    pthread_cond_init(&asker->woken, NULL);
    asker->trial_game = trial_game_new();
    asker->stream = fast_stream_new(network_fast(shared->network), 1);
    if (asker->trial_game == NULL || asker->stream == NULL) {
        asker_free(asker);
        return NULL;
    }
    return asker;
}

/* Takes an idle asker, or makes one. Returns NULL if out of memory. */
static Asker *take_asker(SharedEvaluator *shared) {
    pthread_mutex_lock(&shared->mutex);
    Asker *asker = shared->idle;
    if (asker != NULL) {
        shared->idle = asker->next;
    }
    pthread_mutex_unlock(&shared->mutex);
    return asker != NULL ? asker : asker_new(shared);
}

static void leave_asker(SharedEvaluator *shared, Asker *asker) {
    pthread_mutex_lock(&shared->mutex);
    asker->next = shared->idle;
    shared->idle = asker;
    pthread_mutex_unlock(&shared->mutex);
}

static void engine_free(Engine *engine) {
    if (engine != NULL) {
        fast_stream_free(engine->stream);
        free(engine);
    }
}

static Engine *engine_new(const SharedEvaluator *shared) {
    Engine *engine = calloc(1, sizeof *engine);
    if (engine != NULL) {
        engine->stream = fast_stream_new(network_fast(shared->network), shared->options.batch_max);
    }
    if (engine != NULL && engine->stream == NULL) {
        engine_free(engine);
        return NULL;
    }
    return engine;
}

/* The mutex must be held. Returns NULL if out of memory. */
static Engine *take_engine(SharedEvaluator *shared) {
    Engine *engine = shared->engines;
    if (engine != NULL) {
        shared->engines = engine->next;
        return engine;
    }
    return engine_new(shared);
}

/* ---- The line ---- */

static void stand_in_line(SharedEvaluator *shared, Asker *asker) {
    asker->next = NULL;
    asker->is_in_line = true;
    asker->is_done = false;
    *(shared->first == NULL ? &shared->first : &shared->last->next) = asker;
    shared->last = asker;
}

/* Takes the head of the line, as many as fit into a batch. Returns how many. */
static int take_batch(SharedEvaluator *shared, Asker *batch[FAST_BATCH_MAX]) {
    const int cells = shared->first->turned.cell_count;
    const int most = cells <= BATCH_CELLS ? shared->options.batch_max : 1;
    int count = 0;
    while (count < most && shared->first != NULL && shared->first->turned.cell_count == cells) {
        batch[count] = shared->first;
        batch[count++]->is_in_line = false;
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
static bool run_batch(Engine *engine, Asker *const *batch, int count) {
    for (int i = 0; i < count; i++) {
        fast_add_features(engine->stream, &batch[i]->turned, batch[i]->optimism);
    }
    const bool ok = fast_run(engine->stream, engine->answers);
    for (int i = 0; ok && i < count; i++) {
        batch[i]->known = engine->answers[i];
    }
    return ok;
}

/* Evaluates the head of the line. The mutex is held, but not meanwhile. */
static void serve_line(SharedEvaluator *shared) {
    Asker *batch[FAST_BATCH_MAX];
    const int count = take_batch(shared, batch);
    Engine *engine = take_engine(shared);
    shared->running++;
    wake_next(shared);
    pthread_mutex_unlock(&shared->mutex);
    const bool ok = engine != NULL && run_batch(engine, batch, count);
    atomic_fetch_add_explicit(&shared->evaluations, (uint64_t)count, memory_order_relaxed);
    atomic_fetch_add_explicit(&shared->batches, 1, memory_order_relaxed);
    pthread_mutex_lock(&shared->mutex);
    shared->running--;
    if (engine != NULL) {
        engine->next = shared->engines;
        shared->engines = engine;
    }
    for (int i = 0; i < count; i++) {
        batch[i]->is_known = ok;
        batch[i]->is_done = true;
        pthread_cond_signal(&batch[i]->woken);
    }
    wake_next(shared);
}

/* Evaluates the asker's canonical image. Returns false if out of memory. */
static bool evaluate_in_line(SharedEvaluator *shared, Asker *asker) {
    pthread_mutex_lock(&shared->mutex);
    stand_in_line(shared, asker);
    while (!asker->is_done) {
        if (asker->is_in_line && shared->running < shared->options.threads) {
            serve_line(shared);
        } else {
            pthread_cond_wait(&asker->woken, &shared->mutex);
        }
    }
    pthread_mutex_unlock(&shared->mutex);
    return asker->is_known;
}

/* ---- Questions ---- */

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

/* Evaluates a situation. Returns the asker's answer, or NULL if out of memory or if the situation
 * is NULL. */
static const NetAnswer *ask(SharedEvaluator *shared, Asker *asker, const Situation *situation,
                            double optimism) {
    if (situation == NULL) {
        return NULL;
    }
    fast_describe(asker->stream, situation, SYMMETRY_IDENTITY, &asker->features);
    canonical_find(&asker->features, situation->boards[0]->geometry, &asker->canonical);
    add_optimism(&asker->canonical, optimism);
    if (!eval_cache_find(shared->cache, &asker->canonical, &asker->known)) {
        canonical_turn(&asker->features, &asker->canonical, &asker->turned);
        asker->optimism = optimism;
        if (!evaluate_in_line(shared, asker)) {
            return NULL;
        }
        if (asker->known.is_finite) {
            eval_cache_store(shared->cache, &asker->canonical, &asker->known);
        }
    }
    turn_back(&asker->canonical, &asker->known, &asker->answer);
    return &asker->answer;
}

static const NetAnswer *ask_about_path(SharedEvaluator *shared, Asker *asker,
                                       const EvalQuestion *question) {
    const TrialGameOptions options = {question->profile, question->ignores_pre_root_history,
                                      question->conservative_pass, question->playout_doublings};
    const Color mover = (Color)question->board->to_move;
    const Color first = question->path_length % 2 == 0 ? mover : color_opponent(mover);
    return ask(shared, asker,
               trial_game_play(asker->trial_game, question->game, &options, first, question->path,
                               question->path_length),
               question->optimism);
}

static void answer_one(SharedEvaluator *shared, const EvalQuestion *question, EvalAnswer *answer) {
    if (question->images > 1) {
        const Evaluator *evaluator = network_evaluator(shared->network);
        evaluator->evaluate(evaluator, question, answer, 1);
        return;
    }
    Asker *asker = take_asker(shared);
    network_translate(question, asker != NULL ? ask_about_path(shared, asker, question) : NULL,
                      answer);
    if (asker != NULL) {
        leave_asker(shared, asker);
    }
}

static void evaluate(const Evaluator *evaluator, const EvalQuestion *questions, EvalAnswer *answers,
                     int count) {
    SharedEvaluator *shared = (SharedEvaluator *)evaluator;
    for (int i = 0; i < count; i++) {
        answer_one(shared, &questions[i], &answers[i]);
    }
}

bool shared_evaluator_ask(SharedEvaluator *shared, const NetworkQuestion *question,
                          NetAnswer *answer, Status *status) {
    const TrialGameOptions options = {question->profile, question->ignores_pre_root_history,
                                      question->conservative_pass, question->playout_doublings};
    Asker *asker = take_asker(shared);
    if (asker == NULL) {
        return network_check_answer(NULL, status);
    }
    const NetAnswer *own =
        ask(shared, asker,
            trial_game_play(asker->trial_game, question->game, &options, question->color, NULL, 0),
            question->optimism);
    const bool ok = network_check_answer(own, status);
    if (ok) {
        *answer = *own;
    }
    leave_asker(shared, asker);
    return ok;
}

/* ---- Preparation ---- */

/* Evaluates an empty board with a new asker and a new engine, which are kept. */
static bool prepare_one(SharedEvaluator *shared, const Game *game) {
    const TrialGameOptions options = {0};
    Asker *asker = asker_new(shared);
    Engine *engine = engine_new(shared);
    const Situation *situation =
        asker == NULL || engine == NULL
            ? NULL
            : trial_game_play(asker->trial_game, game, &options, BLACK, NULL, 0);
    if (situation == NULL) {
        asker_free(asker);
        engine_free(engine);
        return false;
    }
    fast_describe(asker->stream, situation, SYMMETRY_IDENTITY, &asker->features);
    canonical_find(&asker->features, game->geometry, &asker->canonical);
    canonical_turn(&asker->features, &asker->canonical, &asker->turned);
    const bool ok = run_batch(engine, &asker, 1);
    leave_asker(shared, asker);
    pthread_mutex_lock(&shared->mutex);
    engine->next = shared->engines;
    shared->engines = engine;
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
    for (Asker *asker = shared->idle, *next; asker != NULL; asker = next) {
        next = asker->next;
        asker_free(asker);
    }
    for (Engine *engine = shared->engines, *next; engine != NULL; engine = next) {
        next = engine->next;
        engine_free(engine);
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
