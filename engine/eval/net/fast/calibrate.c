#include "engine/eval/net/fast/calibrate.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/rng.h"

/* One game on each of four sizes: `evaluations` positions are evaluated, and `moves` moves are
 * drawn from each answer. Evaluations of a large network are slow, and positions a few moves apart
 * have much the same dynamic ranges. What games never show (lopsided positions) is evaluated in
 * fp32 (fast.c). */
static const struct {
    int size, evaluations, moves;
    const char *profile; /* the players, for networks that imitate people */
} GAMES[] = {{19, 20, 10, "rank_5k"},
             {13, 14, 7, "rank_3d"},
             {9, 14, 5, "rank_15k"},
             {5, 8, 3, "proyear_1990"}};

typedef struct {
    Game *game;
    Plan *plan;
    Ladders *ladders;
    const Model *model;
    GameSituation *situation;
    HumanProfile profile;
    Features features;
    RawAnswer raw;
    NetAnswer answer;
    Rng rng;
} Calibrator;

static void evaluate(Calibrator *calibrator) {
    situation_from_game(calibrator->game, calibrator->situation);
    if (calibrator->model->has_encoder) {
        calibrator->situation->situation.profile = &calibrator->profile;
    }
    features_fill(&calibrator->situation->situation, SYMMETRY_IDENTITY,
                  calibrator->model->life_by_suicide, calibrator->ladders, &calibrator->features);
    plan_run(calibrator->plan, &calibrator->features, &calibrator->raw, NULL);
    answer_finish(calibrator->model, &calibrator->features, &calibrator->raw, 0,
                  &calibrator->answer);
}

static bool play_game(Calibrator *calibrator, int evaluations, int moves) {
    for (int i = 0; i < evaluations; i++) {
        evaluate(calibrator);
        for (int k = 0; k < moves; k++) {
            Status ignored;
            const Color mover = (Color)calibrator->game->board.to_move;
            if (!game_play(
                    calibrator->game, mover,
                    answer_sample_move(&calibrator->answer, calibrator->game, &calibrator->rng),
                    &ignored)) {
                return false;
            }
        }
    }
    return true;
}

static bool play_games(Calibrator *calibrator, const Kernels *kernels, LoweredGraph *graph) {
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof GAMES / sizeof GAMES[0]; i++) {
        const int size = GAMES[i].size;
        Status ignored;
        (void)human_profile_read(GAMES[i].profile, &calibrator->profile, &ignored);
        calibrator->plan = plan_new(kernels, graph, 1, size, size);
        ok = calibrator->plan != NULL && game_clear(calibrator->game, size, size, &ignored) &&
             play_game(calibrator, GAMES[i].evaluations, GAMES[i].moves);
        plan_free(calibrator->plan);
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

bool calibrate(const Kernels *kernels, LoweredGraph *graph) {
    Calibrator *calibrator = calloc(1, sizeof *calibrator);
    if (calibrator == NULL) {
        return false;
    }
    calibrator->model = graph->model;
    calibrator->rng = rng_new(1);
    calibrator->game = game_new(1);
    calibrator->ladders = ladders_new();
    calibrator->situation = aligned_alloc(64, (sizeof(GameSituation) + 63) / 64 * 64);
    const bool ok = allocate_observers(graph) && calibrator->game != NULL &&
                    calibrator->ladders != NULL && calibrator->situation != NULL &&
                    play_games(calibrator, kernels, graph);
    game_free(calibrator->game);
    ladders_free(calibrator->ladders);
    free(calibrator->situation);
    free(calibrator);
    return ok;
}

void calibrate_end(LoweredGraph *graph) {
    for (int i = 0; i < graph->filter_count; i++) {
        observer_free(graph->filters[i]->observer);
        graph->filters[i]->observer = NULL;
    }
}
