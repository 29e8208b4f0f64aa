/* Makes positions for fitting the prior (engine/eval/prior.h): games that a network plays against
 * itself by drawing moves from its policy, each position with that policy and the features of every
 * move.
 *
 *     sample-prior MODEL SIZE POSITIONS SEED >positions
 *
 * So that positions occur which good players do not come to, some games mix in moves drawn from the
 * prior itself and at random. One position in the output, in the machine's own byte order:
 *
 *     uint16 moves, then for each: float policy, uint8 features, uint16 feature... */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/rng.h"
#include "engine/eval/net/plain.h"
#include "engine/eval/prior.h"

enum { MOVES_MAX = CELL_COUNT_MAX + 1 };

typedef struct {
    Game *game;
    Plain *network;
    Rng rng;
    int count;
    Point moves[MOVES_MAX];
    float policy[MOVES_MAX]; /* sums to 1 */
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

/* Lists the moves of the position with the network's policy. False where it sees none of them. */
static bool ask_network(Sampler *s) {
    static GameSituation situation;
    static NetAnswer answer;
    Game *game = s->game;
    situation_from_game(game, &situation);
    const Symmetry image = (Symmetry)rng_below(&s->rng, SYMMETRY_COUNT);
    if (!plain_evaluate(s->network, &situation.situation, image, &answer)) {
        return false;
    }
    float sum = answer.pass;
    s->count = 0;
    for (int i = 0; i < game->board.empty_count; i++) {
        const Point p = game->board.empty[i];
        const Color color = (Color)game->board.to_move;
        if (game_check(game, color, p) == MOVE_LEGAL && !board_is_eye(&game->board, color, p)) {
            s->moves[s->count] = p;
            s->policy[s->count] = answer.policy[game->geometry->cell_of[p]];
            sum += s->policy[s->count++];
        }
    }
    s->moves[s->count] = POINT_PASS;
    s->policy[s->count++] = answer.pass;
    for (int i = 0; i < s->count; i++) {
        s->policy[i] /= sum;
    }
    return sum > 0.5F; /* else what it wants is to fill its own eyes */
}

static void write_position(const Sampler *s) {
    const PriorPosition position =
        prior_position(&s->game->board, move_before(s->game, 0), move_before(s->game, 1));
    const uint16_t count = (uint16_t)s->count;
    fwrite(&count, sizeof count, 1, stdout);
    for (int i = 0; i < s->count; i++) {
        uint16_t features[PRIOR_FEATURES_MAX];
        const uint8_t length = (uint8_t)prior_features(&position, s->moves[i], features);
        fwrite(&s->policy[i], sizeof s->policy[i], 1, stdout);
        fwrite(&length, sizeof length, 1, stdout);
        fwrite(features, sizeof features[0], length, stdout);
    }
}

/* A move by the network, or with probability noise one by the prior or at random. */
static Point choose(Sampler *s, double noise) {
    const double drawn = draw(&s->rng);
    if (drawn < noise / 4) {
        return s->moves[rng_below(&s->rng, (uint32_t)s->count)];
    }
    if (drawn >= noise) {
        return s->moves[draw_move(&s->rng, s->policy, s->count)];
    }
    static float prior[POINT_COUNT];
    float weights[MOVES_MAX];
    prior_compute(&s->game->board, move_before(s->game, 0), move_before(s->game, 1), prior);
    for (int i = 0; i < s->count; i++) {
        weights[i] = prior[s->moves[i]];
    }
    return s->moves[draw_move(&s->rng, weights, s->count)];
}

/* Plays one game; returns how many positions it gave, at most that many. */
static int play_game(Sampler *s, int size, int most, double noise) {
    Status status;
    int written = 0;
    if (!game_clear(s->game, size, size, &status)) {
        return most;
    }
    while (s->game->board.passes < 2 && s->game->move_count < 2 * size * size && written < most) {
        if (ask_network(s)) {
            write_position(s);
            written++;
        }
        if (!game_play(s->game, (Color)s->game->board.to_move, choose(s, noise), &status)) {
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
    sampler.rng = rng_new(strtoull(argv[4], NULL, 10));
    const int size = atoi(argv[2]), wanted = atoi(argv[3]);
    for (int game = 0, done = 0; done < wanted; game++) {
        done += play_game(&sampler, size, wanted - done, 0.08 * (game % 4));
    }
    plain_free(sampler.network);
    game_free(sampler.game);
    model_free(model);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
