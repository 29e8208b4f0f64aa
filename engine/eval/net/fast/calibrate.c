#include "engine/eval/net/fast/calibrate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/input/trial_game.h"

/* One game on each of four sizes: `evaluations` positions are evaluated, and `moves` moves are
 * sampled from each answer. Evaluations of a large network are slow, and positions a few moves
 * apart have much the same dynamic ranges. What games never show (lopsided positions) is evaluated
 * in fp32 (fast.c). */
static const struct {
    int size, evaluations, moves;
    const char *profile; /* the players, for networks that imitate people */
} GAMES[] = {
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* fuzz_net.c calibrates thousands of networks */
    {19, 20, 10, "rank_5k"},
    {13, 14, 7, "rank_3d"},
    {9, 14, 5, "rank_15k"},
#endif
    {5, 8, 3, "proyear_1990"},
};

typedef struct {
    const LoweredGraph *graph;
    const Kernels *kernels;
    Game *game;
    TrialGame *trial_game;
    Ladders *ladders;
    HumanProfile profile;
    Features features;
    RawAnswer raw;
    NetAnswer answer;
    Rng rng;
} Calibrator;

static bool evaluate(Calibrator *c, Plan *plan) {
    const NetInputParameters parameters = {.profile = &c->profile};
    const Situation *situation =
        trial_game_play(c->trial_game, c->game, &parameters, c->game->board.to_move, NULL, 0);
    if (situation == NULL) {
        return false;
    }
    const Model *model = c->graph->model;
    features_fill(situation, SYMMETRY_IDENTITY, model->life_by_suicide, c->ladders, &c->features);
    plan_run(plan, &c->features, &c->raw);
    answer_finish(model, &c->features, &c->raw, 0, &c->answer);
    return true;
}

static bool play_game(Calibrator *c, int size, int evaluations, int moves) {
    Status ignored;
    Plan *plan = plan_new(c->kernels, c->graph, 1, size, size);
    bool ok = plan != NULL && game_clear(c->game, size, size, &ignored);
    for (int i = 0; ok && i < evaluations; i++) {
        ok = evaluate(c, plan);
        for (int k = 0; ok && k < moves; k++) {
            ok = game_play(c->game, c->game->board.to_move,
                           answer_sample_move(&c->answer, c->game, &c->rng), &ignored);
        }
    }
    plan_free(plan);
    return ok;
}

static bool play_games(Calibrator *c) {
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof GAMES / sizeof GAMES[0]; i++) {
        Status ignored;
        (void)human_profile_read(GAMES[i].profile, &c->profile, &ignored);
        ok = play_game(c, GAMES[i].size, GAMES[i].evaluations, GAMES[i].moves);
    }
    return ok;
}

static bool allocate_observers(const LoweredGraph *graph) {
    bool ok = true;
    for (int i = 0; i < graph->filter_count; i++) {
        Filter *filter = graph->filters[i];
        assert(filter->element == ELEMENT_F32 && filter->observer == NULL);
        filter->observer = observer_new(filter->in);
        ok &= filter->observer != NULL;
    }
    return ok;
}

static bool play_calibration(const Kernels *kernels, const LoweredGraph *graph) {
    Calibrator *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return false;
    }
    c->graph = graph;
    c->kernels = kernels;
    c->rng = rng_new(1);
    c->game = game_new(1);
    c->trial_game = trial_game_new();
    c->ladders = ladders_new();
    const bool ok = allocate_observers(graph) && c->game != NULL && c->trial_game != NULL &&
                    c->ladders != NULL && play_games(c);
    game_free(c->game);
    trial_game_free(c->trial_game);
    ladders_free(c->ladders);
    free(c);
    return ok;
}

/* Puts together what the observers have seen. Returns NULL if out of memory. */
static Calibration *collect(const LoweredGraph *graph, bool *fits) {
    size_t count = 0;
    *fits = true;
    for (int i = 0; i < graph->filter_count; i++) {
        count += 2 * (size_t)graph->filters[i]->in;
        *fits = *fits && filter_can_quantize(graph->filters[i]);
    }
    Calibration *calibration = calibration_new(count);
    float *to = calibration != NULL ? calibration->values : NULL;
    for (int i = 0; calibration != NULL && i < graph->filter_count; i++) {
        const Observer *observer = graph->filters[i]->observer;
        const size_t in = (size_t)observer->in;
        memcpy(to, observer->greatest, in * sizeof *to);
        for (size_t c = 0; c < in && observer->cells > 0; c++) {
            to[in + c] = (float)(observer->sums[c] / (double)observer->cells);
        }
        to += 2 * in;
    }
    return calibration;
}

Calibration *calibrate(const Kernels *kernels, LoweredGraph *graph, bool *fits) {
    Calibration *calibration = play_calibration(kernels, graph) ? collect(graph, fits) : NULL;
    for (int i = 0; i < graph->filter_count; i++) {
        free(graph->filters[i]->observer);
        graph->filters[i]->observer = NULL;
    }
    return calibration;
}
