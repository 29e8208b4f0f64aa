#include "engine/solve/dragon/dragon.h"

#include <stdlib.h>
#include <string.h>

#include "engine/go/board/ladder.h"
#include "engine/go/board/liberty.h"
#include "engine/solve/problem/region.h"

enum {
    CAPTIVE_STONES = 2,    /* a larger chain with more than so many liberties */
    CAPTIVE_LIBERTIES = 2, /* is no captive in an eye, */
    RIVAL_STONES = 7,      /* nor is one so large */
    RIVAL_LIBERTIES = 2,   /* with so many: it races */
    OPEN_LIBERTIES = 5,    /* outside an eye keep a chain out of the race in it */
};

bool dragon_has(const Dragon *dragon, const Board *board, Point p) {
    for (int i = 0; i < dragon->chain_count; i++) {
        if (board->chain[dragon->chains[i]] == board->chain[p]) {
            return true;
        }
    }
    return false;
}

static void add_chain(Dragon *dragon, const Board *board, Point p) {
    if (!dragon_has(dragon, board, p)) {
        dragon->chains[dragon->chain_count++] = p;
    }
}

/* Does an opponent that plays p fail to cut there? */
static bool is_protected(const Board *board, Color color, Point p) {
    const Color opponent = color_opponent(color);
    if (board_check(board, opponent, p, false) != MOVE_LEGAL) {
        return true;
    }
    Board after;
    board_copy(&after, board);
    board_play(&after, opponent, p);
    if (after.prisoners[opponent] > board->prisoners[opponent]) {
        return false;
    }
    return chain_in_atari(&after, p) || ladder_threatens(&after, p);
}

/* Rules 1 and 2. */
static void add_neighbors(Dragon *dragon, const Board *board, Point chain) {
    const Point *chain_at = board->own[dragon->color];
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, chain, liberties);
    for (int i = 0; i < 4 * count; i++) {
        const Point at = liberties[i / 4], other = chain_at[point_beside(at, i % 4)];
        int common = 0;
        if (other == 0 || dragon_has(dragon, board, other)) {
            continue;
        }
        for (int k = 0; k < count; k++) {
            bool touches = false;
            for (int side = 0; side < 4; side++) {
                touches |= chain_at[point_beside(liberties[k], side)] == other;
            }
            common += touches;
        }
        if (common >= 2 || is_protected(board, dragon->color, at)) {
            add_chain(dragon, board, other);
        }
    }
}

/* Is the chain in the open: has it many liberties that are no points of the eye? */
static bool is_in_the_open(const Board *board, Point chain, const Point *eye, int eye_count) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, chain, liberties);
    int outside = count;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < eye_count; k++) {
            outside -= eye[k] == liberties[i];
        }
    }
    return outside >= OPEN_LIBERTIES;
}

/* Rule 3: the region around a point without a stone of the color, if it is an eye. A chain that is
 * in the open is no part of a dragon that races against what stands inside. */
static void add_around_eye(Dragon *dragon, const Board *board, Point start, Point rival) {
    Point points[DRAGON_EYE_MAX + 1];
    int count = 0, stones = 0;
    bool has_rival = false;
    point_list_add(points, &count, start);
    for (int i = 0; i < count; i++) {
        if (board->color[points[i]] != EMPTY) {
            Point liberties[CAPTIVE_LIBERTIES + 1];
            stones++;
            has_rival |= rival != POINT_NONE && board->chain[points[i]] == board->chain[rival];
            const int size = chain_size(board, points[i]);
            const int held =
                chain_find_liberties(board, points[i], CAPTIVE_LIBERTIES + 1, liberties);
            if ((size > CAPTIVE_STONES && held > CAPTIVE_LIBERTIES) ||
                (size >= RIVAL_STONES && held >= RIVAL_LIBERTIES)) {
                return;
            }
        }
        for (int k = 0; k < 4; k++) {
            const Point beside = point_beside(points[i], k);
            const Color color = board_color(board, beside);
            if (color != BORDER && color != dragon->color &&
                point_list_add(points, &count, beside) && count > DRAGON_EYE_MAX) {
                return;
            }
        }
    }
    if (stones > count - 2 && count > 3) {
        return;
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            const Point beside = point_beside(points[i], k);
            if (board_color(board, beside) == dragon->color &&
                !(has_rival && is_in_the_open(board, beside, points, count))) {
                add_chain(dragon, board, beside);
            }
        }
    }
}

/* Rule 3 for all regions beside a chain, some of which it may touch at a captive alone. */
static void add_around_eyes(Dragon *dragon, const Board *board, Point chain, Point rival) {
    Point starts[CELL_COUNT_MAX], stone = chain;
    int count = 0;
    do {
        for (int k = 0; k < 4; k++) {
            const Point beside = point_beside(stone, k);
            const Color color = board_color(board, beside);
            if (color != BORDER && color != dragon->color &&
                point_list_add(starts, &count, beside)) {
                add_around_eye(dragon, board, beside, rival);
            }
        }
        stone = board->next[stone];
    } while (stone != chain);
}

static void find(const Board *board, Point p, Point rival, Dragon *dragon) {
    dragon->color = board_color(board, p);
    dragon->chain_count = 0;
    add_chain(dragon, board, p);
    for (int i = 0; i < dragon->chain_count; i++) {
        add_neighbors(dragon, board, dragon->chains[i]);
        add_around_eyes(dragon, board, dragon->chains[i], rival);
    }
}

void dragon_find(const Board *board, Point p, Dragon *dragon) {
    find(board, p, POINT_NONE, dragon);
}

void dragon_find_rivals(const Board *board, Point a, Point b, Dragon *first, Dragon *second) {
    find(board, a, b, first);
    find(board, b, a, second);
}

bool dragon_init_goal(const Dragon *dragon, const Board *board, Goal *goal) {
    bool fits = true;
    goal_init(goal, board, GOAL_CAPTURE_ALL, color_opponent(dragon->color));
    for (int i = 0; i < dragon->chain_count; i++) {
        if (board_color(board, dragon->chains[i]) == dragon->color) {
            fits &= goal_add_target(goal, board, dragon->chains[i]);
        }
    }
    return fits;
}

/* ---- Stones that are shut in ---- */

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
