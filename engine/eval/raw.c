#include "engine/eval/raw.h"

#include <stdlib.h>

/* The weights of the moves that the game's rules allow, superko among them. */
static void set_policy(const Game *game, const Game *image, Symmetry g, const EvalAnswer *answer,
                       RawAnswer *raw) {
    const Geometry *geometry = game->geometry;
    const Color color = (Color)image->board.to_move;
    double sum = answer->policy[POINT_PASS];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell], turned = geometry_map_point(geometry, g, p);
        const bool is_legal = game_check(image, color, turned) == MOVE_LEGAL;
        raw->policy[p] = is_legal ? answer->policy[turned] : -1;
        sum += is_legal ? raw->policy[p] : 0;
    }
    raw->policy[POINT_PASS] = answer->policy[POINT_PASS] / sum;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        raw->policy[p] /= raw->policy[p] < 0 ? 1 : sum;
    }
}

static void add_values(const Game *game, const Game *image, Symmetry g, const EvalAnswer *answer,
                       double share, RawAnswer *raw) {
    const Geometry *geometry = game->geometry;
    raw->win += share * answer->win;
    raw->score += share * answer->score;
    raw->score_squares += share * answer->score * answer->score;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point turned = geometry_map_point(geometry, g, geometry->point_of[cell]);
        raw->owner[cell] += share * answer->owner[image->geometry->cell_of[turned]];
    }
}

bool raw_evaluate(const Evaluator *evaluator, const Game *game, Color color, Symmetry g,
                  uint64_t seed, RawAnswer *raw, Status *status) {
    Game *image = game_new_image(game, g);
    EvalAnswer *answer = malloc(sizeof *answer);
    if (image == NULL || answer == NULL) {
        game_free(image);
        free(answer);
        return status_fail(status, "no memory for an evaluation");
    }
    game_set_to_move(image, color);
    image->board.passes = image->board.passes > 1 ? 1 : image->board.passes; /* it goes on */
    Rng rng = rng_new(seed);
    const EvalQuestion question = {
        .game = image,
        .board = &image->board,
        .last = game_last_move(image),
        .before = image->move_count >= 2 ? image->moves[image->move_count - 2].point : POINT_NONE,
        .wants_policy = true,
        .wants_owner = true,
        .rng = &rng,
    };
    const int count = evaluator->has_trace ? RAW_PLAYOUTS : 1;
    *raw = (RawAnswer){0};
    for (int i = 0; i < count; i++) {
        evaluator->evaluate(evaluator, &question, answer, 1);
        add_values(game, image, g, answer, 1.0 / count, raw);
    }
    set_policy(game, image, g, answer, raw);
    game_free(image);
    free(answer);
    return true;
}
