/* Scoring, of a board as it stands or with dead stones removed. Pure functions: any thread may ask
 * about any board that nobody is changing. */
#include "engine/board/score.h"

#include <string.h>

/* Gives each empty region that touches only one colour to that colour. On entry owner holds the
 * Color of every point in use, border included; on return only regions that touch both colours or
 * neither are EMPTY. */
static void regions_give(const Geometry *geometry, uint8_t *owner) {
    static const int BESIDE[4] = {-1, 1, -STRIDE, STRIDE};
    bool seen[POINT_COUNT] = {false};
    Point region[CELL_COUNT_MAX];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point start = geometry->point_of[cell];
        if (owner[start] != EMPTY || seen[start]) {
            continue;
        }
        bool touches[BORDER + 1] = {false};
        int count = 0;
        region[count++] = start;
        seen[start] = true;
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < 4; k++) {
                const int p = region[i] + BESIDE[k];
                if (owner[p] != EMPTY) {
                    touches[owner[p]] = true;
                } else if (!seen[p]) {
                    seen[p] = true;
                    region[count++] = (Point)p;
                }
            }
        }
        if (touches[BLACK] != touches[WHITE]) {
            for (int i = 0; i < count; i++) {
                owner[region[i]] = touches[BLACK] ? BLACK : WHITE;
            }
        }
    }
}

static bool is_live_stone(const Board *board, const uint8_t *dead, Point p) {
    return board->color[p] != EMPTY && (dead == NULL || !dead[p]);
}

/* Finds who owns each point after removing the stones marked in dead (none if NULL). */
static void owners_find(const Board *board, const uint8_t *dead, uint8_t owner[POINT_COUNT]) {
    const Geometry *geometry = board->geometry;
    memcpy(owner, board->color, (size_t)geometry->point_count);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (!is_live_stone(board, dead, p)) {
            owner[p] = EMPTY;
        }
    }
    regions_give(geometry, owner);
}

static void owners_copy(const Geometry *geometry, const uint8_t *from, uint8_t *to) {
    for (int cell = 0; to != NULL && cell < geometry->cell_count; cell++) {
        to[geometry->point_of[cell]] = from[geometry->point_of[cell]];
    }
}

static int points_for_black(uint8_t owner) {
    return (owner == BLACK) - (owner == WHITE);
}

int score_area(const Board *board, uint8_t *owner) {
    return score_area_without(board, NULL, owner);
}

int score_area_without(const Board *board, const uint8_t *dead, uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    uint8_t map[POINT_COUNT];
    owners_find(board, dead, map);
    owners_copy(geometry, map, owner);
    int score = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        score += points_for_black(map[geometry->point_of[cell]]);
    }
    return score;
}

/* Meant for display: Japanese rules give no territory to groups in seki, which takes reading to
 * find out. Here every stone not marked dead is alive and has its territory. */
int score_territory(const Board *board, const uint8_t *dead, uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    uint8_t map[POINT_COUNT];
    owners_find(board, dead, map);
    owners_copy(geometry, map, owner);
    int score = board->prisoners[BLACK] - board->prisoners[WHITE];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (is_live_stone(board, dead, p)) {
            continue;
        }
        score += points_for_black(map[p]);
        if (board->color[p] != EMPTY) { /* a dead stone is one more prisoner */
            score -= points_for_black(board->color[p]);
        }
    }
    return score;
}
