#include "engine/solve/problem/wall.h"

#include <limits.h>

#include "engine/go/board/benson.h"

enum {
    WALL_LIBERTIES = 2, /* outside */
    WALL_ROOM = 7,      /* empty points that are two eyes, as a rule */
};

void walls_find(const Board *board, const Zone *region, Walls *walls) {
    bool inside[POINT_COUNT] = {false};
    walls->board = board;
    walls->region = region;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        inside[p] = zone_has(region, p);
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        benson_find_outside(board, color, inside, walls->alive[color]);
    }
}

static bool is_alive(const Walls *walls, Point stone) {
    const Board *board = walls->board;
    return walls->alive[board_color(board, stone)][board->chain[stone]];
}

static int count_outside_liberties(const Walls *walls, Point p) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(walls->board, p, liberties);
    int outside = 0;
    for (int i = 0; i < count; i++) {
        outside += !zone_has(walls->region, liberties[i]);
    }
    return outside;
}

/* From the chain or the empty point at p, for stones of the color. */
static int find_room(const Walls *walls, Point p, Color own) {
    const Board *board = walls->board;
    Point queue[CELL_COUNT_MAX] = {p};
    Zone seen = {0};
    int count = 1, room = 0;
    zone_add(&seen, p);
    if (board_color(board, p) != EMPTY) {
        count = board_chain_stones(board, p, queue);
        goal_add_chain(board, p, &seen);
    }
    for (int i = 0; i < count; i++) {
        Point beside[4];
        if (board_color(board, queue[i]) == EMPTY) {
            room++;
        } else if (is_alive(walls, queue[i])) {
            return INT_MAX;
        }
        point_neighbors(queue[i], beside);
        for (int k = 0; k < 4; k++) {
            const Color color = board_color(board, beside[k]);
            if ((color == EMPTY || color == own) && !zone_has(&seen, beside[k]) &&
                !zone_has(walls->region, beside[k])) {
                zone_add(&seen, beside[k]);
                queue[count++] = beside[k];
            }
        }
    }
    return room;
}

WallKind wall_kind(const Walls *walls, Point p, int *room) {
    *room = find_room(walls, p, board_color(walls->board, p));
    return is_alive(walls, p) ? WALL_ALIVE
           : *room >= WALL_ROOM && count_outside_liberties(walls, p) >= WALL_LIBERTIES
               ? WALL_ASSUMED
               : WALL_WEAK;
}

static bool is_inside(const Walls *walls, Point p) {
    Point stone = p;
    do {
        if (!zone_has(walls->region, stone)) {
            return false;
        }
        stone = walls->board->next[stone];
    } while (stone != p);
    return true;
}

/* Is a stone of the chain at p in the region or beside it? */
static bool touches_region(const Walls *walls, Point p) {
    Point stone = p;
    do {
        if (zone_has(walls->region, stone) || zone_touches(walls->region, stone)) {
            return true;
        }
        stone = walls->board->next[stone];
    } while (stone != p);
    return false;
}

int walls_list(const Walls *walls, const bool colors[2], WallKind kind,
               Point stones[CELL_COUNT_MAX]) {
    const Board *board = walls->board;
    bool seen[POINT_COUNT] = {false}; /* [chain] */
    int count = 0, room;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        const Color color = board_color(board, p);
        if (color == EMPTY || !colors[color] || seen[board->chain[p]]) {
            continue;
        }
        seen[board->chain[p]] = true;
        if ((count_outside_liberties(walls, p) > 0 || !is_inside(walls, p)) &&
            touches_region(walls, p) && wall_kind(walls, p, &room) == kind) {
            stones[count++] = p;
        }
    }
    return count;
}

int walls_list_exits(const Walls *walls, Point exits[CELL_COUNT_MAX], Point *dead_end) {
    const Board *board = walls->board;
    int count = 0;
    *dead_end = POINT_NONE;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) != EMPTY || zone_has(walls->region, p) ||
            !zone_touches(walls->region, p)) {
            continue;
        }
        exits[count++] = p;
        if (find_room(walls, p, BLACK) < WALL_ROOM || find_room(walls, p, WHITE) < WALL_ROOM) {
            *dead_end = p;
        }
    }
    return count;
}
