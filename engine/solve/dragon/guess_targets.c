#include <stdlib.h>
#include <string.h>

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/problem/region.h"

enum {
    OPEN_DISTANCE = 3, /* of a point in the open from the nearest stone */
    CONTACT_COST = 8,  /* of a step to an empty point, for each opponent's stone beside it */
    COST_MAX = 200,
};

/* The cost of the cheapest way from the open to each point. */
typedef uint8_t Ways[POINT_COUNT];

static bool is_far(const Board *board, Point p) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point stone = board->geometry->point_of[cell];
        if (board_color(board, stone) <= WHITE &&
            abs(point_x(p) - point_x(stone)) + abs(point_y(p) - point_y(stone)) < OPEN_DISTANCE) {
            return false;
        }
    }
    return true;
}

/* Lists the open: the largest connected set of points that are far from all stones. */
static int list_open(const Board *board, Point *open) {
    const Geometry *geometry = board->geometry;
    bool is_left[POINT_COUNT] = {false};
    Point points[CELL_COUNT_MAX];
    int most = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        is_left[geometry->point_of[cell]] = is_far(board, geometry->point_of[cell]);
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        int count = 0;
        if (is_left[geometry->point_of[cell]]) {
            points[count++] = geometry->point_of[cell];
            is_left[points[0]] = false;
        }
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < 4; k++) {
                const Point beside = point_beside(points[i], k);
                if (is_left[beside]) {
                    is_left[beside] = false;
                    points[count++] = beside;
                }
            }
        }
        if (count > most) {
            most = count;
            memcpy(open, points, (size_t)count * sizeof *open);
        }
    }
    return most;
}

/* What a step to p costs a color. */
static int step_cost(const Board *board, Color color, Point p) {
    int cost = 1;
    if (board_color(board, p) == color) {
        return 0;
    }
    for (int k = 0; k < 4; k++) {
        cost += board_color(board, point_beside(p, k)) == color_opponent(color) ? CONTACT_COST : 0;
    }
    return cost;
}

/* Finds the ways of a color, which may not cross the opponent's stones. */
static void find_ways(const Board *board, Color color, const Point *open, int count, Ways ways) {
    const Geometry *geometry = board->geometry;
    memset(ways, COST_MAX, POINT_COUNT);
    for (int i = 0; i < count; i++) {
        ways[open[i]] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            if (board_color(board, p) == color_opponent(color)) {
                continue;
            }
            const int step = step_cost(board, color, p);
            for (int k = 0; k < 4; k++) {
                const Point beside = point_beside(p, k);
                if (ways[beside] + step < ways[p]) {
                    ways[p] = (uint8_t)(ways[beside] + step);
                    changed = true;
                }
            }
        }
    }
}

/* How far a color's stones are from the open, on average. */
static double find_depth(const Board *board, Color color, const Ways ways) {
    int sum = 0, stones = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) == color) {
            sum += ways[p];
            stones++;
        }
    }
    return stones > 0 ? (double)sum / stones : 0;
}

/* Lists the chains of a color that are at least half as far from the open as its farthest, if that
 * one cannot get out without meeting the opponent. */
static int list_enclosed(const Board *board, Color color, const Ways ways, Point *targets) {
    const Geometry *geometry = board->geometry;
    int count = 0, most = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (board_color(board, p) == color && ways[p] > most) {
            most = ways[p];
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (most > CONTACT_COST && board_color(board, p) == color && board->chain[p] == p &&
            2 * ways[p] >= most) {
            targets[count++] = p;
        }
    }
    return count;
}

/* Lists the dragon that stands in the smallest closed region. */
static int list_smallest(const Board *board, Point *targets) {
    int least = REGION_CLOSED_MAX + 1, count = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) > WHITE || board->chain[p] != p) {
            continue;
        }
        Dragon dragon;
        Zone zone;
        int empty = 0;
        dragon_find(board, p, &dragon);
        if (region_find(board, dragon.chains, dragon.chain_count, REGION_RADIUS, &zone) !=
            REGION_CLOSED) {
            continue;
        }
        for (int i = 0; i < board->empty_count; i++) {
            empty += zone_has(&zone, board->empty[i]);
        }
        if (empty < least) {
            least = empty;
            count = dragon.chain_count;
            memcpy(targets, dragon.chains, (size_t)count * sizeof *targets);
        }
    }
    return count;
}

int guess_targets(const Board *board, Point targets[CELL_COUNT_MAX]) {
    Point open[CELL_COUNT_MAX];
    Ways ways[2];
    const int count = list_open(board, open);
    if (count == 0) {
        return list_smallest(board, targets);
    }
    find_ways(board, BLACK, open, count, ways[BLACK]);
    find_ways(board, WHITE, open, count, ways[WHITE]);
    const Color color =
        find_depth(board, BLACK, ways[BLACK]) > find_depth(board, WHITE, ways[WHITE]) ? BLACK
                                                                                      : WHITE;
    return list_enclosed(board, color, ways[color], targets);
}
