/* Fits the weights of the prior (engine/eval/prior.h) to positions that sample.c made: gradient
 * descent (D. Kingma, J. Ba, "Adam", 2015) on the cross entropy between the network's policy and
 * the model's. One position in ten is kept back to see how well it does on new ones.
 *
 *     fit-prior EPOCHS POSITIONS... >prior_weights.c */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/fit/position.h"
#include "engine/eval/prior.h"
#include "hash/random.h"

enum { BATCH = 32 };

typedef struct {
    float policy;
    uint8_t length;
    uint32_t features; /* the first, in Data.features */
} FitMove;

typedef struct {
    uint32_t moves; /* the first, in Data.moves */
    uint16_t count;
} Position;

typedef struct {
    Position *positions;
    FitMove *moves;
    uint16_t *features;
    size_t position_count, move_count, feature_count;
    size_t position_room, move_room, feature_room;
} Data;

static float weights[PRIOR_FEATURES];

/* Room for count more items. */
static void *grow(void *items, size_t used, size_t *room, size_t count, size_t size) {
    if (used + count > *room) {
        *room = 2 * *room + count + 1024;
        items = realloc(items, *room * size);
        if (items == NULL) {
            fprintf(stderr, "fit-prior: out of memory\n");
            exit(1);
        }
    }
    return items;
}

static void add_move(Data *data, const PriorPosition *prior, Point p, float policy) {
    data->moves = grow(data->moves, data->move_count, &data->move_room, 1, sizeof *data->moves);
    data->features = grow(data->features, data->feature_count, &data->feature_room,
                          PRIOR_FEATURES_MAX, sizeof *data->features);
    FitMove *move = &data->moves[data->move_count++];
    move->policy = policy;
    move->features = (uint32_t)data->feature_count;
    move->length = (uint8_t)prior_features(prior, p, &data->features[data->feature_count]);
    data->feature_count += move->length;
}

/* False where there can be no such position. */
static bool add_position(Data *data, const FitPosition *position) {
    Geometry *geometry = geometry_new(position->side, position->side, HASH_DEFAULT_SEED);
    Board board;
    Status status;
    bool ok = geometry != NULL;
    if (ok) {
        board_init(&board, geometry);
        ok = board_set_up(&board, position->cells, (Color)position->to_move, &status);
    }
    if (ok) {
        board.ko = position->ko;
        board.passes = position->passes;
        data->positions = grow(data->positions, data->position_count, &data->position_room, 1,
                               sizeof *data->positions);
        data->positions[data->position_count++] =
            (Position){.moves = (uint32_t)data->move_count, .count = position->count};
        const PriorPosition prior = prior_position(&board, position->last, position->before);
        for (int i = 0; i < position->count; i++) {
            add_move(data, &prior, position->moves[i], position->policy[i]);
        }
    }
    geometry_free(geometry);
    return ok;
}

static bool read_file(Data *data, const char *path) {
    FILE *file = fopen(path, "rb");
    bool ended = false;
    if (file != NULL) {
        static FitPosition position;
        while (fit_position_read(&position, file, &ended) && add_position(data, &position)) {
        }
        fclose(file);
    }
    return ended;
}

/* The model's policy; returns the cross entropy, and whether both like the same move best. */
static double evaluate(const Data *data, const Position *position, double *policy, bool *agrees) {
    const FitMove *moves = &data->moves[position->moves];
    double most = -INFINITY, sum = 0, entropy = 0;
    int best = 0, wanted = 0;
    for (int i = 0; i < position->count; i++) {
        policy[i] = 0;
        for (int k = 0; k < moves[i].length; k++) {
            policy[i] += weights[data->features[moves[i].features + (uint32_t)k]];
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
        entropy -= moves[i].policy * log(policy[i] + 1e-12);
    }
    *agrees = best == wanted;
    return entropy;
}

static void add_gradient(const Data *data, const Position *position, float *gradient,
                         double *entropy) {
    double policy[FIT_MOVES_MAX];
    bool agrees;
    *entropy += evaluate(data, position, policy, &agrees);
    for (int i = 0; i < position->count; i++) {
        const FitMove *move = &data->moves[position->moves + (uint32_t)i];
        for (int k = 0; k < move->length; k++) {
            gradient[data->features[move->features + (uint32_t)k]] +=
                (float)(policy[i] - move->policy) / BATCH;
        }
    }
}

static void step_adam(const float *gradient, float rate) {
    static float mean[PRIOR_FEATURES], square[PRIOR_FEATURES];
    static int steps;
    steps++;
    const float mean_scale = 1 / (1 - powf(0.9F, (float)steps));
    const float square_scale = 1 / (1 - powf(0.999F, (float)steps));
    for (int i = 0; i < PRIOR_FEATURES; i++) {
        const float g = gradient[i] + 1e-5F * weights[i]; /* a little weight decay */
        mean[i] += 0.1F * (g - mean[i]);
        square[i] += 0.001F * (g * g - square[i]);
        weights[i] -= rate * mean[i] * mean_scale / (sqrtf(square[i] * square_scale) + 1e-8F);
    }
}

static void shuffle(Data *data) {
    SplitMix random = {1};
    for (size_t i = data->position_count; i > 1; i--) {
        const size_t k = splitmix_next(&random) % i;
        const Position position = data->positions[i - 1];
        data->positions[i - 1] = data->positions[k];
        data->positions[k] = position;
    }
}

static void report(const Data *data, size_t from, int epoch, double train) {
    double entropy = 0;
    size_t agreed = 0;
    for (size_t i = from; i < data->position_count; i++) {
        double policy[FIT_MOVES_MAX];
        bool agrees;
        entropy += evaluate(data, &data->positions[i], policy, &agrees);
        agreed += agrees;
    }
    const double count = (double)(data->position_count - from);
    fprintf(stderr, "epoch %d: cross entropy %.4f, on new positions %.4f, same best move %.1f%%\n",
            epoch, train / (double)from, entropy / count, 100 * (double)agreed / count);
}

static void fit(const Data *data, int epochs) {
    static float gradient[PRIOR_FEATURES];
    const size_t trained = data->position_count * 9 / 10;
    for (int epoch = 0; epoch < epochs; epoch++) {
        const float rate = 0.02F * powf(0.05F, (float)epoch / (float)epochs);
        double entropy = 0;
        for (size_t i = 0; i + BATCH <= trained; i += BATCH) {
            memset(gradient, 0, sizeof gradient);
            for (size_t k = i; k < i + BATCH; k++) {
                add_gradient(data, &data->positions[k], gradient, &entropy);
            }
            step_adam(gradient, rate);
        }
        report(data, trained, epoch, entropy);
    }
}

static void print_weights(void) {
    printf("/* Made by engine/eval/fit; see prior.h. */\n#include \"engine/eval/prior.h\"\n\n"
           "/* clang-format off */\nconst float PRIOR_WEIGHTS[PRIOR_FEATURES] = {\n");
    for (int i = 0; i < PRIOR_FEATURES; i++) {
        printf("%.2fF,%s", (double)weights[i], i % 16 == 15 || i == PRIOR_FEATURES - 1 ? "\n" : "");
    }
    printf("};\n");
}

int main(int argc, char **argv) {
    Data data = {0};
    for (int i = 2; i < argc; i++) {
        if (!read_file(&data, argv[i])) {
            fprintf(stderr, "fit-prior: %s: no positions of this program\n", argv[i]);
            return 1;
        }
    }
    if (data.position_count < 10 * BATCH) {
        fprintf(stderr, "usage: fit-prior EPOCHS POSITIONS... >prior_weights.c\n");
        return 2;
    }
    shuffle(&data);
    fit(&data, atoi(argv[1]));
    print_weights();
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
