#include "engine/go/board/score.h"

#include <string.h>

/* Assigns each empty region that touches only one color to that color. owner holds the Color of
 * every point in use, border included. Regions beside a stone in seki stay EMPTY, unless status is
 * NULL. */
static void regions_assign(const Geometry *geometry, const uint8_t *status, uint8_t *owner) {
    bool seen[POINT_COUNT] = {false};
    Point region[CELL_COUNT_MAX];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point start = geometry->point_of[cell];
        if (owner[start] != EMPTY || seen[start]) {
            continue;
        }
        bool touches[BORDER + 1] = {false}, touches_seki = false;
        int count = 0;
        region[count++] = start;
        seen[start] = true;
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < 4; k++) {
                const int p = region[i] + POINT_OFFSETS[k];
                if (owner[p] != EMPTY) {
                    touches[owner[p]] = true;
                    touches_seki |=
                        owner[p] != BORDER && status != NULL && status[p] == STATUS_SEKI;
                } else if (!seen[p]) {
                    seen[p] = true;
                    region[count++] = (Point)p;
                }
            }
        }
        if (touches[BLACK] != touches[WHITE] && !touches_seki) {
            for (int i = 0; i < count; i++) {
                owner[region[i]] = touches[BLACK] ? BLACK : WHITE;
            }
        }
    }
}

static int points_for_black(uint8_t owner) {
    return (owner == BLACK) - (owner == WHITE);
}

/* Takes the last liberty of each chain off the points of its side. */
static void exclude_atari(const Board *board, uint8_t *owner) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        Point liberty;
        if (board->color[p] != EMPTY && board->chain[p] == p &&
            board_liberties(board, p, &liberty) == 1 && owner[liberty] == board->color[p]) {
            owner[liberty] = EMPTY;
        }
    }
}

int score_by_rules(const Board *board, const uint8_t *status, const Rules *rules, uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    const bool by_territory = rules->scoring == SCORING_TERRITORY;
    uint8_t map[POINT_COUNT];
    int score = 0;
    memcpy(map, board->color, (size_t)geometry->point_count);
    for (int cell = 0; status != NULL && cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        map[p] = status[p] == STATUS_DEAD ? EMPTY : map[p];
    }
    regions_assign(geometry, by_territory && !rules->seki_counts ? status : NULL, map);
    if (by_territory && rules->seki_counts && rules->excludes_atari) {
        exclude_atari(board, map);
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        score += points_for_black(map[p]);
        if (owner != NULL) {
            owner[p] = map[p];
        }
    }
    return score;
}

int score_area(const Board *board, const uint8_t *status, uint8_t *owner) {
    return score_by_rules(board, status, &RULES[0], owner);
}

/* Area without the live stones; a dead one is one more prisoner. */
int score_territory(const Board *board, const uint8_t *status, const Rules *rules) {
    int score = score_by_rules(board, status, rules, NULL);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        score -= points_for_black(board->color[p]);
    }
    return score + board->prisoners[BLACK] - board->prisoners[WHITE];
}
