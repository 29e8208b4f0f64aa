#include "engine/solve/dragon/race_region.h"

#include "engine/go/board/liberty.h"

enum {
    RADIUS = 3,         /* steps from the dragons over empty points, if the race is not enclosed */
    WEAK_LIBERTIES = 2, /* a chain with so few beside the race takes part in it */
};

typedef struct {
    const Board *board;
    Zone *playable;
    Point queue[CELL_COUNT_MAX];
    uint8_t distance[POINT_COUNT];
    int count;
} Flood;

static void add_point(Flood *flood, Point p, int distance) {
    if (!zone_has(flood->playable, p) && distance <= RADIUS) {
        zone_add(flood->playable, p);
        flood->distance[p] = (uint8_t)distance;
        flood->queue[flood->count++] = p;
    }
}

static void add_chain(Flood *flood, Point p, int distance) {
    Point stone = p;
    do {
        add_point(flood, stone, distance);
        stone = flood->board->next[stone];
    } while (stone != p);
}

static void add_dragon(Flood *flood, const Dragon *dragon) {
    for (int i = 0; i < dragon->chain_count; i++) {
        if (board_color(flood->board, dragon->chains[i]) == dragon->color) {
            add_chain(flood, dragon->chains[i], 0);
        }
    }
}

/* The dragons, the empty points around them, and weak chains beside those. */
static void find_region(const Board *board, const Dragon *first, const Dragon *second,
                        Zone *playable) {
    Flood flood = {.board = board, .playable = playable};
    *playable = (Zone){0};
    add_dragon(&flood, first);
    add_dragon(&flood, second);
    for (int i = 0; i < flood.count; i++) {
        const Point p = flood.queue[i];
        Point beside[4];
        point_neighbours(p, beside);
        for (int k = 0; k < 4; k++) {
            const Color color = board_color(board, beside[k]);
            Point liberties[WEAK_LIBERTIES + 1];
            if (color == EMPTY) {
                add_point(&flood, beside[k], flood.distance[p] + 1);
            } else if (color != BORDER && !zone_has(playable, beside[k]) &&
                       chain_find_liberties(board, beside[k], WEAK_LIBERTIES + 1, liberties) <=
                           WEAK_LIBERTIES) {
                add_chain(&flood, beside[k], flood.distance[p] + 1);
            }
        }
    }
}

bool race_make_goal(const Board *board, const Dragon *dragon, const Dragon *other, Goal *goal) {
    Status status;
    dragon_init_goal(dragon, board, goal);
    if (goal->target_count == 0) {
        return false;
    }
    find_region(board, dragon, other, &goal->playable);
    return goal_finish(goal, board, &status);
}
