#include "engine/solve/dragon/nakade.h"

#include "engine/go/board/liberty.h"
#include "engine/solve/dragon/race_region.h"
#include "engine/solve/problem/goal_answer.h"

enum { STONES_MAX = 6 }; /* more of them cannot be captured without two eyes */

int nakade_find(const Board *board, const Dragon *inner, const Dragon *outer,
                Point points[NAKADE_POINTS]) {
    int count = 0, stones = 0;
    for (int i = 0; i < inner->chain_count && count < NAKADE_POINTS; i++) {
        if (board_color(board, inner->chains[i]) == inner->color) {
            point_list_add(points, &count, inner->chains[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        Point beside[4];
        stones += board_color(board, points[i]) == inner->color;
        point_neighbors(points[i], beside);
        for (int k = 0; k < 4; k++) {
            const Color color = board_color(board, beside[k]);
            if (color == outer->color ? !dragon_has(outer, board, beside[k])
                                      : color != BORDER && count == NAKADE_POINTS) {
                return 0;
            }
            if (color != outer->color && color != BORDER) {
                point_list_add(points, &count, beside[k]);
            }
        }
    }
    return stones <= STONES_MAX ? count : 0;
}

bool nakade_gains(GoalSearch *search, const Board *board, const Dragon *inner, const Dragon *outer,
                  GoalLimits limits) {
    Point points[NAKADE_POINTS];
    const int count = nakade_find(board, inner, outer, points);
    ColorCell cells[CELL_COUNT_MAX];
    Board after;
    Goal goal;
    Status status;
    if (count == 0) {
        return true;
    }
    board_get_cells(board, cells);
    for (int i = 0; i < count; i++) {
        const bool is_inner = board_color(board, points[i]) == inner->color;
        cells[board->geometry->cell_of[points[i]]] = (ColorCell)(is_inner ? EMPTY : outer->color);
    }
    board_copy(&after, board);
    if (!board_set_up(&after, cells, inner->color, &status) ||
        !race_make_goal(&after, outer, inner, &goal)) {
        return true;
    }
    return goal_answer(search, &goal, &after, inner->color, 0, limits).code == GOAL_FAILS;
}
