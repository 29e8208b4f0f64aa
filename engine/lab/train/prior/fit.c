/* fit-prior: fits the weights of the prior (engine/eval/prior/prior.h) to positions that sample.c
 * wrote, by gradient descent (D. Kingma, J. Ba, "Adam", 2015) on the cross entropy between the
 * network's policy and the model's. The last tenth of each file is held out, to test the model on
 * new positions; it has one game in common with the rest.
 *
 *     fit-prior EPOCHS WEIGHTS POSITIONS...
 *
 * WEIGHTS is the file to write (engine/eval/prior/weights.h); its checksum goes into WEIGHTS.cksum.
 * One thread. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/eval/inside/inside.h"
#include "engine/eval/prior/prior.h"
#include "engine/eval/prior/weights.h"
#include "engine/lab/train/prior/position.h"
#include "hash/random.h"

enum {
    BATCH = 32,            /* positions for each step of Adam */
    HELD_OUT_DIVISOR = 10, /* one position in this many is held out */
};

static const float RATE = 0.02F;         /* of the first step, by which weights change at most */
static const float RATE_FALL = 0.05F;    /* the rate falls to this share of it by the last epoch */
static const float MEAN_RATE = 0.1F;     /* Adam's 1 - beta 1 */
static const float SQUARE_RATE = 0.001F; /* Adam's 1 - beta 2 */
static const float SQUARE_MIN = 1e-8F;   /* Adam's epsilon */
static const float WEIGHT_DECAY = 1e-5F; /* keeps features that are rare near 0 */
static const double POLICY_MIN = 1e-12;  /* keeps logarithms finite */

typedef struct {
    float policy;
    uint8_t length;
    uint32_t features; /* the first, in Data.features */
} FitMove;

typedef struct {
    uint32_t moves; /* the first, in Data.moves */
    uint16_t count;
    bool is_held_out;
} FitSample;

typedef struct {
    FitSample *positions;
    FitMove *moves;
    uint16_t *features;
    size_t position_count, move_count, feature_count;
} Data;

/* The model, and Adam's moving averages of its gradients. */
typedef struct {
    float weights[PRIOR_FEATURES];
    float gradient[PRIOR_FEATURES], mean[PRIOR_FEATURES], square[PRIOR_FEATURES];
    int steps;
} Fit;

static void add_move(Data *data, const PriorPosition *prior, Point p, float policy) {
    uint16_t features[PRIOR_FEATURES_MAX];
    const int length = prior_features(prior, p, features);
    data->moves = memory_grow(data->moves, data->move_count, sizeof *data->moves);
    data->moves[data->move_count++] =
        (FitMove){policy, (uint8_t)length, (uint32_t)data->feature_count};
    for (int i = 0; i < length; i++) {
        data->features = memory_grow(data->features, data->feature_count, sizeof *data->features);
        data->features[data->feature_count++] = features[i];
    }
}

/* Returns false if the position is impossible. */
static bool add_position(Data *data, const FitPosition *position) {
    Geometry *geometry =
        memory_check(geometry_new(position->side, position->side, HASH_DEFAULT_SEED));
    Board board;
    Status status;
    board_init(&board, geometry);
    const bool ok = board_set_up(&board, position->cells, (Color)position->to_move, &status);
    if (ok) {
        board.ko = position->ko;
        board.passes = position->passes;
        data->positions =
            memory_grow(data->positions, data->position_count, sizeof *data->positions);
        data->positions[data->position_count++] =
            (FitSample){.moves = (uint32_t)data->move_count, .count = position->count};
        const PriorPosition prior = prior_position(&board, position->last, position->before);
        for (int i = 0; i < position->count; i++) {
            add_move(data, &prior, position->moves[i], position->policy[i]);
        }
    }
    geometry_free(geometry);
    return ok;
}

/* Reads a file of positions. Returns false with a message if it is not one. */
static bool read_file(Data *data, const char *path, Status *status) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return file_fail(status, path, strerror(errno));
    }
    FitPosition position;
    const size_t first = data->position_count;
    bool ended = false;
    if (fit_read_start(file)) {
        while (fit_read_position(&position, file, &ended) && add_position(data, &position)) {
        }
    }
    fclose(file);
    const size_t count = data->position_count - first;
    const size_t fitted = count * (HELD_OUT_DIVISOR - 1) / HELD_OUT_DIVISOR;
    for (size_t i = first; i < data->position_count; i++) {
        data->positions[i].is_held_out = i - first >= fitted;
    }
    return ended || file_fail(status, path, "not a file of positions, or a damaged one");
}

/* Computes the model's policy. Returns the cross entropy; *agrees says whether the network has the
 * same best move. */
static double evaluate(const Fit *fit, const Data *data, const FitSample *position, double *policy,
                       bool *agrees) {
    const FitMove *moves = &data->moves[position->moves];
    double most = -INFINITY, sum = 0, entropy = 0;
    int best = 0, wanted = 0;
    for (int i = 0; i < position->count; i++) {
        policy[i] = 0;
        for (int k = 0; k < moves[i].length; k++) {
            policy[i] += fit->weights[data->features[moves[i].features + (uint32_t)k]];
        }
        best = policy[i] > most ? i : best;
        most = fmax(most, policy[i]);
        wanted = moves[i].policy > moves[wanted].policy ? i : wanted;
    }
    for (int i = 0; i < position->count; i++) {
        policy[i] = exp(policy[i] - most);
        sum += policy[i];
    }
    for (int i = 0; i < position->count; i++) {
        policy[i] /= sum;
        entropy -= moves[i].policy * log(policy[i] + POLICY_MIN);
    }
    *agrees = best == wanted;
    return entropy;
}

static void add_gradient(Fit *fit, const Data *data, const FitSample *position, double *entropy) {
    double policy[FIT_MOVES_MAX];
    bool agrees;
    *entropy += evaluate(fit, data, position, policy, &agrees);
    for (int i = 0; i < position->count; i++) {
        const FitMove *move = &data->moves[position->moves + (uint32_t)i];
        for (int k = 0; k < move->length; k++) {
            fit->gradient[data->features[move->features + (uint32_t)k]] +=
                (float)(policy[i] - move->policy) / (float)BATCH;
        }
    }
}

static void step_adam(Fit *fit, float rate) {
    fit->steps++;
    const float mean_scale = 1 / (1 - powf(1 - MEAN_RATE, (float)fit->steps));
    const float square_scale = 1 / (1 - powf(1 - SQUARE_RATE, (float)fit->steps));
    for (int i = 0; i < PRIOR_FEATURES; i++) {
        const float g = fit->gradient[i] + WEIGHT_DECAY * fit->weights[i];
        fit->mean[i] += MEAN_RATE * (g - fit->mean[i]);
        fit->square[i] += SQUARE_RATE * (g * g - fit->square[i]);
        fit->weights[i] -=
            rate * fit->mean[i] * mean_scale / (sqrtf(fit->square[i] * square_scale) + SQUARE_MIN);
    }
}

static void swap(FitSample *a, FitSample *b) {
    const FitSample position = *a;
    *a = *b;
    *b = position;
}

/* Moves the positions to fit to the front, in random order. Returns their number. */
static size_t shuffle(Data *data) {
    size_t count = 0;
    for (size_t i = 0; i < data->position_count; i++) {
        if (!data->positions[i].is_held_out) {
            swap(&data->positions[i], &data->positions[count++]);
        }
    }
    SplitMix random = {1};
    for (size_t i = count; i > 1; i--) {
        swap(&data->positions[i - 1], &data->positions[splitmix_next(&random) % i]);
    }
    return count;
}

static void report(const Fit *fit, const Data *data, size_t from, int epoch, double train) {
    double entropy = 0;
    size_t agreed = 0;
    for (size_t i = from; i < data->position_count; i++) {
        double policy[FIT_MOVES_MAX];
        bool agrees;
        entropy += evaluate(fit, data, &data->positions[i], policy, &agrees);
        agreed += agrees;
    }
    const double count = (double)(data->position_count - from);
    fprintf(stderr, "epoch %d: cross entropy %.4f, on new positions %.4f, same best move %.1f%%\n",
            epoch, train, entropy / count, 100 * (double)agreed / count);
}

static void run_epochs(Fit *fit, const Data *data, size_t fitted, int epochs) {
    const size_t used = fitted / BATCH * BATCH;
    for (int epoch = 0; epoch < epochs; epoch++) {
        const float rate = RATE * powf(RATE_FALL, (float)epoch / (float)epochs);
        double entropy = 0;
        for (size_t i = 0; i < used; i += BATCH) {
            memset(fit->gradient, 0, sizeof fit->gradient);
            for (size_t k = i; k < i + BATCH; k++) {
                add_gradient(fit, data, &data->positions[k], &entropy);
            }
            step_adam(fit, rate);
        }
        report(fit, data, fitted, epoch, entropy / (double)used);
    }
}

/* Writes the weights to the file and what cksum says of it to FILE.cksum. */
static bool write_weights(const Fit *fit, const char *path, Status *status) {
    static uint8_t bytes[PRIOR_FILE_SIZE];
    prior_weights_write(fit->weights, bytes);
    char sum[64], *sum_path = memory_new(strlen(path) + sizeof ".cksum", 1);
    const int length =
        snprintf(sum, sizeof sum, "%u %d\n", inside_checksum(bytes, sizeof bytes), PRIOR_FILE_SIZE);
    strcat(strcpy(sum_path, path), ".cksum");
    const bool ok = file_replace(path, (const char *)bytes, sizeof bytes, status) &&
                    file_replace(sum_path, sum, (size_t)length, status);
    free(sum_path);
    return ok;
}

static void data_free(Data *data) {
    free(data->positions);
    free(data->moves);
    free(data->features);
}

typedef struct {
    int epochs;
    const char *weights; /* the file to write */
    OptionList positions;
} FitOptions;

static bool fit_files(Data *data, const FitOptions *options, Status *status) {
    for (int i = 0; i < options->positions.count; i++) {
        if (!read_file(data, options->positions.items[i], status)) {
            return false;
        }
    }
    const size_t fitted = shuffle(data);
    if (fitted < BATCH) {
        return status_fail(status, "%zu positions to fit are too few: at least %d are needed",
                           fitted, BATCH);
    }
    Fit *fit = memory_new(1, sizeof *fit);
    run_epochs(fit, data, fitted, options->epochs);
    const bool ok = write_weights(fit, options->weights, status);
    free(fit);
    return ok;
}

#define FIELD(member) offsetof(FitOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "EPOCHS", .kind = OPTION_INT, .is_required = true, .integer = {1, 1000}, .offset = FIELD(epochs)},
    {.name = "WEIGHTS", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(weights)},
    {.name = "POSITIONS", .kind = OPTION_LIST, .is_required = true, .offset = FIELD(positions)},
    {0},
};
// clang-format on

int main(int argc, char **argv) {
    Status status;
    FitOptions options = {0};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    bool ok = option_read(groups, argc, argv, &status);
    if (!ok) {
        fprintf(
            stderr,
            "fit-prior: %s\nusage: fit-prior EPOCHS WEIGHTS POSITIONS...\n"
            "Fits the prior's weights to the positions. Writes them to the file WEIGHTS and its "
            "checksum to WEIGHTS.cksum.\n",
            status.text);
        option_list_free(&options.positions);
        return 2;
    }
    Data data = {0};
    ok = fit_files(&data, &options, &status);
    if (!ok) {
        fprintf(stderr, "fit-prior: %s\n", status.text);
    }
    data_free(&data);
    option_list_free(&options.positions);
    return ok ? 0 : 1;
}
