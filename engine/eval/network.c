/* Asks engine/eval/net/fast/, and translates its answers for the search. The model and the packed
 * weights are constant; each thread takes a workspace. */
#include "engine/eval/network.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/files.h"
#include "engine/base/os/thread.h"
#include "engine/eval/inside/inside.h"

const char NETWORK_INSIDE[] = "inside";

/* Keeps policy weights positive, as an evaluator's must be. */
static const float POLICY_MIN = 1e-9F;

struct Network {
    Evaluator evaluator; /* first, so that a pointer to it is one to the network */
    NetworkOptions options;
    char *path;
    Model *inside; /* the network inside, if it is that */
    Fast *fast;
    WorkspaceList workspaces;
};

/* ---- Answers ---- */

bool network_check_answer(const NetAnswer *answer, Status *status) {
    return answer == NULL
               ? status_fail(status, "out of memory")
               : answer->is_finite || status_fail(status, "the network's answers are not finite");
}

/* From the view of the side to move to Black's. */
void network_translate(const EvalRequest *request, const NetAnswer *from, EvalAnswer *to) {
    static const NetAnswer EVEN = {.win = 0.5, .loss = 0.5};
    from = from != NULL && from->is_finite ? from : &EVEN;
    const Geometry *geometry = request->board->geometry;
    const bool is_black = request->board->to_move == BLACK;
    const float sign = is_black ? 1 : -1;
    to->win = (float)((is_black ? from->win : from->loss) + from->no_result / 2);
    to->lead = sign * (float)from->lead;
    to->score_mean = sign * (float)from->score_mean;
    to->score_mean_square = (float)from->score_mean_square;
    to->no_result = (float)from->no_result;
    to->trace.count = 0;
    for (int cell = 0; request->wants_policy && cell < geometry->cell_count; cell++) {
        to->policy[geometry->point_of[cell]] = from->policy[cell] + POLICY_MIN;
    }
    if (request->wants_policy) {
        to->policy[POINT_PASS] = from->pass + POLICY_MIN;
    }
    for (int cell = 0; request->wants_ownership && cell < geometry->cell_count; cell++) {
        to->ownership[cell] = sign * from->ownership[cell];
    }
}

static void add_scaled(NetAnswer *sum, const NetAnswer *answer, double share, int cell_count) {
    sum->is_finite &= answer->is_finite;
    sum->win += share * answer->win;
    sum->loss += share * answer->loss;
    sum->no_result += share * answer->no_result;
    sum->lead += share * answer->lead;
    sum->score_mean += share * answer->score_mean;
    sum->score_mean_square += share * answer->score_mean_square;
    sum->variance_time += share * answer->variance_time;
    sum->winloss_error += share * answer->winloss_error;
    sum->score_error += share * answer->score_error;
    sum->pass += (float)share * answer->pass;
    for (int cell = 0; cell < cell_count; cell++) {
        sum->policy[cell] += (float)share * answer->policy[cell];
        sum->ownership[cell] += (float)share * answer->ownership[cell];
    }
}

/* Would another evaluation end after the deadline, if it takes as long as the mean so far? */
static bool has_no_time_for(const Deadline *deadline, int done, double start) {
    if (deadline == NULL || done == 0) {
        return false;
    }
    const double now = clock_seconds();
    return deadline_is_cancelled(deadline) || now + (now - start) / done >= deadline->at;
}

/* Returns the answer about one image, or NULL if out of memory. */
static const NetAnswer *evaluate_image(Workspace *workspace, const Situation *situation,
                                       Symmetry symmetry, double optimism) {
    if (situation == NULL) {
        return NULL;
    }
    fast_add(workspace->stream, situation, symmetry, optimism);
    return fast_run(workspace->stream, workspace->answers) ? workspace->answers : NULL;
}

/* Averages over count images of the position, beginning with the first, or over as many as there is
 * time for. Returns false if out of memory. */
static bool evaluate_images(Workspace *workspace, const Situation *situation, Symmetry first,
                            int count, double optimism, const Deadline *deadline, NetAnswer *mean) {
    const double start = clock_seconds();
    NetAnswer sum = {.is_finite = true};
    int done = 0;
    while (done < count && !has_no_time_for(deadline, done, start)) {
        const Symmetry image = (Symmetry)((first + (unsigned)done) % SYMMETRY_COUNT);
        const NetAnswer *answer = evaluate_image(workspace, situation, image, optimism);
        if (answer == NULL) {
            return false;
        }
        add_scaled(&sum, answer, 1, CELL_COUNT_MAX);
        done++;
    }
    *mean = (NetAnswer){.is_finite = true};
    add_scaled(mean, &sum, 1.0 / done, CELL_COUNT_MAX);
    return true;
}

static void evaluate_with_network(const Evaluator *evaluator, const EvalRequest *request,
                                  EvalAnswer *answer) {
    /* The evaluator is the network's first member, and only its list of workspaces changes. */
    Network *network = (Network *)evaluator;
    Workspace *workspace = workspace_take(&network->workspaces);
    NetAnswer mean;
    const NetAnswer *found = NULL;
    if (workspace != NULL && request->symmetries > 1) {
        found = evaluate_images(workspace, workspace_describe_path(workspace, request),
                                SYMMETRY_IDENTITY, request->symmetries, request->input.optimism,
                                request->deadline, &mean)
                    ? &mean
                    : NULL;
    } else if (workspace != NULL) {
        found = evaluate_image(workspace, workspace_describe_path(workspace, request),
                               (Symmetry)rng_below(request->rng, SYMMETRY_COUNT),
                               request->input.optimism);
    }
    network_translate(request, found, answer);
    workspace_return(&network->workspaces, workspace);
}

bool network_evaluate(Network *network, const NetworkRequest *request, NetAnswer *answer,
                      Status *status) {
    Workspace *workspace = workspace_take(&network->workspaces);
    const bool ok =
        workspace != NULL &&
        evaluate_images(workspace, workspace_describe(workspace, request), request->symmetry,
                        request->symmetries > 1 ? request->symmetries : 1, request->input.optimism,
                        NULL, answer);
    workspace_return(&network->workspaces, workspace);
    return network_check_answer(ok ? answer : NULL, status);
}

/* ---- Opening ---- */

enum { CHECK_SIZE = 9 }; /* a quarter of the work on 19x19, as each start does it */

/* Refuses a network whose answer to the empty board is not finite. */
static bool check_answers(Network *network, const char *path, Status *status) {
    Game *game = game_new(HASH_DEFAULT_SEED);
    NetAnswer *answer = calloc(1, sizeof *answer);
    bool ok = (game != NULL && answer != NULL) || status_fail(status, "out of memory");
    const NetworkRequest request = {.game = game, .color = BLACK};
    Status reason;
    ok = ok && game_clear(game, CHECK_SIZE, CHECK_SIZE, status) &&
         (network_evaluate(network, &request, answer, &reason) ||
          status_fail(status, "%.150s: %.100s", path, reason.text));
    game_free(game);
    free(answer);
    return ok;
}

Model *network_read_model(const char *path, Status *status) {
    if (strcmp(path, NETWORK_INSIDE) != 0) {
        return model_load(path, status);
    }
    size_t length;
    Status reason;
    const uint8_t *bytes = inside_bytes(&length, status);
    Model *model = bytes != NULL ? model_read(bytes, length, &reason) : NULL;
    if (bytes != NULL && model == NULL) {
        status_fail(status, "the network inside: %.200s", reason.text);
    }
    return model;
}

/* Opens the network inside, or a file's. Returns NULL with a message on failure. */
static Fast *open_fast(Network *network, Status *status) {
    const NetworkOptions *options = &network->options;
    if (strcmp(network->path, NETWORK_INSIDE) == 0) {
        network->inside = network_read_model(network->path, status);
        return network->inside == NULL ? NULL
                                       : fast_new(network->inside, options->precision, status);
    }
    ModelFile *file = model_file_open(network->path, status);
    return file == NULL ? NULL : fast_open(file, options->precision, options->caches, status);
}

Network *network_open(const char *path, const NetworkOptions *options, Status *status) {
    Network *network = calloc(1, sizeof *network);
    if (network == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    network->options = *options;
    network->path = strdup(path);
    if (network->path == NULL) {
        status_fail(status, "out of memory");
    }
    network->fast = network->path != NULL ? open_fast(network, status) : NULL;
    workspace_list_init(&network->workspaces, network->fast, 1);
    if (network->fast == NULL || !check_answers(network, path, status)) {
        network_close(network);
        return NULL;
    }
    network->evaluator = (Evaluator){.policy_visits = 1,
                                     .pass_visits = 0,
                                     .has_optimism = network_has_optimism(network),
                                     .predicts_ownership = !network_has_encoder(network),
                                     .has_trace = false,
                                     .evaluate = evaluate_with_network};
    return network;
}

void network_close(Network *network) {
    if (network == NULL) {
        return;
    }
    workspace_list_clear(&network->workspaces);
    fast_free(network->fast);
    model_free(network->inside);
    free(network->path);
    free(network);
}

const Evaluator *network_evaluator(const Network *network) {
    return &network->evaluator;
}

const char *network_path(const Network *network) {
    return network->path;
}

const char *network_name(const Network *network) {
    return fast_model(network->fast)->name;
}

int network_version(const Network *network) {
    return fast_model(network->fast)->version;
}

Precision network_precision(const Network *network) {
    return fast_precision(network->fast);
}

bool network_has_encoder(const Network *network) {
    return fast_model(network->fast)->has_encoder;
}

void network_set_rules(const Network *network, int asked, Rules *rules) {
    const bool is_trained = network != NULL && fast_model(network->fast)->excludes_atari;
    rules->excludes_atari = rules_may_exclude_atari(rules) && (asked < 0 ? is_trained : asked > 0);
}

bool network_has_optimism(const Network *network) {
    return answer_policies(fast_model(network->fast)) > 1 &&
           !fast_model(network->fast)->has_encoder;
}

bool network_check_profile(const Network *network, const HumanProfile *profile, Status *status) {
    return !network_has_encoder(network) || human_profile_is_set(profile) ||
           status_fail(status,
                       "%.80s is a human-play network: set humanSLProfile (kata-set-param) or "
                       "--human-sl-profile, for example rank_5k",
                       network_name(network));
}

Fast *network_fast(const Network *network) {
    return network->fast;
}

/* ---- Opening in a thread ---- */

/* A wait with a deadline checks it this often, in seconds: macOS has no condition variables that
 * wait by the monotonic clock. */
static const double CHECK_SECONDS = 0.01;

struct NetworkLoad {
    char *path;
    NetworkOptions options;
    pthread_t thread;
    bool has_thread; /* otherwise it was opened at once */
    pthread_mutex_t mutex;
    pthread_cond_t done;
    bool is_done;
    Network *network;
    Status status; /* why it cannot be used */
};

static void *load_network(void *argument) {
    NetworkLoad *load = argument;
    Status status = {0};
    Network *network = network_open(load->path, &load->options, &status);
    pthread_mutex_lock(&load->mutex);
    load->network = network;
    load->status = status;
    load->is_done = true;
    pthread_cond_broadcast(&load->done);
    pthread_mutex_unlock(&load->mutex);
    return NULL;
}

NetworkLoad *network_load_start(const char *path, const NetworkOptions *options, Status *status) {
    if (strcmp(path, NETWORK_INSIDE) != 0 && !os_is_readable(path)) {
        status_fail(status, "%.150s: %s", path, strerror(errno));
        return NULL;
    }
    NetworkLoad *load = calloc(1, sizeof *load);
    char *copy = strdup(path);
    if (load != NULL) {
        *load = (NetworkLoad){.path = copy, .options = *options};
        pthread_mutex_init(&load->mutex, NULL);
        thread_condition_init(&load->done);
    }
    if (load == NULL || copy == NULL) {
        free(copy);
        free(load);
        status_fail(status, "%.150s: out of memory", path);
        return NULL;
    }
    load->has_thread = thread_start_aside(&load->thread, load_network, load) == 0;
    if (!load->has_thread) {
        load_network(load);
    }
    return load;
}

/* Waits, with the mutex held, until something may have changed. */
static void wait_a_while(NetworkLoad *load, const Deadline *deadline) {
    if (deadline->cancel == NULL && isinf(deadline->at)) {
        pthread_cond_wait(&load->done, &load->mutex);
        return;
    }
    thread_wait(&load->done, &load->mutex,
                fmax(fmin(deadline->at - clock_seconds(), CHECK_SECONDS), 0));
}

NetworkLoadState network_load_wait_until(NetworkLoad *load, const Deadline *deadline,
                                         Network **network, Status *status) {
    pthread_mutex_lock(&load->mutex);
    while (!load->is_done && !deadline_is_over(deadline)) {
        wait_a_while(load, deadline);
    }
    const bool is_done = load->is_done;
    pthread_mutex_unlock(&load->mutex); /* once it is done nothing changes */
    if (!is_done) {
        return NETWORK_LOAD_NOT_YET;
    }
    if (load->network == NULL) {
        *status = load->status;
        return NETWORK_LOAD_UNUSABLE;
    }
    *network = load->network;
    return NETWORK_LOAD_READY;
}

Network *network_load_wait(NetworkLoad *load, Status *status) {
    Network *network = NULL;
    if (load != NULL) {
        network_load_wait_until(load, &DEADLINE_NEVER, &network, status);
    }
    return network;
}

bool network_load_is_under_way(NetworkLoad *load) {
    pthread_mutex_lock(&load->mutex);
    const bool is_done = load->is_done;
    pthread_mutex_unlock(&load->mutex);
    return !is_done;
}

void network_load_free(NetworkLoad *load) {
    if (load != NULL) {
        if (load->has_thread) {
            pthread_join(load->thread, NULL);
        }
        network_close(load->network);
        pthread_cond_destroy(&load->done);
        pthread_mutex_destroy(&load->mutex);
        free(load->path);
        free(load);
    }
}
