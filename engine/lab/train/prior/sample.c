/* sample-prior: writes positions to fit the prior (engine/eval/prior/prior.h) to, each with the
 * policy of a network. They are from games in which the network draws its moves from that policy.
 *
 *     sample-prior MODEL SIZE POSITIONS SEED >positions
 *
 * Most games mix in moves by a short search of this engine without a network, and a few random
 * ones, so that positions occur which strong play would not reach. position.h has the format. One
 * thread. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Where the network does not move, its policy is asked for in this share of positions, since that
 * takes most of the time. */
static const double OTHER_SHARE = 0.3;

static const double RANDOM_SHARE = 0.05; /* of the moves that are not the network's */

/* The least sum of the network's policy over the listed moves: below it the network wants to fill
 * its own eyes or to make illegal moves. */
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

static double draw(Rng *rng) {
    return rng_next(rng) * 0x1p-32;
}

/* Draws a move in proportion to the weights and returns its index. */
static int draw_move(Rng *rng, const float *weights, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += weights[i];
    }
    double left = draw(rng) * sum;
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

/* Asks the network for its policy over the listed moves. Returns false if it has too little on
 * them. */
static bool ask_network(Sampler *s) {
    const Game *game = s->game;
    const NetAnswer *answer = &s->answer;
    const NetworkRequest request = {
        .game = game,
        .color = (Color)game->board.to_move,
        .symmetry = (Symmetry)rng_below(&s->rng, SYMMETRY_COUNT),
    };
    Status status;
    if (!network_evaluate(s->network, &request, &s->answer, &status)) {
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
    return sum > POLICY_SUM_MIN;
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

/* Chooses a move by a short search, or now and then at random. */
static Point choose_without_network(Sampler *s) {
    if (draw(&s->rng) < RANDOM_SHARE) {
        return s->moves[rng_below(&s->rng, (uint32_t)s->count)];
    }
    PlayerMove answer;
    Status status;
    s->options.seed = rng_next(&s->rng);
    const Turn turn = {
        .game = s->game, .color = (Color)s->game->board.to_move, .options = &s->options};
    return player_choose(&s->player, &turn, &answer, &status) ? answer.move : POINT_PASS;
}

/* Plays one game and writes at most `most` of its positions; *written gets their number. Returns
 * false with a message on failure. */
static bool play_game(Sampler *s, int size, int64_t most, double noise, int64_t *written,
                      Status *status) {
    *written = 0;
    if (!game_clear(s->game, size, size, status)) {
        return false;
    }
    while (s->game->board.passes < 2 && s->game->move_count < GAME_MOVES_PER_POINT * size * size &&
           *written < most) {
        list_moves(s);
        const bool by_network = draw(&s->rng) >= noise;
        bool has_policy = false;
        if (by_network || draw(&s->rng) < OTHER_SHARE) {
            has_policy = ask_network(s);
        }
        if (has_policy) {
            if (!write_position(s)) {
                return status_fail(status, "standard output: %s", strerror(errno));
            }
            ++*written;
        }
        const Point move = by_network && has_policy
                               ? s->moves[draw_move(&s->rng, s->policy, s->count)]
                               : choose_without_network(s);
        if (!game_play(s->game, (Color)s->game->board.to_move, move, status)) {
            return false;
        }
    }
    return true;
}

static bool sampler_init(Sampler *s, const char *model, int64_t seed, Status *status) {
    const NetworkOptions options = {.precision = PRECISION_FP32, .batch_max = 1, .threads = 1};
    *s = (Sampler){.game = game_new(HASH_DEFAULT_SEED),
                   .network = network_open(model, &options, status),
                   .options = player_default_options(),
                   .rng = rng_new((uint64_t)seed)};
    s->options.visits = SEARCH_VISITS;
    s->options.keep = false;
    s->options.memory_mb = SEARCH_MEMORY_MB;
    s->options.resign_below = 0;
    if (!player_init(&s->player, NULL) || s->game == NULL) {
        return status_fail(status, "out of memory");
    }
    return s->network != NULL;
}

static void sampler_free(Sampler *s) {
    player_free(&s->player);
    network_close(s->network);
    game_free(s->game);
}

typedef struct {
    const char *model;
    int size;
    int64_t positions, seed;
} SampleOptions;

static bool sample(const SampleOptions *options, Status *status) {
    Sampler *s = calloc(1, sizeof *s);
    bool ok = s != NULL && sampler_init(s, options->model, options->seed, status);
    ok = ok &&
         (fit_write_start(stdout) || status_fail(status, "standard output: %s", strerror(errno)));
    int64_t written = 0, wanted = options->positions;
    for (int game = 0; ok && wanted > 0; game++, wanted -= written) {
        ok = play_game(s, options->size, wanted, NOISE[game % NOISE_COUNT], &written, status);
    }
    if (s != NULL) {
        sampler_free(s);
    }
    free(s);
    return ok &&
           (fflush(stdout) == 0 || status_fail(status, "standard output: %s", strerror(errno)));
}

static const Option OPTIONS[] = {
    {.name = "MODEL",
     .kind = OPTION_TEXT,
     .is_required = true,
     .offset = offsetof(SampleOptions, model)},
    {.name = "SIZE",
     .kind = OPTION_INT,
     .is_required = true,
     .whole = {2, BOARD_SIDE_MAX},
     .offset = offsetof(SampleOptions, size)},
    {.name = "POSITIONS",
     .kind = OPTION_WHOLE,
     .is_required = true,
     .whole = {1, INT32_MAX},
     .offset = offsetof(SampleOptions, positions)},
    {.name = "SEED",
     .kind = OPTION_WHOLE,
     .is_required = true,
     .whole = {0, INT64_MAX},
     .offset = offsetof(SampleOptions, seed)},
    {0},
};

int main(int argc, char **argv) {
    Status status = {.text = "out of memory"};
    SampleOptions options;
    const OptionGroup groups[] = {{OPTIONS, &options, NULL}, {0}};
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
