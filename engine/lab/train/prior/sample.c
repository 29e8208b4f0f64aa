/* sample-prior: writes positions to fit the prior (engine/eval/prior/prior.h) to, each with the
 * policy of a network. They are from games in which the network samples its moves from that policy.
 *
 *     sample-prior MODEL SIZE POSITIONS SEED >positions
 *
 * In most games some moves come from a short search without a network, and a few are random, so
 * that positions occur that strong play would not reach. position.h has the format. One thread. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/rng.h"
#include "engine/eval/network.h"
#include "engine/lab/train/prior/position.h"
#include "engine/player/player.h"

enum {
    NOISE_COUNT = 4,
    SEARCH_VISITS = 24, /* of the short search */
    SEARCH_MEMORY_MB = 8,
    GAME_MOVES_PER_POINT = 2, /* a game ends after this many moves for each point */
};

/* The share of moves that are not the network's, game by game in turn. */
static const double NOISE[NOISE_COUNT] = {0, 0.3, 0.9, 0.9};

/* The share of other moves' positions whose policy is asked for, which takes most of the time. */
static const double OTHER_SHARE = 0.3;

static const double RANDOM_SHARE = 0.05; /* of the moves that are not the network's */

/* The least sum of the network's policy over the listed moves; the rest is for filling its own eyes
 * and illegal moves. */
static const float POLICY_SUM_MIN = 0.5F;

typedef struct {
    Game *game;
    Network *network;
    NetAnswer answer;
    Player player;
    PlayerOptions options;
    Rng rng;
    int count;
    Point moves[FIT_MOVES_MAX];
    float policy[FIT_MOVES_MAX]; /* sums to 1 */
} Sampler;

/* Samples a move in proportion to the weights. Returns its index. */
static int sample_move(Rng *rng, const float *weights, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += weights[i];
    }
    double left = rng_unit(rng) * sum;
    int i = 0;
    while (i < count - 1 && (left -= weights[i]) >= 0) {
        i++;
    }
    return i;
}

static Point move_before(const Game *game, int i) {
    return game->move_count > i ? game->moves[game->move_count - 1 - i].point : POINT_NONE;
}

/* Lists the legal moves that fill no own eye, and last the pass. */
static void list_moves(Sampler *s) {
    const Game *game = s->game;
    const Color color = (Color)game->board.to_move;
    s->count = 0;
    for (int i = 0; i < game->board.empty_count; i++) {
        const Point p = game->board.empty[i];
        if (game_check(game, color, p) == MOVE_LEGAL && !board_is_eye(&game->board, color, p)) {
            s->moves[s->count++] = p;
        }
    }
    s->moves[s->count++] = POINT_PASS;
}

/* Asks the network for its policy over the listed moves. *has_policy: is their sum large enough?
 * Returns false with a message on failure. */
static bool ask_network(Sampler *s, bool *has_policy, Status *status) {
    const Game *game = s->game;
    const NetAnswer *answer = &s->answer;
    const NetworkRequest request = {
        .game = game,
        .color = (Color)game->board.to_move,
        .symmetry = (Symmetry)rng_below(&s->rng, SYMMETRY_COUNT),
    };
    if (!network_evaluate(s->network, &request, &s->answer, status)) {
        return false;
    }
    float sum = 0;
    for (int i = 0; i < s->count; i++) {
        const Point p = s->moves[i];
        s->policy[i] = p == POINT_PASS ? answer->pass : answer->policy[game->geometry->cell_of[p]];
        sum += s->policy[i];
    }
    for (int i = 0; i < s->count; i++) {
        s->policy[i] /= sum;
    }
    *has_policy = sum > POLICY_SUM_MIN;
    return true;
}

static bool write_position(const Sampler *s) {
    FitPosition position = {.side = (uint8_t)s->game->geometry->width,
                            .to_move = s->game->board.to_move,
                            .passes = (uint8_t)s->game->board.passes,
                            .ko = s->game->board.ko,
                            .last = move_before(s->game, 0),
                            .before = move_before(s->game, 1),
                            .count = (uint16_t)s->count};
    board_get_cells(&s->game->board, position.cells);
    memcpy(position.moves, s->moves, sizeof position.moves);
    memcpy(position.policy, s->policy, sizeof position.policy);
    return fit_write_position(&position, stdout);
}

/* Chooses a move by a short search, or sometimes at random. */
static Point choose_without_network(Sampler *s) {
    if (rng_unit(&s->rng) < RANDOM_SHARE) {
        return s->moves[rng_below(&s->rng, (uint32_t)s->count)];
    }
    PlayerMove answer;
    Status status;
    s->options.seed = rng_next(&s->rng);
    const Turn turn = {
        .game = s->game, .color = (Color)s->game->board.to_move, .options = &s->options};
    return player_choose(&s->player, &turn, &answer, &status) ? answer.move : POINT_PASS;
}

static bool fail_to_write(Status *status) {
    return status_fail(status, "standard output: %s", strerror(errno));
}

/* Plays one game and writes at most `most` of its positions. Sets the number written. Returns false
 * with a message on failure. */
static bool play_game(Sampler *s, int size, int64_t most, double noise, int64_t *written,
                      Status *status) {
    *written = 0;
    if (!game_clear(s->game, size, size, status)) {
        return false;
    }
    while (s->game->board.passes < 2 && s->game->move_count < GAME_MOVES_PER_POINT * size * size &&
           *written < most) {
        list_moves(s);
        const bool by_network = rng_unit(&s->rng) >= noise;
        bool has_policy = false;
        if ((by_network || rng_unit(&s->rng) < OTHER_SHARE) &&
            !ask_network(s, &has_policy, status)) {
            return false;
        }
        if (has_policy) {
            if (!write_position(s)) {
                return fail_to_write(status);
            }
            ++*written;
        }
        const Point move = by_network && has_policy
                               ? s->moves[sample_move(&s->rng, s->policy, s->count)]
                               : choose_without_network(s);
        if (!game_play(s->game, (Color)s->game->board.to_move, move, status)) {
            return false;
        }
    }
    return true;
}

/* The network is still to be opened. */
static Sampler *sampler_new(int64_t seed) {
    Sampler *s = memory_new(1, sizeof *s);
    s->game = memory_check(game_new(HASH_DEFAULT_SEED));
    s->rng = rng_new((uint64_t)seed);
    s->options = player_default_options();
    s->options.visits = SEARCH_VISITS;
    s->options.keep = false;
    s->options.memory_mb = SEARCH_MEMORY_MB;
    s->options.resign_below = 0;
    memory_check(player_init(&s->player, NULL) ? s : NULL);
    return s;
}

static void sampler_free(Sampler *s) {
    player_free(&s->player);
    network_close(s->network);
    game_free(s->game);
    free(s);
}

typedef struct {
    const char *model;
    int size;
    int64_t positions, seed;
} SampleOptions;

static bool check_network(const Network *network, const char *path, Status *status) {
    return !network_has_encoder(network) ||
           status_fail(status, "%.150s: a human-play network, which would need a profile", path);
}

static bool sample(const SampleOptions *options, Status *status) {
    const NetworkOptions network = {.precision = PRECISION_FP32, .threads = 1};
    Sampler *s = sampler_new(options->seed);
    s->network = network_open(options->model, &network, status);
    bool ok = s->network != NULL && check_network(s->network, options->model, status) &&
              (fit_write_start(stdout) || fail_to_write(status));
    int64_t written = 0, wanted = options->positions;
    for (int game = 0; ok && wanted > 0; game++, wanted -= written) {
        ok = play_game(s, options->size, wanted, NOISE[game % NOISE_COUNT], &written, status);
    }
    sampler_free(s);
    return ok && (fflush(stdout) == 0 || fail_to_write(status));
}

#define FIELD(member) offsetof(SampleOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "MODEL", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(model)},
    {.name = "SIZE", .kind = OPTION_INT, .is_required = true, .integer = {2, BOARD_SIDE_MAX}, .offset = FIELD(size)},
    {.name = "POSITIONS", .kind = OPTION_INT64, .is_required = true, .integer = {1, INT32_MAX}, .offset = FIELD(positions)},
    {.name = "SEED", .kind = OPTION_INT64, .is_required = true, .integer = {0, INT64_MAX}, .offset = FIELD(seed)},
    {0},
};
// clang-format on

int main(int argc, char **argv) {
    Status status;
    SampleOptions options;
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    if (!option_read(groups, argc, argv, &status)) {
        fprintf(stderr,
                "sample-prior: %s\nusage: sample-prior MODEL SIZE POSITIONS SEED >positions\n",
                status.text);
        return 2;
    }
    if (!sample(&options, &status)) {
        fprintf(stderr, "sample-prior: %s\n", status.text);
        return 1;
    }
    return 0;
}
