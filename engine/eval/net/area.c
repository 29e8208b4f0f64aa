#include "engine/eval/net/area.h"

#include <string.h>

#include "engine/board/benson.h"

/* A maximal connected set of points without a stone of one colour, the owner. */
typedef struct {
    Point points[CELL_COUNT_MAX];
    int count;
    int inner;         /* points that are not beside a stone of the owner */
    bool has_opponent; /* stones of the opponent on it */
    bool is_beside;    /* some stone of the owner, so that it is not the whole board */
    bool is_safe;      /* all stones of the owner beside it are unconditionally alive */
} Region;

/* Counts p, a point of the region, and lists the neighbours that belong to it too. */
static void region_visit(const Board *board, const uint8_t *life, Color owner, Point p, bool *seen,
                         Region *region) {
    Point beside[4];
    bool is_inner = true;
    point_neighbours(p, beside);
    for (int i = 0; i < 4; i++) {
        const Point q = beside[i];
        if (board->color[q] == owner) {
            is_inner = false;
            region->is_safe &= life[q] == LIFE_ALIVE;
        } else if (board->color[q] != BORDER && !seen[q]) {
            seen[q] = true;
            region->points[region->count++] = q;
        }
    }
    region->inner += is_inner;
    region->is_beside |= !is_inner;
    region->has_opponent |= board->color[p] != EMPTY;
}

static void region_find(const Board *board, const uint8_t *life, Color owner, Point start,
                        bool *seen, Region *region) {
    region->count = region->inner = 0;
    region->has_opponent = region->is_beside = false;
    region->is_safe = true;
    region->points[region->count++] = start;
    seen[start] = true;
    for (int i = 0; i < region->count; i++) {
        region_visit(board, life, owner, region->points[i], seen, region);
    }
}

/* Gives a region to the owner: with all that is on it where the opponent cannot live there, else
 * the points that nobody has yet, if the opponent has no stone on it. */
static void region_claim(const Region *region, Color color, uint8_t *owner) {
    const bool whole = region->is_safe && (region->inner <= 1 || !region->has_opponent);
    if (!region->is_beside || (!whole && region->has_opponent)) {
        return;
    }
    for (int i = 0; i < region->count; i++) {
        if (whole || owner[region->points[i]] == EMPTY) {
            owner[region->points[i]] = (uint8_t)color;
        }
    }
}

/* Marks the stones of color that are alive, and the regions between its stones. */
static void claim(const Board *board, const uint8_t *life, Color color, uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    bool seen[POINT_COUNT] = {false};
    Region region;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (board->color[p] == color && life[p] == LIFE_ALIVE) {
            owner[p] = (uint8_t)color;
        } else if (board->color[p] != color && !seen[p]) {
            region_find(board, life, color, p, seen, &region);
            region_claim(&region, color, owner);
        }
    }
}

void area_find(const Board *board, bool suicide_allowed, uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    uint8_t life[POINT_COUNT];
    benson_find(board, suicide_allowed, life);
    memset(owner, EMPTY, (size_t)geometry->point_count);
    /* White second: it may take points that Black claimed around black stones dead in White's. */
    claim(board, life, BLACK, owner);
    claim(board, life, WHITE, owner);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (owner[p] == EMPTY) {
            owner[p] = board->color[p];
        }
    }
}
