#include "engine/eval/raw_evaluation.h"

#include <stdlib.h>

/* The suicide of a lone stone is not, though situational superko would let it be. */
static bool is_playable(const Game *game, Color color, Point p) {
    return game_check(game, color, p) == MOVE_LEGAL &&
           board_is_legal(&game->board, color, p, game->rules.suicide);
}

/* Normalises the weights of the moves that are legal under the game's rules, superko included. */
static void set_policy(const Game *game, const Game *image, Symmetry g, const EvalAnswer *answer,
                       RawEvaluation *raw) {
    const Geometry *geometry = game->geometry;
    const Color color = image->board.to_move;
    double sum = answer->policy[POINT_PASS];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell], turned = geometry_map_point(geometry, g, p);
        const bool counts = is_playable(image, color, turned);
        raw->policy[p] = counts ? answer->policy[turned] : -1;
        sum += counts ? answer->policy[turned] : 0;
    }
    raw->policy[POINT_PASS] = answer->policy[POINT_PASS] / sum;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        raw->policy[p] = raw->policy[p] < 0 ? -1 : raw->policy[p] / sum;
    }
}

static void add_evaluation(const Game *game, const Game *image, Symmetry g,
                           const EvalAnswer *answer, double share, RawEvaluation *raw) {
    const Geometry *geometry = game->geometry;
    raw->win += share * answer->win;
    raw->score_mean += share * answer->lead;
    raw->score_mean_square += share * answer->lead * answer->lead;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point turned = geometry_map_point(geometry, g, geometry->point_of[cell]);
        raw->ownership[cell] += share * answer->ownership[image->geometry->cell_of[turned]];
    }
}

bool raw_evaluation_by_playouts(const Evaluator *evaluator, const PlayoutsRequest *playouts,
                                RawEvaluation *raw, Status *status) {
    const Game *game = playouts->game;
    const Symmetry g = playouts->symmetry;
    Game *image = game_new_image(game, g);
    EvalAnswer *answer = malloc(sizeof *answer);
    if (image == NULL || answer == NULL) {
        game_free(image);
        free(answer);
        return status_fail(status, "out of memory");
    }
    game_set_to_move(image, playouts->color);
    image->board.passes =
        image->board.passes > 1 ? 1 : image->board.passes; /* as if the game went on */
    Rng rng = rng_new(playouts->seed);
    EvalRequest request = {
        .game = image,
        .board = &image->board,
        .last = game_last_move(image),
        .before = image->move_count >= 2 ? image->moves[image->move_count - 2].point : POINT_NONE,
        .wants_ownership = true,
        .rng = &rng,
    };
    *raw = (RawEvaluation){.variance_time = -1, .winloss_error = -1, .score_error = -1};
    for (int i = 0; i < RAW_EVALUATION_PLAYOUTS; i++) {
        request.wants_policy = i == 0; /* chance plays no part in it */
        evaluator->evaluate(evaluator, &request, answer);
        add_evaluation(game, image, g, answer, 1.0 / (double)RAW_EVALUATION_PLAYOUTS, raw);
        if (request.wants_policy) {
            set_policy(game, image, g, answer, raw);
        }
    }
    raw->lead = raw->score_mean;
    game_free(image);
    free(answer);
    return true;
}

void raw_evaluation_take(const Game *game, Color color, const NetAnswer *answer,
                         RawEvaluation *raw) {
    const Geometry *geometry = game->geometry;
    const double sign = color == BLACK ? 1 : -1;
    *raw = (RawEvaluation){
        .win = (color == BLACK ? answer->win : answer->loss) + answer->no_result / 2,
        .no_result = answer->no_result,
        .lead = sign * answer->lead,
        .score_mean = sign * answer->score_mean,
        .score_mean_square = answer->score_mean_square,
        .variance_time = answer->variance_time,
        .winloss_error = answer->winloss_error,
        .score_error = answer->score_error,
    };
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        raw->policy[p] = is_playable(game, color, p) ? (double)answer->policy[cell] : -1;
        raw->ownership[cell] = sign * (double)answer->ownership[cell];
    }
    raw->policy[POINT_PASS] = (double)answer->pass;
}

bool raw_evaluation_by_network(Network *network, const NetworkRequest *request, RawEvaluation *raw,
                               Status *status) {
    if (!network_check_profile(network, request->input.profile, status)) {
        return false;
    }
    NetAnswer *answer = malloc(sizeof *answer);
    const bool ok = answer != NULL ? network_evaluate(network, request, answer, status)
                                   : status_fail(status, "out of memory");
    if (ok) {
        raw_evaluation_take(request->game, request->color, answer, raw);
    }
    free(answer);
    return ok;
}
