/* Asks engine/eval/net/fast/, and translates between requests of the search and those of a
 * network.
 *
 * The model and the packed weights are constant. What a thread evaluates with is a workspace, which
 * it takes from a list under a mutex and returns. */
#include "engine/eval/network.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/eval/inside/inside.h"
#include "engine/eval/net/input/trial_game.h"

const char NETWORK_INSIDE[] = "inside";

/* Keeps policy weights positive, as an evaluator's must be. */
static const float POLICY_MIN = 1e-9F;

/* What one thread at a time evaluates with. */
typedef struct NetworkWorkspace {
    FastStream *stream;
    TrialGame *trial_game;
    NetAnswer *answers;  /* [batch_max] */
    NetAnswer sum, mean; /* over images */
    struct NetworkWorkspace *next;
} NetworkWorkspace;

struct Network {
    Evaluator evaluator; /* first, so that a pointer to it is one to the network */
    NetworkOptions options;
    char *path;
    Model *model;
    Fast *fast;
    pthread_mutex_t mutex; /* guards idle */
    NetworkWorkspace *idle;
};

/* ---- Workspaces ---- */

static void workspace_free(NetworkWorkspace *workspace) {
    if (workspace != NULL) {
        fast_stream_free(workspace->stream);
        trial_game_free(workspace->trial_game);
        free(workspace->answers);
        free(workspace);
    }
}

static NetworkWorkspace *workspace_new(const Network *network) {
    const int batch_max = network->options.batch_max;
    NetworkWorkspace *workspace = calloc(1, sizeof *workspace);
    if (workspace == NULL) {
        return NULL;
    }
    workspace->stream = fast_stream_new(network->fast, batch_max);
    workspace->trial_game = trial_game_new();
    workspace->answers = calloc((size_t)batch_max, sizeof *workspace->answers);
    if (workspace->stream == NULL || workspace->trial_game == NULL || workspace->answers == NULL) {
        workspace_free(workspace);
        return NULL;
    }
    return workspace;
}

/* Takes an idle workspace, or makes one. Returns NULL if out of memory. */
static NetworkWorkspace *take_workspace(Network *network) {
    pthread_mutex_lock(&network->mutex);
    NetworkWorkspace *workspace = network->idle;
    if (workspace != NULL) {
        network->idle = workspace->next;
    }
    pthread_mutex_unlock(&network->mutex);
    return workspace != NULL ? workspace : workspace_new(network);
}

static void leave_workspace(Network *network, NetworkWorkspace *workspace) {
    pthread_mutex_lock(&network->mutex);
    workspace->next = network->idle;
    network->idle = workspace;
    pthread_mutex_unlock(&network->mutex);
}

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
    to->score = sign * (float)from->lead;
    to->final_score = sign * (float)from->score_mean;
    to->final_square = (float)from->score_square;
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

static Symmetry choose_symmetry(const Network *network, const EvalRequest *request) {
    const int symmetry = network->options.symmetry;
    return symmetry == NETWORK_RANDOM ? (Symmetry)rng_below(request->rng, SYMMETRY_COUNT)
                                      : (Symmetry)symmetry;
}

static void add_scaled(NetAnswer *sum, const NetAnswer *answer, double share, int cell_count) {
    sum->is_finite &= answer->is_finite;
    sum->win += share * answer->win;
    sum->loss += share * answer->loss;
    sum->no_result += share * answer->no_result;
    sum->lead += share * answer->lead;
    sum->score_mean += share * answer->score_mean;
    sum->score_square += share * answer->score_square;
    sum->pass += (float)share * answer->pass;
    for (int cell = 0; cell < cell_count; cell++) {
        sum->policy[cell] += (float)share * answer->policy[cell];
        sum->ownership[cell] += (float)share * answer->ownership[cell];
    }
}

/* Replays the path of the request. Turns alternate along it: if its length is even, the side that
 * moves now moved first. */
static const Situation *play_trial_game(NetworkWorkspace *workspace, const EvalRequest *request) {
    const Color mover = (Color)request->board->to_move;
    const Color first = request->path_length % 2 == 0 ? mover : color_opponent(mover);
    const TrialGameOptions options = {request->profile, request->ignores_pre_root_history,
                                      request->conservative_pass, request->playout_doublings};
    return trial_game_play(workspace->trial_game, request->game, &options, first, request->path,
                           request->path_length);
}

/* Would another evaluation end after the deadline, if it takes as long as the mean so far? */
static bool has_no_time_for(const Deadline *deadline, int done, double start) {
    if (deadline == NULL || done == 0) {
        return false;
    }
    const double now = clock_seconds();
    return deadline_is_cancelled(deadline) || now + (now - start) / done >= deadline->at;
}

/* Averages over request->images images of the position, beginning at a random one, or over as many
 * as there is time for. */
static void evaluate_images(NetworkWorkspace *workspace, const EvalRequest *request,
                            EvalAnswer *answer) {
    const int cells = request->board->geometry->cell_count;
    const Situation *situation = play_trial_game(workspace, request);
    const unsigned first = rng_below(request->rng, SYMMETRY_COUNT);
    const double start = clock_seconds();
    int done = 0;
    bool ok = situation != NULL;
    workspace->sum = (NetAnswer){.is_finite = true};
    while (ok && done < request->images && !has_no_time_for(request->deadline, done, start)) {
        fast_add(workspace->stream, situation,
                 (Symmetry)((first + (unsigned)done) % SYMMETRY_COUNT), request->optimism);
        ok = fast_run(workspace->stream, workspace->answers);
        add_scaled(&workspace->sum, workspace->answers, 1, cells);
        done++;
    }
    if (ok) {
        workspace->mean = (NetAnswer){.is_finite = true};
        add_scaled(&workspace->mean, &workspace->sum, 1.0 / done, cells);
    }
    network_translate(request, ok ? &workspace->mean : NULL, answer);
}

/* Evaluates at most batch_max positions at once. */
static void evaluate_batch(const Network *network, NetworkWorkspace *workspace,
                           const EvalRequest *requests, EvalAnswer *answers, int count) {
    bool is_added[FAST_BATCH_MAX];
    for (int i = 0; i < count; i++) {
        const EvalRequest *request = &requests[i];
        const Situation *situation = play_trial_game(workspace, request);
        is_added[i] = situation != NULL;
        if (is_added[i]) {
            fast_add(workspace->stream, situation, choose_symmetry(network, request),
                     request->optimism);
        }
    }
    const bool ok = fast_run(workspace->stream, workspace->answers);
    const NetAnswer *next = workspace->answers;
    for (int i = 0; i < count; i++) {
        network_translate(&requests[i], ok && is_added[i] ? next : NULL, &answers[i]);
        next += is_added[i];
    }
}

/* How many of the requests to evaluate at once, at most `most`. One that wants several images is
 * evaluated alone. */
static int count_together(const EvalRequest *requests, int count, int most) {
    int together = 1;
    while (requests[0].images <= 1 && together < count && together < most &&
           requests[together].images <= 1) {
        together++;
    }
    return together;
}

static void evaluate_together(const Network *network, NetworkWorkspace *workspace,
                              const EvalRequest *requests, EvalAnswer *answers, int count) {
    if (requests->images > 1) {
        evaluate_images(workspace, requests, answers);
    } else {
        evaluate_batch(network, workspace, requests, answers, count);
    }
}

static void evaluate(const Evaluator *evaluator, const EvalRequest *requests, EvalAnswer *answers,
                     int count) {
    /* The evaluator is the network's first member, and only its list of workspaces changes. */
    Network *network = (Network *)evaluator;
    NetworkWorkspace *workspace = take_workspace(network);
    if (workspace == NULL) {
        for (int i = 0; i < count; i++) {
            network_translate(&requests[i], NULL, &answers[i]);
        }
        return;
    }
    for (int i = 0; i < count;) {
        const int together = count_together(requests + i, count - i, network->options.batch_max);
        evaluate_together(network, workspace, requests + i, answers + i, together);
        i += together;
    }
    leave_workspace(network, workspace);
}

bool network_evaluate(Network *network, const NetworkRequest *request, NetAnswer *answer,
                      Status *status) {
    NetworkWorkspace *workspace = take_workspace(network);
    if (workspace == NULL) {
        return network_check_answer(NULL, status);
    }
    const TrialGameOptions options = {request->profile, request->ignores_pre_root_history,
                                      request->conservative_pass, request->playout_doublings};
    const Situation *situation =
        trial_game_play(workspace->trial_game, request->game, &options, request->color, NULL, 0);
    bool ok = situation != NULL;
    if (ok) {
        fast_add(workspace->stream, situation, request->symmetry, request->optimism);
        ok = fast_run(workspace->stream, workspace->answers);
        *answer = workspace->answers[0];
    }
    leave_workspace(network, workspace);
    return network_check_answer(ok ? answer : NULL, status);
}

/* ---- Opening ---- */

/* Refuses a network whose answer to the empty board is not finite. */
static bool check_answers(Network *network, const char *path, Status *status) {
    Game *game = game_new(HASH_DEFAULT_SEED);
    NetAnswer *answer = calloc(1, sizeof *answer);
    bool ok = (game != NULL && answer != NULL) || status_fail(status, "out of memory");
    const NetworkRequest request = {.game = game, .color = BLACK};
    Status reason;
    ok = ok && (network_evaluate(network, &request, answer, &reason) ||
                status_fail(status, "%.150s: %.100s", path, reason.text));
    game_free(game);
    free(answer);
    return ok;
}

static bool is_inside(const char *path) {
    return strcmp(path, NETWORK_INSIDE) == 0;
}

Model *network_read_model(const char *path, Status *status) {
    if (!is_inside(path)) {
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

static Precision choose_precision(const Network *network) {
    const Precision wanted = network->options.precision;
    return wanted == PRECISION_AUTO && is_inside(network->path) ? fast_usual_precision() : wanted;
}

static Fast *open_fast(const Network *network, Status *status) {
    const NetworkOptions *options = &network->options;
    const Model *model = network->model;
    const Precision precision = choose_precision(network);
    FastThroughput throughput = {0};
    Fast *fast = fast_new(model, precision, options->threads, &throughput, status);
    if (fast != NULL && precision == PRECISION_AUTO && options->tells_choice) {
        fprintf(stderr, "dihedra: %s: %s by %s; evaluations a second on 19x19:", model->name,
                precision_name(fast_precision(fast)), fast_kernels(fast));
        for (Precision tried = PRECISION_FP32; tried <= PRECISION_INT16; tried++) {
            fprintf(stderr, " %s %.3g", precision_name(tried), throughput.rates[tried]);
        }
        fprintf(stderr, "\n");
    }
    return fast;
}

Network *network_open(const char *path, const NetworkOptions *options, Status *status) {
    Network *network = calloc(1, sizeof *network);
    if (network == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&network->mutex, NULL);
    network->options = *options;
    network->path = strdup(path);
    if (network->path == NULL) {
        status_fail(status, "out of memory");
    }
    network->model = network->path != NULL ? network_read_model(path, status) : NULL;
    network->fast = network->model != NULL ? open_fast(network, status) : NULL;
    if (network->fast == NULL || !check_answers(network, path, status)) {
        network_close(network);
        return NULL;
    }
    network->evaluator = (Evaluator){.name = network->model->name,
                                     .policy_visits = 1,
                                     .pass_visits = 0,
                                     .has_optimism = network_has_optimism(network),
                                     .predicts_ownership = !network_has_encoder(network),
                                     .has_trace = false,
                                     .evaluate = evaluate};
    return network;
}

void network_close(Network *network) {
    if (network == NULL) {
        return;
    }
    for (NetworkWorkspace *workspace = network->idle, *next; workspace != NULL; workspace = next) {
        next = workspace->next;
        workspace_free(workspace);
    }
    fast_free(network->fast);
    model_free(network->model);
    free(network->path);
    pthread_mutex_destroy(&network->mutex);
    free(network);
}

const Evaluator *network_evaluator(const Network *network) {
    return &network->evaluator;
}

const char *network_path(const Network *network) {
    return network->path;
}

const char *network_name(const Network *network) {
    return network->model->name;
}

int network_version(const Network *network) {
    return network->model->version;
}

Precision network_precision(const Network *network) {
    return fast_precision(network->fast);
}

bool network_has_encoder(const Network *network) {
    return network->model->has_encoder;
}

bool network_has_optimism(const Network *network) {
    return answer_policies(network->model) > 1 && !network->model->has_encoder;
}

bool network_check_profile(const Network *network, const HumanProfile *profile, Status *status) {
    return !network_has_encoder(network) || human_profile_is_set(profile) ||
           status_fail(status,
                       "%.80s imitates people: say whom by humanSLProfile (kata-set-param), or "
                       "--human-sl-profile, for example rank_5k",
                       network_name(network));
}

Fast *network_fast(const Network *network) {
    return network->fast;
}

double network_flop(const Network *network, int width, int height) {
    return fast_flop(network->fast, width, height);
}

FastTimes network_times(Network *network) {
    FastTimes sum = {0};
    pthread_mutex_lock(&network->mutex);
    for (const NetworkWorkspace *workspace = network->idle; workspace != NULL;
         workspace = workspace->next) {
        const FastTimes times = fast_stream_times(workspace->stream);
        sum.features += times.features;
        sum.layers += times.layers;
        sum.heads += times.heads;
    }
    pthread_mutex_unlock(&network->mutex);
    return sum;
}

double network_peak(Network *network) {
    return fast_peak(network->fast);
}
