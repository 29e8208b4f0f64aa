#include "engine/eval/net/input/area.h"

#include <string.h>

#include "engine/go/board/benson.h"

/* A maximal connected set of points without a stone of one color, the owner. */
typedef struct {
    Point points[CELL_COUNT_MAX];
    int count;
    int inner;         /* points not adjacent to a stone of the owner */
    bool has_opponent; /* has stones of the opponent inside */
    bool is_beside;    /* a stone of the owner: it is not the whole board */
    bool is_safe;      /* all stones of the owner beside it are unconditionally alive */
} Enclosure;

/* Finds the enclosure of start. Each of its points is counted, and lists its neighbors inside. */
static void enclosure_find(const Board *board, const uint8_t *life, Color owner, Point start,
                           bool *seen, Enclosure *enclosure) {
    enclosure->points[0] = start;
    enclosure->count = 1;
    enclosure->inner = 0;
    enclosure->has_opponent = enclosure->is_beside = false;
    enclosure->is_safe = true;
    seen[start] = true;
    for (int i = 0; i < enclosure->count; i++) {
        Point beside[4];
        bool is_inner = true;
        point_neighbors(enclosure->points[i], beside);
        for (int k = 0; k < 4; k++) {
            const Point q = beside[k];
            if (board->color[q] == owner) {
                is_inner = false;
                enclosure->is_safe &= life[q] == LIFE_ALIVE;
            } else if (board->color[q] != BORDER && !seen[q]) {
                seen[q] = true;
                enclosure->points[enclosure->count++] = q;
            }
        }
        enclosure->inner += is_inner;
        enclosure->is_beside |= !is_inner;
        enclosure->has_opponent |= board->color[enclosure->points[i]] != EMPTY;
    }
}

/* Gives an enclosure to the owner: all of it if the opponent cannot live inside. Otherwise, if it
 * has no stone of the opponent, the points without an owner yet. */
static void enclosure_claim(const Enclosure *enclosure, Color color, uint8_t *owner) {
    const bool whole = enclosure->is_safe && (enclosure->inner <= 1 || !enclosure->has_opponent);
    const bool is_claimed = enclosure->is_beside && (whole || !enclosure->has_opponent);
    for (int i = 0; is_claimed && i < enclosure->count; i++) {
        if (whole || owner[enclosure->points[i]] == EMPTY) {
            owner[enclosure->points[i]] = (uint8_t)color;
        }
    }
}

/* Marks the stones of color that are alive, and the enclosures between its stones. */
static void claim_area(const Board *board, const uint8_t *life, Color color, uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    bool seen[POINT_COUNT] = {false};
    Enclosure enclosure;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (board->color[p] == color && life[p] == LIFE_ALIVE) {
            owner[p] = (uint8_t)color;
        } else if (board->color[p] != color && !seen[p]) {
            enclosure_find(board, life, color, p, seen, &enclosure);
            enclosure_claim(&enclosure, color, owner);
        }
    }
}

void area_find(const Board *board, bool suicide_allowed, uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    uint8_t life[POINT_COUNT];
    benson_find(board, suicide_allowed, life);
    memset(owner, EMPTY, (size_t)geometry->point_count);
    /* White second: it may take points that Black claimed around black stones dead in White's. */
    claim_area(board, life, BLACK, owner);
    claim_area(board, life, WHITE, owner);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (owner[p] == EMPTY) {
            owner[p] = board->color[p];
        }
    }
}
