#include "gtp/json/analysis_threads.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "engine/player/limits.h"
#include "engine/search/search.h"
#include "gtp/json/answer.h"
#include "gtp/json/query/position.h"

struct AnalysisThreads {
    const AnalysisContext *plan;
    pthread_t *threads;
    int count;
};

/* A thread's own things. */
typedef struct {
    const AnalysisContext *plan;
    const Evaluator *evaluator;
    Game *game;
    Search *search;
    RawEvaluation raw, human;
    AnswerSubject subject;
    Text text;
} AnalysisThread;

/* ---- Limits ---- */

/* Bytes of a graph for each visit of a position: a node and its edges in two arenas, and their
 * table. */
static size_t bytes_per_visit(const Game *game) {
    return ((size_t)game->geometry->cell_count + 8) * 2 * 48;
}

static size_t graph_bytes_for(const Game *game, const PlayerOptions *options) {
    const size_t most = (size_t)options->memory_mb << 20, least = (size_t)4 << 20;
    const size_t each = bytes_per_visit(game);
    const size_t wanted = options->visits > 0 && options->visits < (int64_t)(most / each)
                              ? (size_t)options->visits * each + least
                              : most;
    return wanted < most ? wanted : most;
}

/* Searches in progress share the processors. */
static int count_threads(const AnalysisContext *plan, const PlayerOptions *options) {
    const int64_t processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int64_t busy = queue_running(plan->queue);
    const int64_t most = busy > 0 && processors / busy > 1 ? processors / busy : 1;
    return (int)(options->threads < most ? options->threads : most);
}

/* Those of a player that only reports, save what the protocol asks for. */
static SearchLimits make_limits(const AnalysisThread *thread, const QuerySettings *settings,
                                QueryJob *job) {
    const PlayerOptions *options = &settings->player;
    const Turn turn = {
        .game = thread->game, .color = (Color)thread->game->board.to_move, .options = options};
    SearchLimits limits = limits_of_turn(&turn);
    limits_only_report(&limits);
    limits_by_network(options, thread->plan->network, &limits);
    limits.threads = count_threads(thread->plan, options);
    limits.memory = graph_bytes_for(thread->game, options);
    limits.keep = false;
    limits.seed = limits.sampling_seed = options->seed; /* the same at every turn */
    limits.lcb_z = settings->by_bounds ? limits.lcb_z : 0;
    limits.avoid = job->query->avoid;
    limits.symmetric = limits.symmetric && limits.avoid == NULL;
    limits.ignores_pre_root_history = settings->ignores_pre_root_history;
    limits.conservative_pass = settings->conservative_pass;
    limits.cancel = &job->cancel;
    return limits;
}

/* ---- What the evaluators say of the root ---- */

static bool evaluate_root(AnalysisThread *thread, const SearchLimits *limits, Status *status) {
    const Game *game = thread->game;
    const Color color = (Color)game->board.to_move;
    if (thread->plan->shared == NULL) {
        const PlayoutsRequest playouts = {game, color, SYMMETRY_IDENTITY, limits->seed};
        return raw_evaluation_by_playouts(thread->evaluator, &playouts, &thread->raw, status);
    }
    const NetworkRequest request = {.game = game,
                                    .color = color,
                                    .profile = &limits->profile,
                                    .optimism = limits->root_policy_optimism,
                                    .ignores_pre_root_history = limits->ignores_pre_root_history,
                                    .conservative_pass = limits->conservative_pass,
                                    .playout_doublings = limits->playout_doublings};
    NetAnswer *answer = memory_new(1, sizeof *answer);
    const bool ok = shared_evaluator_evaluate(thread->plan->shared, &request, answer, status);
    if (ok) {
        raw_evaluation_take(game, color, answer, &thread->raw);
    }
    free(answer);
    return ok;
}

static bool evaluate_human(AnalysisThread *thread, const QuerySettings *settings,
                           const SearchLimits *limits, Status *status) {
    const HumanProfile *profile = &settings->player.profile;
    Network *human = thread->plan->human;
    thread->subject.human = NULL;
    if (human == NULL || (network_has_encoder(human) && !human_profile_is_set(profile))) {
        return true;
    }
    const NetworkRequest request = {.game = thread->game,
                                    .color = (Color)thread->game->board.to_move,
                                    .profile = profile,
                                    .ignores_pre_root_history = settings->ignores_pre_root_history,
                                    .conservative_pass = settings->conservative_pass,
                                    .playout_doublings = limits->playout_doublings};
    thread->subject.human = &thread->human;
    return raw_evaluation_by_network(human, &request, &thread->human, status);
}

/* ---- Jobs ---- */

/* Reports during a search are left out while the output is not read. */
static void send(void *context, const Analysis *analysis) {
    AnalysisThread *thread = context;
    if (!analysis->is_last && output_is_behind(thread->plan->output)) {
        return;
    }
    text_clear(&thread->text);
    answer_add(&thread->subject, analysis, &thread->text);
    output_add(thread->plan->output, thread->text.bytes, thread->text.length);
}

/* Searches the position that has been set up. */
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
    SearchResult result;
    return evaluate_root(thread, &limits, status) &&
           evaluate_human(thread, settings, &limits, status) &&
           search_run(thread->search, thread->game, (Color)thread->game->board.to_move, &limits,
                      &result, status);
}

static void tell_failure(const AnalysisThread *thread, const QueryJob *job, const Status *status) {
    json_t *object = json_new_object();
    json_set_text(object, "error", status->text);
    json_set_value(object, "id",
                   json_loads(job->query->id, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL));
    output_add_json(thread->plan->output, object);
}

static void run_job(AnalysisThread *thread, QueryJob *job) {
    const Query *query = job->query;
    const QuerySettings *settings =
        query->settings != NULL ? query->settings : &thread->plan->settings->query;
    const int64_t line_moves = query->line_moves > 0 ? query->line_moves : settings->line_moves;
    thread->subject = (AnswerSubject){.job = job,
                                      .game = thread->game,
                                      .view = (JsonView)settings->view,
                                      .line_moves = (int)line_moves + 1,
                                      .raw = &thread->raw};
    Status status;
    if (!position_set_up(query, job->turn, settings->counts_first_moves, thread->game, &status) ||
        !search_position(thread, settings, job, &status)) {
        tell_failure(thread, job, &status);
    }
    search_clear(thread->search);
}

static void *work(void *argument) {
    const AnalysisContext *plan = argument;
    AnalysisThread *thread = memory_new(1, sizeof *thread);
    thread->plan = plan;
    thread->evaluator = plan->shared != NULL ? shared_evaluator_get(plan->shared) : plan->playouts;
    thread->game = memory_check(game_new(HASH_DEFAULT_SEED));
    thread->search = memory_check(search_new(thread->evaluator));
    for (QueryJob *job = queue_take(plan->queue); job != NULL; job = queue_take(plan->queue)) {
        run_job(thread, job);
        queue_finish(plan->queue, job);
    }
    search_free(thread->search);
    game_free(thread->game);
    text_free(&thread->text);
    free(thread);
    return NULL;
}

/* ---- Threads ---- */

void analysis_context_tell(const AnalysisContext *plan, json_t *object) {
    if (plan->is_silent) {
        json_decref(object);
    } else {
        output_add_json(plan->output, object);
    }
}

AnalysisThreads *analysis_threads_new(const AnalysisContext *plan) {
    AnalysisThreads *threads = calloc(1, sizeof *threads);
    if (threads != NULL) {
        threads->plan = plan;
    }
    return threads;
}

void analysis_threads_add(AnalysisThreads *threads, int more) {
    while (more > 0 && threads->count < threads->plan->settings->session.positions) {
        threads->threads =
            memory_grow(threads->threads, (size_t)threads->count, sizeof *threads->threads);
        if (pthread_create(&threads->threads[threads->count], NULL, work, (void *)threads->plan) !=
            0) {
            break; /* the threads that there are will do it */
        }
        threads->count++;
        more--;
    }
}

void analysis_threads_free(AnalysisThreads *threads) {
    for (int i = 0; i < threads->count; i++) {
        pthread_join(threads->threads[i], NULL);
    }
    free(threads->threads);
    free(threads);
}
