#include "gtp/json/analysis_threads.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/base/os/thread.h"
#include "engine/player/limits.h"
#include "gtp/json/answer.h"

struct AnalysisThread {
    const AnalysisContext *context;
    const Evaluator *evaluator; /* the network's, or by playouts */
    Game *game;
    Search *search;
    RawEvaluation raw, human;
    AnswerSubject subject;
    Text text;
};

/* ---- Limits ---- */

/* The limits of a player that only reports, except for what the protocol wants. */
static SearchLimits make_limits(const AnalysisThread *thread, const QuerySettings *settings,
                                QueryJob *job) {
    const PlayerOptions *options = &settings->player;
    const Turn turn = {
        .game = thread->game, .color = thread->game->board.to_move, .options = options};
    SearchLimits limits = limits_of_turn(&turn, SEARCH_TO_REPORT, thread->context->network, NULL);
    /* Searches in progress share the processors. */
    const int64_t busy = queue_running(thread->context->queue);
    const int64_t share = busy > 0 ? os_processors() / busy : 1;
    limits.threads = options->threads < share ? (int)options->threads : share > 1 ? (int)share : 1;
    /* Each visit takes a node and its edges in two arenas, and their table. */
    const size_t most = (size_t)options->memory_mb << 20, least = (size_t)4 << 20;
    const size_t each = ((size_t)thread->game->geometry->cell_count + 8) * 2 * 48;
    const bool fits = options->visits > 0 && options->visits < (int64_t)(most / each);
    const size_t wanted = fits ? (size_t)options->visits * each + least : most;
    limits.memory = wanted < most ? wanted : most;
    limits.keep = false;
    limits.seed = limits.sampling_seed = options->seed; /* the same at every turn */
    limits.lcb_z = settings->use_lcb ? limits.lcb_z : 0;
    limits.avoid = job->query->avoid;
    limits.symmetric = limits.symmetric && limits.avoid == NULL;
    limits.ignores_pre_root_history = settings->ignores_pre_root_history;
    limits.conservative_pass = settings->conservative_pass;
    limits.cancel = &job->cancel;
    return limits;
}

/* ---- What the evaluators say of the root ---- */

static bool evaluate_root(AnalysisThread *thread, NetworkRequest request,
                          const SearchLimits *limits, Status *status) {
    const Game *game = thread->game;
    if (thread->context->shared == NULL) {
        const PlayoutsRequest playouts = {game, request.color, SYMMETRY_IDENTITY, limits->seed};
        return raw_evaluation_by_playouts(thread->evaluator, &playouts, &thread->raw, status);
    }
    request.input.profile = &limits->profile;
    request.input.optimism = limits->root_policy_optimism;
    request.symmetries = limits->root_symmetries; /* as the priors of the root */
    NetAnswer *answer = memory_new(1, sizeof *answer);
    const bool ok = shared_evaluator_evaluate(thread->context->shared, &request, answer, status);
    if (ok) {
        raw_evaluation_take(game, request.color, answer, &thread->raw);
    }
    free(answer);
    return ok;
}

static bool evaluate_human(AnalysisThread *thread, const NetworkRequest *request, Status *status) {
    Network *human = thread->context->human;
    if (human == NULL ||
        (network_has_encoder(human) && !human_profile_is_set(request->input.profile))) {
        return true;
    }
    thread->subject.human = &thread->human;
    return raw_evaluation_by_network(human, request, &thread->human, status);
}

/* ---- Jobs ---- */

/* Reports during a search are left out while the output is not read. */
static void send(void *context, const Analysis *analysis) {
    AnalysisThread *thread = context;
    if (!analysis->is_last && output_is_behind(thread->context->output)) {
        return;
    }
    text_clear(&thread->text);
    answer_add(&thread->subject, analysis, &thread->text);
    output_add(thread->context->output, thread->text.bytes, thread->text.length);
}

/* Searches the position in thread->game. */
static bool search_position(AnalysisThread *thread, const QuerySettings *settings, QueryJob *job,
                            Status *status) {
    const Query *query = job->query;
    const QueryIncludes *includes = &query->includes;
    SearchLimits limits = make_limits(thread, settings, job);
    const SearchWatch watch = {
        .seconds = query->every > 0 ? (double)query->every : INFINITY,
        .first = (double)query->first,
        .ownership = includes->ownership || includes->ownership_stdev,
        .moves_ownership = includes->moves_ownership || includes->moves_ownership_stdev,
        .report = send,
        .context = thread,
    };
    limits.is_root_apart = true;
    limits.root.noise = settings->root_noise;
    limits.watch = &watch;
    const NetworkRequest request = {
        .game = thread->game,
        .color = thread->game->board.to_move,
        .input = {.profile = &settings->player.profile,
                  .ignores_pre_root_history = settings->ignores_pre_root_history,
                  .conservative_pass = settings->conservative_pass,
                  .playout_doublings = limits.playout_doublings}};
    SearchResult result;
    return evaluate_root(thread, request, &limits, status) &&
           evaluate_human(thread, &request, status) &&
           search_run(thread->search, thread->game, request.color, &limits, &result, status);
}

void analysis_thread_run(AnalysisThread *thread, QueryJob *job) {
    const Query *query = job->query;
    const QuerySettings *settings =
        query->settings != NULL ? query->settings : &thread->context->settings->query;
    const int64_t pv_length = query->pv_length > 0 ? query->pv_length : settings->pv_length;
    thread->subject = (AnswerSubject){.job = job,
                                      .game = thread->game,
                                      .view = (JsonView)settings->view,
                                      .pv_length = (int)pv_length + 1,
                                      .raw = &thread->raw};
    Status status;
    const bool is_set_up =
        position_set_up(query, job->turn, settings->counts_first_moves, thread->game, &status);
    network_set_rules(thread->context->network, settings->player.excludes_atari,
                      &thread->game->rules);
    if (!is_set_up || !search_position(thread, settings, job, &status)) {
        output_add_error(thread->context->output, status.text, query->id);
    }
    search_clear(thread->search);
    queue_finish(thread->context->queue, job);
}

AnalysisThread *analysis_thread_new(const AnalysisContext *context) {
    AnalysisThread *thread = memory_new(1, sizeof *thread);
    thread->context = context;
    thread->evaluator =
        context->shared != NULL ? shared_evaluator_get(context->shared) : &PLAYOUT_EVALUATOR;
    thread->game = memory_check(game_new(HASH_DEFAULT_SEED));
    thread->search = memory_check(search_new(thread->evaluator));
    return thread;
}

void analysis_thread_free(AnalysisThread *thread) {
    search_free(thread->search);
    game_free(thread->game);
    text_free(&thread->text);
    free(thread);
}

static void *work(void *argument) {
    const AnalysisContext *context = argument;
    AnalysisThread *thread = analysis_thread_new(context);
    for (QueryJob *job; (job = queue_take(context->queue, true)) != NULL;) {
        analysis_thread_run(thread, job);
    }
    analysis_thread_free(thread);
    return NULL;
}

/* ---- Threads ---- */

void analysis_context_write(void *context, json_t *object) {
    const AnalysisContext *shared = context;
    output_add_json(shared->output, object);
}

void analysis_threads_add(AnalysisThreads *threads, int more) {
    const int64_t most = threads->context->settings->session.positions;
    for (; more > 0 && threads->count < most; more--) {
        threads->threads =
            memory_grow(threads->threads, (size_t)threads->count, sizeof *threads->threads);
        if (thread_start(&threads->threads[threads->count], work, threads->context) != 0) {
            return; /* the other threads will do the jobs */
        }
        threads->count++;
    }
}

void analysis_threads_join(AnalysisThreads *threads) {
    for (int i = 0; i < threads->count; i++) {
        pthread_join(threads->threads[i], NULL);
    }
    free(threads->threads);
}
