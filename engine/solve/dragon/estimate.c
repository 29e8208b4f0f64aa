#include "engine/solve/dragon/estimate.h"

#include <stdlib.h>

/* Of 0..1: questions are mostly asked about moves that succeed. */
static const float LEAST_SUCCESS = 0.38F, LIKELY_SUCCESS = 0.6F, SURE_SUCCESS = 0.8F,
                   CERTAIN_SUCCESS = 0.95F;

enum { RADIUS = 5 }; /* of the region around each stone, in steps */

static void add_around(const Board *board, const Dragon *dragon, Zone *zone) {
    const Geometry *geometry = board->geometry;
    for (int i = 0; i < dragon->chain_count; i++) {
        const Point first = dragon->chains[i];
        Point stone = first;
        if (board_color(board, first) != dragon->color) {
            continue;
        }
        do {
            const int x = geometry->cell_of[stone] % geometry->width;
            const int y = geometry->cell_of[stone] / geometry->width;
            for (int cell = 0; cell < geometry->cell_count; cell++) {
                if (abs(cell % geometry->width - x) + abs(cell / geometry->width - y) <= RADIUS) {
                    zone_add(zone, geometry->point_of[cell]);
                }
            }
            stone = board->next[stone];
        } while (stone != first);
    }
}

bool estimate_moves(const EstimateQuestion *question, LocalResult *result) {
    const GoalLimits *limits = question->limits;
    if (limits->evaluator == NULL || limits->evaluations == 0) {
        return false;
    }
    LocalQuestion local = {.board = question->board,
                           .mover = question->mover,
                           .dragons = {question->first, question->second},
                           .dragon_count = question->second == NULL ? 1 : 2,
                           .threats = {question->threats[0], question->threats[1]},
                           .evaluations = limits->evaluations,
                           .evaluator = limits->evaluator,
                           .deadline = limits->deadline,
                           .proof = question->proof};
    add_around(question->board, question->first, &local.playable);
    if (question->second != NULL) {
        add_around(question->board, question->second, &local.playable);
    }
    return local_search_run(&local, result);
}

float estimate_success(const LocalMove *move, bool saves) {
    return saves ? 1 - move->dead[0] : move->dead[0];
}

bool estimate_succeeds(const LocalMove *move, bool saves) {
    return estimate_success(move, saves) > LEAST_SUCCESS;
}

bool estimate_is_likely(const LocalMove *move, bool saves) {
    return estimate_success(move, saves) > LIKELY_SUCCESS;
}

bool estimate_is_sure(const LocalMove *move, bool saves) {
    return estimate_success(move, saves) > SURE_SUCCESS;
}

bool estimate_is_certain(const LocalMove *move, bool saves) {
    return estimate_success(move, saves) > CERTAIN_SUCCESS;
}
