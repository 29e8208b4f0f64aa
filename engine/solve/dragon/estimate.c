#include "engine/solve/dragon/estimate.h"

#include <stdlib.h>

/* Of 0..1: questions are mostly asked about moves that succeed. */
static const float LEAST_SUCCESS = 0.42F, LIKELY_SUCCESS = 0.7F, SURE_SUCCESS = 0.8F;

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

bool estimate_moves(const Board *board, const Dragon *first, const Dragon *second, Color mover,
                    const GoalLimits *limits, LocalResult *result) {
    if (limits->evaluator == NULL || limits->evaluations == 0) {
        return false;
    }
    LocalQuestion question = {.board = board,
                              .mover = mover,
                              .dragons = {first, second},
                              .dragon_count = second == NULL ? 1 : 2,
                              .ko_winner = EMPTY,
                              .evaluations = limits->evaluations,
                              .evaluator = limits->evaluator,
                              .deadline = limits->deadline};
    add_around(board, first, &question.playable);
    if (second != NULL) {
        add_around(board, second, &question.playable);
    }
    return local_search_run(&question, result);
}

static float find_success(const LocalMove *move, int dragon, bool saves) {
    return saves ? 1 - move->dead[dragon] : move->dead[dragon];
}

bool estimate_succeeds(const LocalMove *move, int dragon, bool saves) {
    return find_success(move, dragon, saves) > LEAST_SUCCESS;
}

bool estimate_is_likely(const LocalMove *move, int dragon, bool saves) {
    return find_success(move, dragon, saves) > LIKELY_SUCCESS;
}

bool estimate_is_sure(const LocalMove *move, int dragon, bool saves) {
    return find_success(move, dragon, saves) > SURE_SUCCESS;
}
