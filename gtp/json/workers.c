#include "gtp/json/workers.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "engine/search/search.h"
#include "gtp/json/answer.h"
#include "gtp/json/query/position.h"

struct Workers {
    const WorkersPlan *plan;
    pthread_t *threads;
    int count;
};

/* A thread's own things. */
typedef struct {
    const WorkersPlan *plan;
    const Evaluator *evaluator;
    Game *game;
    Search *search;
    RawEvaluation raw, human;
    AnswerSubject subject;
    Text text;
} Worker;

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
static int count_threads(const WorkersPlan *plan, const PlayerOptions *options) {
    const int64_t processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int64_t busy = queue_running(plan->queue);
    const int64_t most = busy > 0 && processors / busy > 1 ? processors / busy : 1;
    return (int)(options->threads < most ? options->threads : most);
}

static SearchLimits make_limits(const Worker *worker, const QuerySettings *settings, Job *job) {
    const WorkersPlan *plan = worker->plan;
    const PlayerOptions *options = &settings->player;
    const bool by_network = plan->network != NULL;
    const double bounds = by_network ? options->net_lcb_z : options->lcb_z;
    SearchLimits limits = {
        .threads = count_threads(plan, options),
        .seconds = options->move_seconds > 0 ? options->move_seconds : INFINITY,
        .visits = options->visits > 0 ? options->visits : INT64_MAX,
        .playouts = options->playouts > 0 ? options->playouts : INT64_MAX,
        .seed = options->seed,
        .sampling_seed = options->seed,
        .avoid = job->query->avoid,
        .symmetric = options->symmetric && job->query->avoid == NULL,
        .memory = graph_bytes_for(worker->game, options),
        .lcb_z = settings->by_bounds ? bounds : 0,
        .root_images = (int)options->net_root_images,
        .ignores_pre_root_history = settings->ignores_pre_root_history,
        .conservative_pass = settings->conservative_pass,
        .playout_doublings =
            doublings_fixed(&options->doublings, (Color)worker->game->board.to_move),
        .anti_mirror = options->anti_mirror,
        .cancel = &job->cancel,
        .select = by_network ? options->net_select : options->select,
    };
    if (by_network && network_has_encoder(plan->network)) {
        limits.profile = options->profile;
    }
    if (by_network && network_has_optimism(plan->network)) {
        limits.policy_optimism = options->policy_optimism;
        limits.root_policy_optimism = options->root_policy_optimism;
    }
    return limits;
}

/* ---- What the evaluators say of the root ---- */

static bool evaluate_root(Worker *worker, const SearchLimits *limits, Status *status) {
    const Game *game = worker->game;
    const Color color = (Color)game->board.to_move;
    if (worker->plan->shared == NULL) {
        return raw_evaluation_by_playouts(worker->evaluator, game, color, SYMMETRY_IDENTITY,
                                          limits->seed, &worker->raw, status);
    }
    const NetworkRequest request = {.game = game,
                                    .color = color,
                                    .profile = &limits->profile,
                                    .optimism = limits->root_policy_optimism,
                                    .ignores_pre_root_history = limits->ignores_pre_root_history,
                                    .conservative_pass = limits->conservative_pass,
                                    .playout_doublings = limits->playout_doublings};
    NetAnswer *answer = memory_new(1, sizeof *answer);
    const bool ok = shared_evaluator_evaluate(worker->plan->shared, &request, answer, status);
    if (ok) {
        raw_evaluation_take(game, color, answer, &worker->raw);
    }
    free(answer);
    return ok;
}

static bool evaluate_human(Worker *worker, const QuerySettings *settings,
                           const SearchLimits *limits, Status *status) {
    const HumanProfile *profile = &settings->player.profile;
    Network *human = worker->plan->human;
    worker->subject.human = NULL;
    if (human == NULL || (network_has_encoder(human) && !human_profile_is_set(profile))) {
        return true;
    }
    const NetworkRequest request = {.game = worker->game,
                                    .color = (Color)worker->game->board.to_move,
                                    .profile = profile,
                                    .ignores_pre_root_history = settings->ignores_pre_root_history,
                                    .conservative_pass = settings->conservative_pass,
                                    .playout_doublings = limits->playout_doublings};
    worker->subject.human = &worker->human;
    return raw_evaluation_by_network(human, &request, &worker->human, status);
}

/* ---- Jobs ---- */

/* Reports during a search are left out while nobody reads them. */
static void send(void *context, const Analysis *analysis) {
    Worker *worker = context;
    if (!analysis->is_last && output_is_behind(worker->plan->output)) {
        return;
    }
    text_clear(&worker->text);
    answer_add(&worker->subject, analysis, &worker->text);
    output_add(worker->plan->output, worker->text.bytes, worker->text.length);
}

/* Searches the position that has been set up. */
static bool search_position(Worker *worker, const QuerySettings *settings, Job *job,
                            Status *status) {
    const Query *query = job->query;
    const QueryIncludes *includes = &query->includes;
    SearchLimits limits = make_limits(worker, settings, job);
    const double loss = settings->root_unvisited_loss;
    const SearchRoot root = {
        .unvisited_loss = isnan(loss) ? limits.select.unvisited_loss : loss,
        .prior_temperature = settings->root_temperature,
        .noise = settings->root_noise,
    };
    const SearchWatch watch = {
        .seconds = query->every > 0 ? (double)query->every : INFINITY,
        .first = (double)query->first,
        .ownership = includes->ownership || includes->ownership_stdev,
        .moves_ownership = includes->moves_ownership || includes->moves_ownership_stdev,
        .report = send,
        .context = worker,
    };
    limits.root = &root;
    limits.watch = &watch;
    SearchResult result;
    return evaluate_root(worker, &limits, status) &&
           evaluate_human(worker, settings, &limits, status) &&
           search_run(worker->search, worker->game, (Color)worker->game->board.to_move, &limits,
                      &result, status);
}

static void tell_failure(const Worker *worker, const Job *job, const Status *status) {
    json_t *object = json_new_object();
    json_set_text(object, "error", status->text);
    json_set_value(object, "id",
                   json_loads(job->query->id, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL));
    output_add_json(worker->plan->output, object);
}

static void run_job(Worker *worker, Job *job) {
    const Query *query = job->query;
    const QuerySettings *settings =
        query->settings != NULL ? query->settings : &worker->plan->settings->query;
    const int64_t line_moves = query->line_moves > 0 ? query->line_moves : settings->line_moves;
    worker->subject = (AnswerSubject){.job = job,
                                      .game = worker->game,
                                      .view = (JsonView)settings->view,
                                      .line_moves = (int)line_moves + 1,
                                      .raw = &worker->raw};
    Status status;
    if (!position_set_up(query, job->turn, settings->counts_first_moves, worker->game, &status) ||
        !search_position(worker, settings, job, &status)) {
        tell_failure(worker, job, &status);
    }
    search_clear(worker->search);
}

static void *work(void *argument) {
    const WorkersPlan *plan = argument;
    Worker *worker = memory_new(1, sizeof *worker);
    worker->plan = plan;
    worker->evaluator = plan->shared != NULL ? shared_evaluator_get(plan->shared) : plan->playouts;
    worker->game = memory_check(game_new(HASH_DEFAULT_SEED));
    worker->search = memory_check(search_new(worker->evaluator));
    for (Job *job = queue_take(plan->queue); job != NULL; job = queue_take(plan->queue)) {
        run_job(worker, job);
        queue_finish(plan->queue, job);
    }
    search_free(worker->search);
    game_free(worker->game);
    text_free(&worker->text);
    free(worker);
    return NULL;
}

/* ---- Threads ---- */

void workers_plan_tell(const WorkersPlan *plan, json_t *object) {
    if (plan->is_silent) {
        json_decref(object);
    } else {
        output_add_json(plan->output, object);
    }
}

Workers *workers_new(const WorkersPlan *plan) {
    Workers *workers = calloc(1, sizeof *workers);
    if (workers != NULL) {
        workers->plan = plan;
    }
    return workers;
}

void workers_add(Workers *workers, int more) {
    while (more > 0 && workers->count < workers->plan->settings->session.positions) {
        workers->threads =
            memory_grow(workers->threads, (size_t)workers->count, sizeof *workers->threads);
        if (pthread_create(&workers->threads[workers->count], NULL, work, (void *)workers->plan) !=
            0) {
            break; /* the threads that there are will do it */
        }
        workers->count++;
        more--;
    }
}

void workers_free(Workers *workers) {
    for (int i = 0; i < workers->count; i++) {
        pthread_join(workers->threads[i], NULL);
    }
    free(workers->threads);
    free(workers);
}
