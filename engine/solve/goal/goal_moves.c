#include "engine/solve/goal/goal_moves.h"

#include "engine/go/board/liberty.h"

enum {
    WEAK = 3,          /* liberties of a chain whose capture matters */
    LIBERTIES_MAX = 8, /* counted for the first guess */
    DISTANCE_MAX = 6,  /* stones; what is farther counts as that far */
};

void goal_moves_add(const Goal *goal, const Board *board, Point p, int cost, GoalMoveList *list) {
    if (board->color[p] != EMPTY || !zone_has(&goal->playable, p)) {
        return;
    }
    for (int i = 0; i < list->count; i++) {
        if (list->points[i] == p) {
            list->costs[i] = cost < list->costs[i] ? cost : list->costs[i];
            return;
        }
    }
    list->points[list->count] = p;
    list->costs[list->count++] = cost;
}

/* Adds the liberties of a chain beside a target if it is weak. */
static void add_weak(const Goal *goal, const Board *board, Point chain, GoalMoveList *list) {
    Point liberties[WEAK + 1];
    const int count = chain_find_liberties(board, chain, WEAK + 1, liberties);
    for (int i = 0; count <= WEAK && i < count; i++) {
        goal_moves_add(goal, board, liberties[i], count - 1, list);
    }
}

static void add_around_target(const Goal *goal, const Board *board, Point target,
                              GoalMoveList *list) {
    const Color color = board_color(board, target);
    Point liberties[CELL_COUNT_MAX], beside[4];
    const int count = board_liberties(board, target, liberties);
    for (int i = 0; i < count; i++) {
        goal_moves_add(goal, board, liberties[i], GOAL_COST_LIBERTY, list);
        point_neighbors(liberties[i], beside);
        for (int k = 0; k < 4; k++) {
            goal_moves_add(goal, board, beside[k], GOAL_COST_SECOND, list);
            if (board_color(board, beside[k]) == color &&
                board->chain[beside[k]] != board->chain[target]) {
                add_weak(goal, board, beside[k], list);
            }
        }
    }
    Point stone = target;
    do {
        point_neighbors(stone, beside);
        for (int k = 0; k < 4; k++) {
            if (board_color(board, beside[k]) == color_opponent(color)) {
                add_weak(goal, board, beside[k], list);
            }
        }
        stone = board->next[stone];
    } while (stone != target);
}

void goal_moves_find(const Goal *goal, const Board *board, Color mover, uint32_t captured,
                     GoalMoveList *list) {
    list->count = 0;
    for (int i = 0; i < goal->target_count; i++) {
        if (captured >> i & 1) {
            continue;
        }
        bool seen = false;
        for (int k = 0; k < i; k++) {
            seen |= !(captured >> k & 1) &&
                    board->chain[goal->targets[k]] == board->chain[goal->targets[i]];
        }
        if (!seen) {
            add_around_target(goal, board, goal->targets[i], list);
        }
    }
    for (int i = 0; i < list->count; i++) {
        if (place_is_eye(board, list->points[i], mover)) {
            list->costs[i] += GOAL_COST_EYE;
        }
    }
}

/* The liberties of the first target that is left, up to a limit. */
static int count_liberties(const Goal *goal, const Board *board, uint32_t captured) {
    Point liberties[LIBERTIES_MAX];
    for (int i = 0; i < goal->target_count; i++) {
        if (!(captured >> i & 1)) {
            return chain_find_liberties(board, goal->targets[i], LIBERTIES_MAX, liberties);
        }
    }
    return 1;
}

/* The fewest stones that join the first two targets, or DISTANCE_MAX. */
static int find_distance(const Goal *goal, const Board *board) {
    Point queue[2][CELL_COUNT_MAX];
    bool seen[POINT_COUNT] = {false};
    int count[2] = {0, 0};
    const Point other = board->chain[goal->targets[1]];
    queue[0][count[0]++] = goal->targets[0];
    seen[goal->targets[0]] = true;
    for (int distance = 0; distance < DISTANCE_MAX; distance++) {
        Point *now = queue[distance % 2], *next = queue[1 - distance % 2];
        int *now_count = &count[distance % 2], *next_count = &count[1 - distance % 2];
        *next_count = 0;
        for (int i = 0; i < *now_count; i++) {
            Point beside[4];
            if (board->chain[now[i]] == other) {
                return distance;
            }
            point_neighbors(now[i], beside);
            for (int k = 0; k < 4; k++) {
                const Point p = beside[k];
                const Color color = board_color(board, p);
                if (seen[p]) {
                    continue;
                }
                if (color == goal->reacher) {
                    seen[p] = true;
                    now[(*now_count)++] = p;
                } else if (color == EMPTY && zone_has(&goal->playable, p)) {
                    seen[p] = true;
                    next[(*next_count)++] = p;
                }
            }
        }
    }
    return DISTANCE_MAX;
}

GoalNumbers goal_moves_guess(const Goal *goal, const Board *board, Color mover, uint32_t captured,
                             int cost) {
    uint32_t save = 1, take = 1;
    if (goal_is_capture(goal)) {
        take = (uint32_t)count_liberties(goal, board, captured) / 2 + 1;
    } else if (goal->kind == GOAL_CONNECT) {
        const int distance = find_distance(goal, board);
        take = (uint32_t)(distance + 1);
        save = (uint32_t)(DISTANCE_MAX - distance + 1);
    }
    return mover == goal->reacher ? (GoalNumbers){take, save + (uint32_t)cost}
                                  : (GoalNumbers){save, take + (uint32_t)cost};
}
