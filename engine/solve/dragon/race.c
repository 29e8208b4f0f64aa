#include "engine/solve/dragon/race.h"

#include "engine/go/board/liberty.h"
#include "engine/go/board/place.h"
#include "engine/solve/problem/goal_answer.h"

enum {
    RADIUS = 3,        /* steps from the dragons over empty points */
    RADIUS_CLOSED = 8, /* steps in a region that ends before that */
    CLOSED_POINTS = 4, /* empty points that this may add */
    WALL_STONES = 6,   /* chains this large are taken to stand unless they are short of liberties */
    WEAK_LIBERTIES = 2, /* or fewer: a chain beside the race takes part in it */
};

typedef struct {
    const Board *board;
    Zone *playable;
    Point queue[CELL_COUNT_MAX];
    uint8_t distance[POINT_COUNT];
    int count;
    int radius;
    bool is_cut; /* by the radius */
} RaceFlood;

static void add_point(RaceFlood *flood, Point p, int distance) {
    if (!zone_has(flood->playable, p) && distance > flood->radius) {
        flood->is_cut = true;
    } else if (!zone_has(flood->playable, p)) {
        zone_add(flood->playable, p);
        flood->distance[p] = (uint8_t)distance;
        flood->queue[flood->count++] = p;
    }
}

static void add_chain(RaceFlood *flood, Point p, int distance) {
    Point stone = p;
    do {
        add_point(flood, stone, distance);
        stone = flood->board->next[stone];
    } while (stone != p);
}

static void add_dragon(RaceFlood *flood, const Dragon *dragon) {
    for (int i = 0; i < dragon->chain_count; i++) {
        if (board_color(flood->board, dragon->chains[i]) == dragon->color) {
            add_chain(flood, dragon->chains[i], 0);
        }
    }
}

/* May the chain be captured in the region? It has few liberties or, if it is no wall, at most one
 * outside, which is an eye or one of three liberties: there it may be short of liberties. */
static bool is_weak(const RaceFlood *flood, Point chain) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(flood->board, chain, liberties);
    int outside = 0, single = 0;
    for (int i = 0; i < count; i++) {
        if (!zone_has(flood->playable, liberties[i])) {
            outside++;
            /* surrounded by stones */
            single += (flood->board->around[liberties[i]] & AROUND_EMPTY_MASK) == 0;
        }
    }
    return count <= WEAK_LIBERTIES ||
           (chain_size(flood->board, chain) < WALL_STONES &&
            (outside == 0 || (outside == 1 && (single == 1 || count <= WEAK_LIBERTIES + 1))));
}

/* Adds the empty points beside a point of the region, or else the weak chains. */
static void spread(RaceFlood *flood, Point p, bool over_chains) {
    Point beside[4];
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        const Color color = board_color(flood->board, beside[k]);
        if (color == EMPTY && !over_chains) {
            add_point(flood, beside[k], flood->distance[p] + 1);
        } else if (color != EMPTY && color != BORDER && over_chains &&
                   !zone_has(flood->playable, beside[k]) && is_weak(flood, beside[k])) {
            add_chain(flood, beside[k], flood->distance[p] + 1);
        }
    }
}

/* The dragons, the empty points around them, and weak chains beside those. Returns the number of
 * empty ones. Sets *is_cut if the radius cuts the region off. */
static int find_region(const Board *board, const Dragon *first, const Dragon *second, int radius,
                       Zone *playable, bool *is_cut) {
    RaceFlood flood = {.board = board, .playable = playable, .radius = radius};
    *playable = (Zone){0};
    add_dragon(&flood, first);
    add_dragon(&flood, second);
    int before;
    do {
        before = flood.count;
        for (int i = 0; i < flood.count; i++) {
            spread(&flood, flood.queue[i], false);
        }
        for (int i = 0, count = flood.count; i < count; i++) {
            spread(&flood, flood.queue[i], true);
        }
    } while (flood.count > before);
    *is_cut = flood.is_cut;
    int empty = 0;
    for (int i = 0; i < flood.count; i++) {
        empty += board->color[flood.queue[i]] == EMPTY;
    }
    return empty;
}

bool race_make_goal(const Board *board, const Dragon *dragon, const Dragon *other, Goal *goal) {
    Status status;
    Zone closed;
    bool is_cut;
    dragon_init_goal(dragon, board, goal);
    if (goal->target_count == 0) {
        return false;
    }
    const int count = find_region(board, dragon, other, RADIUS, &goal->playable, &is_cut);
    if (is_cut &&
        find_region(board, dragon, other, RADIUS_CLOSED, &closed, &is_cut) <=
            count + CLOSED_POINTS &&
        !is_cut) {
        goal->playable = closed;
    }
    for (int radius = RADIUS - 1; !goal_finish(goal, board, &status) && radius > 0; radius--) {
        find_region(board, dragon, other, radius, &goal->playable, &is_cut);
    }
    return true;
}

/* ---- Stones inside an eye ---- */

enum { NAKADE_STONES = 6 }; /* more of them cannot be captured without two eyes */

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
    return stones <= NAKADE_STONES ? count : 0;
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
