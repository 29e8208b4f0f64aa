#include "engine/eval/network.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/eval/net/rehearsal.h"

/* What one thread at a time evaluates with. */
typedef struct Seat {
    FastStream *stream;
    Rehearsal *rehearsal;
    NetAnswer *answers;  /* [batch_max] */
    NetAnswer sum, mean; /* over images */
    struct Seat *next;
} Seat;

struct Network {
    Evaluator evaluator; /* first: what the search sees */
    NetworkOptions options;
    char *path;
    Model *model;
    Fast *fast;
    pthread_mutex_t mutex; /* of the list */
    Seat *idle;
};

/* ---- Seats ---- */

static void seat_free(Seat *seat) {
    if (seat != NULL) {
        fast_stream_free(seat->stream);
        rehearsal_free(seat->rehearsal);
        free(seat->answers);
        free(seat);
    }
}

static Seat *seat_new(const Network *network) {
    const int batch_max = network->options.batch_max;
    Seat *seat = calloc(1, sizeof *seat);
    if (seat == NULL) {
        return NULL;
    }
    seat->stream = fast_stream_new(network->fast, batch_max);
    seat->rehearsal = rehearsal_new();
    seat->answers = calloc((size_t)batch_max, sizeof *seat->answers);
    if (seat->stream == NULL || seat->rehearsal == NULL || seat->answers == NULL) {
        seat_free(seat);
        return NULL;
    }
    return seat;
}

/* An idle seat, or a new one; NULL where memory runs out. */
static Seat *take_seat(Network *network) {
    pthread_mutex_lock(&network->mutex);
    Seat *seat = network->idle;
    if (seat != NULL) {
        network->idle = seat->next;
    }
    pthread_mutex_unlock(&network->mutex);
    return seat != NULL ? seat : seat_new(network);
}

static void leave_seat(Network *network, Seat *seat) {
    pthread_mutex_lock(&network->mutex);
    seat->next = network->idle;
    network->idle = seat;
    pthread_mutex_unlock(&network->mutex);
}

/* ---- Answers ---- */

/* Keeps a weight positive, as an evaluator's must be. */
static const float POLICY_MIN = 1e-9F;

static void translate(const EvalQuestion *question, const NetAnswer *from, EvalAnswer *to) {
    const Geometry *geometry = question->board->geometry;
    const bool is_black = question->board->to_move == BLACK;
    const float sign = is_black ? 1 : -1;
    to->win = (float)((is_black ? from->win : from->loss) + from->no_result / 2);
    to->score = sign * (float)from->lead;
    to->trace.count = 0;
    for (int cell = 0; question->wants_policy && cell < geometry->cell_count; cell++) {
        to->policy[geometry->point_of[cell]] = from->policy[cell] + POLICY_MIN;
    }
    if (question->wants_policy) {
        to->policy[POINT_PASS] = from->pass + POLICY_MIN;
    }
    for (int cell = 0; question->wants_owner && cell < geometry->cell_count; cell++) {
        to->owner[cell] = sign * from->ownership[cell];
    }
}

/* What is said of a position of which nothing is known. */
static void shrug(const EvalQuestion *question, EvalAnswer *answer) {
    static const NetAnswer EVEN = {.win = 0.5, .loss = 0.5};
    translate(question, &EVEN, answer);
}

static Symmetry choose_symmetry(const Network *network, const EvalQuestion *question) {
    const int symmetry = network->options.symmetry;
    return symmetry == NETWORK_RANDOM ? (Symmetry)rng_below(question->rng, SYMMETRY_COUNT)
                                      : (Symmetry)symmetry;
}

static void add_scaled(NetAnswer *sum, const NetAnswer *answer, double share, int cell_count) {
    sum->win += share * answer->win;
    sum->loss += share * answer->loss;
    sum->no_result += share * answer->no_result;
    sum->lead += share * answer->lead;
    sum->pass += (float)share * answer->pass;
    for (int cell = 0; cell < cell_count; cell++) {
        sum->policy[cell] += (float)share * answer->policy[cell];
        sum->ownership[cell] += (float)share * answer->ownership[cell];
    }
}

/* The question's position, whose present mover's turn it is after an even number of moves. */
static const Situation *rehearse(Seat *seat, const EvalQuestion *question) {
    const Color mover = (Color)question->board->to_move;
    const Color first = question->path_length % 2 == 0 ? mover : color_opponent(mover);
    return rehearsal_play(seat->rehearsal, question->game, first, question->path,
                          question->path_length);
}

/* Would one more evaluation, which takes as long as one so far, end after the deadline? */
static bool has_no_time_for(const Deadline *deadline, int done, double start) {
    if (deadline == NULL || done == 0) {
        return false;
    }
    const double now = clock_seconds();
    return deadline_is_cancelled(deadline) || now + (now - start) / done >= deadline->at;
}

/* The mean over some images of the position, from a random one on: over as many as there is time
 * for. */
static bool evaluate_images(Seat *seat, const EvalQuestion *question, EvalAnswer *answer) {
    const int cells = question->board->geometry->cell_count;
    const Situation *situation = rehearse(seat, question);
    const unsigned first = rng_below(question->rng, SYMMETRY_COUNT);
    const double start = clock_seconds();
    int done = 0;
    bool ok = situation != NULL;
    memset(&seat->sum, 0, sizeof seat->sum);
    while (ok && done < question->images && !has_no_time_for(question->deadline, done, start)) {
        fast_add(seat->stream, situation, (Symmetry)((first + (unsigned)done) % SYMMETRY_COUNT));
        ok = fast_run(seat->stream, seat->answers);
        add_scaled(&seat->sum, seat->answers, 1, cells);
        done++;
    }
    if (ok) {
        memset(&seat->mean, 0, sizeof seat->mean);
        add_scaled(&seat->mean, &seat->sum, 1.0 / done, cells);
        translate(question, &seat->mean, answer);
    }
    return ok;
}

/* A batch, at most batch_max. False where some question could not be answered. */
static bool evaluate_batch(const Network *network, Seat *seat, const EvalQuestion *questions,
                           EvalAnswer *answers, int count) {
    bool ok = true;
    for (int i = 0; i < count; i++) {
        const EvalQuestion *question = &questions[i];
        const Situation *situation = rehearse(seat, question);
        ok = ok && situation != NULL;
        if (ok) {
            fast_add(seat->stream, situation, choose_symmetry(network, question));
        }
    }
    ok = fast_run(seat->stream, seat->answers) && ok;
    for (int i = 0; ok && i < count; i++) {
        translate(&questions[i], &seat->answers[i], &answers[i]);
    }
    return ok;
}

/* How many of the questions are evaluated together: at most so many; one that wants several images
 * is alone. */
static int count_together(const EvalQuestion *questions, int count, int most) {
    int together = 1;
    while (questions[0].images <= 1 && together < count && together < most &&
           questions[together].images <= 1) {
        together++;
    }
    return together;
}

static bool evaluate_together(const Network *network, Seat *seat, const EvalQuestion *questions,
                              EvalAnswer *answers, int count) {
    return questions->images > 1 ? evaluate_images(seat, questions, answers)
                                 : evaluate_batch(network, seat, questions, answers, count);
}

static void evaluate(const Evaluator *evaluator, const EvalQuestion *questions, EvalAnswer *answers,
                     int count) {
    /* The evaluator is the network's first member, and only its list of seats changes. */
    Network *network = (Network *)evaluator;
    Seat *seat = take_seat(network);
    for (int i = 0; i < count;) {
        const int together = count_together(questions + i, count - i, network->options.batch_max);
        const bool ok =
            seat != NULL && evaluate_together(network, seat, questions + i, answers + i, together);
        for (int k = i; !ok && k < i + together; k++) {
            shrug(&questions[k], &answers[k]);
        }
        i += together;
    }
    if (seat != NULL) {
        leave_seat(network, seat);
    }
}

bool network_evaluate(Network *network, const Game *game, Color color, Symmetry symmetry,
                      NetAnswer *answer) {
    Seat *seat = take_seat(network);
    if (seat == NULL) {
        return false;
    }
    const Situation *situation = rehearsal_play(seat->rehearsal, game, color, NULL, 0);
    bool ok = situation != NULL;
    if (ok) {
        fast_add(seat->stream, situation, symmetry);
        ok = fast_run(seat->stream, seat->answers);
        *answer = seat->answers[0];
    }
    leave_seat(network, seat);
    return ok;
}

/* ---- Opening ---- */

/* A network whose answer to the empty board is no number is of no use. */
static bool try_out(Network *network, const char *path, Status *status) {
    Game *game = game_new(HASH_DEFAULT_SEED);
    NetAnswer *answer = calloc(1, sizeof *answer);
    bool ok = (game != NULL && answer != NULL) || status_fail(status, "out of memory");
    ok = ok && (network_evaluate(network, game, BLACK, SYMMETRY_IDENTITY, answer) ||
                status_fail(status, "%.150s: the network's answers are not finite", path));
    game_free(game);
    free(answer);
    return ok;
}

bool network_is_built_in(Status *status) {
    (void)status;
    return true;
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
    network->model = model_load(path, status);
    network->fast =
        network->model != NULL ? fast_new(network->model, options->precision, status) : NULL;
    if (network->fast == NULL || !try_out(network, path, status)) {
        network_close(network);
        return NULL;
    }
    network->evaluator = (Evaluator){.name = network->model->name,
                                     .policy_visits = 1,
                                     .pass_visits = 0,
                                     .has_trace = false,
                                     .evaluate = evaluate};
    return network;
}

void network_close(Network *network) {
    if (network == NULL) {
        return;
    }
    for (Seat *seat = network->idle, *next; seat != NULL; seat = next) {
        next = seat->next;
        seat_free(seat);
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

double network_flop(const Network *network, int width, int height) {
    return fast_flop(network->fast, width, height);
}

FastTimes network_times(Network *network) {
    FastTimes sum = {0};
    pthread_mutex_lock(&network->mutex);
    for (const Seat *seat = network->idle; seat != NULL; seat = seat->next) {
        const FastTimes times = fast_stream_times(seat->stream);
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
