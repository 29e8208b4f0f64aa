#include "engine/solve/dragon/nakade.h"

#include "engine/go/board/liberty.h"
#include "engine/solve/problem/goal_answer.h"
#include "engine/solve/problem/region.h"

enum {
    EYE_POINTS = 12, /* of an eye with stones of the opponent */
    EYE_STONES = 6,  /* more of them cannot be captured without two eyes */
};

/* An eye with stones inside, and the dragon around it. */
typedef struct {
    Dragon outer;
    Point points[EYE_POINTS];
    int count;
} Eye;

/* Adds what is beside a point of the eye. Returns false if it is no eye of a single dragon. */
static bool add_beside(const Board *board, Color inner, Point p, Eye *eye) {
    for (int k = 0; k < 4; k++) {
        const Point beside = point_beside(p, k);
        const Color color = board_color(board, beside);
        if (color == color_opponent(inner)) {
            if (eye->outer.chain_count == 0) {
                dragon_find(board, beside, &eye->outer);
            } else if (!dragon_has(&eye->outer, board, beside)) {
                return false;
            }
        } else if (color != BORDER) {
            if (eye->count == EYE_POINTS) {
                return false;
            }
            point_list_add(eye->points, &eye->count, beside);
        }
    }
    return true;
}

static bool find_eye(const Board *board, const Dragon *inner, Eye *eye) {
    int stones = 0;
    eye->count = eye->outer.chain_count = 0;
    for (int i = 0; i < inner->chain_count && eye->count < EYE_POINTS; i++) {
        if (board_color(board, inner->chains[i]) == inner->color) {
            point_list_add(eye->points, &eye->count, inner->chains[i]);
        }
    }
    for (int i = 0; i < eye->count; i++) {
        stones += board_color(board, eye->points[i]) == inner->color;
        if (!add_beside(board, inner->color, eye->points[i], eye)) {
            return false;
        }
    }
    return stones <= EYE_STONES && eye->outer.chain_count > 0;
}

bool nakade_is_inside(const Board *board, const Dragon *inner, const Dragon *outer) {
    Eye eye;
    return find_eye(board, inner, &eye) && dragon_has(&eye.outer, board, outer->chains[0]);
}

/* Sets up the board after the captor has filled their liberties and captured them. */
static bool set_captured(const Board *board, const Eye *eye, Color inner, Board *after) {
    ColorCell cells[CELL_COUNT_MAX];
    Status ignored;
    board_get_cells(board, cells);
    for (int i = 0; i < eye->count; i++) {
        const Point p = eye->points[i];
        ColorCell *cell = &cells[board->geometry->cell_of[p]];
        if (board_color(board, p) == inner) {
            *cell = EMPTY;
        } else if (around_count(board->around[p], inner) != 0) {
            *cell = (ColorCell)eye->outer.color;
        }
    }
    board_copy(after, board);
    return board_set_up(after, cells, inner, &ignored);
}

bool nakade_gains(GoalSearch *search, const Board *board, const Dragon *inner, GoalLimits limits) {
    Board after;
    Eye eye;
    Goal goal;
    Status ignored;
    if (!find_eye(board, inner, &eye) || !set_captured(board, &eye, inner->color, &after)) {
        return true;
    }
    dragon_init_goal(&eye.outer, &after, &goal);
    region_find(&after, goal.targets, goal.target_count, REGION_RADIUS, &goal.playable);
    return !goal_finish(&goal, &after, &ignored) ||
           goal_answer(search, &goal, &after, inner->color, 0, limits).code != GOAL_WINS;
}
