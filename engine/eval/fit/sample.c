/* Makes positions for fitting the prior (engine/eval/prior.h): games in which a network draws moves
 * from its policy, each position with that policy.
 *
 *     sample-prior MODEL SIZE POSITIONS SEED >positions
 *
 * So that positions occur which good players do not come to but this engine does, most games mix in
 * moves by a short search of its own, and a few at random. The output is as position.h
 * says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/eval/fit/position.h"
#include "engine/eval/net/plain.h"
#include "engine/search/player.h"

/* The share of moves that are not the network's, game by game. */
static const double NOISE[4] = {0, 0.3, 0.9, 0.9};

static const double OTHER_SHARE = 0.3;   /* of the positions where it is not to move */
static const double RANDOM_SHARE = 0.05; /* of those moves are at random */
enum { SEARCH_VISITS = 24 };

typedef struct {
    Game *game;
    Plain *network;
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

/* The place of a move drawn in proportion to the weights. */
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

/* Lists the moves of the position, pass being the last. */
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

/* The network's policy for those moves. False where it sees none of them. */
static bool ask_network(Sampler *s) {
    static GameSituation situation;
    static NetAnswer answer;
    const Game *game = s->game;
    situation_from_game(game, &situation);
    const Symmetry image = (Symmetry)rng_below(&s->rng, SYMMETRY_COUNT);
    if (!plain_evaluate(s->network, &situation.situation, image, &answer)) {
        return false;
    }
    float sum = 0;
    for (int i = 0; i < s->count; i++) {
        const Point p = s->moves[i];
        s->policy[i] = p == POINT_PASS ? answer.pass : answer.policy[game->geometry->cell_of[p]];
        sum += s->policy[i];
    }
    for (int i = 0; i < s->count; i++) {
        s->policy[i] /= sum;
    }
    return sum > 0.5F; /* else what it wants is to fill its own eyes */
}

static void write_position(const Sampler *s) {
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
    fit_position_write(&position, stdout);
}

/* A move by a short search, or seldom one at random. */
static Point choose_without_network(Sampler *s) {
    if (draw(&s->rng) < RANDOM_SHARE) {
        return s->moves[rng_below(&s->rng, (uint32_t)s->count)];
    }
    PlayerMove answer;
    Status status;
    s->options.seed = rng_next(&s->rng);
    const Color color = (Color)s->game->board.to_move;
    return player_choose(&s->player, &s->options, NULL, s->game, color, &answer, &status)
               ? answer.move
               : POINT_PASS;
}

/* Plays one game; returns how many positions it gave, at most that many. The network, which takes
 * nearly all of the time, is asked where it is to move and in a part of the other positions. */
static int play_game(Sampler *s, int size, int most, double noise) {
    Status status;
    int written = 0;
    if (!game_clear(s->game, size, size, &status)) {
        return most;
    }
    while (s->game->board.passes < 2 && s->game->move_count < 2 * size * size && written < most) {
        list_moves(s);
        const bool by_network = draw(&s->rng) >= noise;
        bool has_policy = false;
        if (by_network || draw(&s->rng) < OTHER_SHARE) {
            has_policy = ask_network(s);
        }
        if (has_policy) {
            write_position(s);
            written++;
        }
        const Point move = by_network && has_policy
                               ? s->moves[draw_move(&s->rng, s->policy, s->count)]
                               : choose_without_network(s);
        if (!game_play(s->game, (Color)s->game->board.to_move, move, &status)) {
            return most;
        }
    }
    return written;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: sample-prior MODEL SIZE POSITIONS SEED >positions\n");
        return 2;
    }
    Status status;
    Model *model = model_load(argv[1], &status);
    if (model == NULL) {
        fprintf(stderr, "sample-prior: %s\n", status.text);
        return 1;
    }
    static Sampler sampler;
    sampler.game = game_new(HASH_DEFAULT_SEED);
    sampler.network = plain_new(model);
    player_init(&sampler.player);
    sampler.options = player_default_options();
    sampler.options.visits = SEARCH_VISITS;
    sampler.options.keep = false;
    sampler.options.memory_mb = 8;
    sampler.options.resign_below = 0;
    sampler.rng = rng_new(strtoull(argv[4], NULL, 10));
    const int size = atoi(argv[2]), wanted = atoi(argv[3]);
    for (int game = 0, done = 0; done < wanted; game++) {
        done += play_game(&sampler, size, wanted - done, NOISE[game % 4]);
    }
    plain_free(sampler.network);
    game_free(sampler.game);
    model_free(model);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
