#include "engine/go/board/score.h"

#include <string.h>

/* Lists the points connected to start that have its owner, start included. Returns their number. */
static int group_find(const uint8_t *owner, Point start, bool *seen, Point *group) {
    int count = 0;
    group[count++] = start;
    seen[start] = true;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            const int p = group[i] + POINT_OFFSETS[k];
            if (owner[p] == owner[start] && !seen[p]) {
                seen[p] = true;
                group[count++] = (Point)p;
            }
        }
    }
    return count;
}

/* Sets the owner of every point in use, border included, once dead stones are off. Each empty
 * region that touches only one color is that color's, unless spares_seki and it touches a stone in
 * seki. */
static void owners_find(const Board *board, const uint8_t *status, bool spares_seki,
                        uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    bool seen[POINT_COUNT] = {false};
    Point region[CELL_COUNT_MAX];
    memcpy(owner, board->color, (size_t)geometry->point_count);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        owner[p] = status[p] == STATUS_DEAD ? EMPTY : owner[p];
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point start = geometry->point_of[cell];
        if (owner[start] != EMPTY || seen[start]) {
            continue;
        }
        bool touches[BORDER + 1] = {false}, touches_seki = false;
        const int count = group_find(owner, start, seen, region);
        for (int i = 0; i < 4 * count; i++) {
            const int p = region[i / 4] + POINT_OFFSETS[i % 4];
            touches[owner[p]] = true;
            touches_seki |= owner[p] < EMPTY && spares_seki && status[p] == STATUS_SEKI;
        }
        for (int i = 0; touches[BLACK] != touches[WHITE] && !touches_seki && i < count; i++) {
            owner[region[i]] = touches[BLACK] ? BLACK : WHITE;
        }
    }
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

/* Does the group touch a point that is nobody's, or has it a chain in atari? */
static bool group_is_in_seki(const Board *board, const uint8_t *owner, const Point *group,
                             int count) {
    for (int i = 0; i < count; i++) {
        const Point p = group[i];
        if (owner[p - 1] == EMPTY || owner[p + 1] == EMPTY || owner[p - STRIDE] == EMPTY ||
            owner[p + STRIDE] == EMPTY ||
            (board->color[p] == owner[p] && board_liberties(board, p, NULL) == 1)) {
            return true;
        }
    }
    return false;
}

void score_take_seki(const Board *board, uint8_t *owner, uint8_t *status) {
    const Geometry *geometry = board->geometry;
    bool seen[POINT_COUNT] = {false};
    uint8_t before[POINT_COUNT];
    Point group[CELL_COUNT_MAX];
    memcpy(before, board->color, (size_t)geometry->point_count); /* the border */
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        before[geometry->point_of[cell]] = owner[geometry->point_of[cell]];
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point start = geometry->point_of[cell];
        if (before[start] == EMPTY || seen[start]) {
            continue;
        }
        const int count = group_find(before, start, seen, group);
        const bool is_in_seki = group_is_in_seki(board, before, group, count);
        for (int i = 0; is_in_seki && i < count; i++) {
            if (board->color[group[i]] == before[start]) {
                status[group[i]] = STATUS_SEKI;
            } else {
                owner[group[i]] = EMPTY;
            }
        }
    }
}

/* Counts the groups of each color that have no stone in seki. */
static void count_groups(const Board *board, const uint8_t *status, const uint8_t *owner,
                         ScoreSide sides[2]) {
    bool seen[POINT_COUNT] = {false};
    Point group[CELL_COUNT_MAX];
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point start = board->geometry->point_of[cell];
        if (owner[start] == EMPTY || seen[start]) {
            continue;
        }
        bool is_in_seki = false;
        for (int i = group_find(owner, start, seen, group) - 1; i >= 0; i--) {
            is_in_seki |= status[group[i]] == STATUS_SEKI;
        }
        sides[owner[start]].groups += !is_in_seki;
    }
}

void score_sides(const Board *board, const uint8_t *status, const Rules *rules, uint8_t *owner,
                 ScoreSide sides[2]) {
    const Geometry *geometry = board->geometry;
    const bool is_judged = status != NULL, is_taxed = rules->tax != TAX_NONE;
    uint8_t own_status[POINT_COUNT] = {STATUS_NONE}, own_owner[POINT_COUNT];
    status = is_judged ? status : own_status;
    owner = owner != NULL ? owner : own_owner;
    owners_find(board, status, is_taxed && is_judged, owner);
    if (is_taxed && !is_judged && rules->scoring == SCORING_AREA) {
        score_take_seki(board, owner, own_status);
    }
    if (rules_may_exclude_atari(rules) && rules->excludes_atari) {
        exclude_atari(board, owner);
    }
    memset(sides, 0, 2 * sizeof *sides);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        const bool is_dead = status[p] == STATUS_DEAD;
        if (owner[p] != EMPTY) {
            const bool is_stone = owner[p] == board->color[p] && !is_dead;
            sides[owner[p]].stones += is_stone;
            sides[owner[p]].territory += !is_stone;
        }
        if (is_dead) {
            sides[color_opponent(board_color(board, p))].prisoners++;
        }
    }
    for (int color = BLACK; color <= WHITE; color++) {
        sides[color].prisoners += board->prisoners[color];
    }
    if (rules->tax == TAX_ALL) {
        count_groups(board, status, owner, sides);
    }
}

static int area_of(const ScoreSide *side) {
    return side->stones + side->territory - 2 * side->groups;
}

int score_by_rules(const Board *board, const uint8_t *status, const Rules *rules, uint8_t *owner) {
    ScoreSide sides[2];
    score_sides(board, status, rules, owner, sides);
    return area_of(&sides[BLACK]) - area_of(&sides[WHITE]);
}

int score_area(const Board *board, const uint8_t *status, uint8_t *owner) {
    return score_by_rules(board, status, &RULE_SETS[0].rules, owner);
}

static int territory_of(const ScoreSide *side) {
    return side->territory + side->prisoners - 2 * side->groups;
}

int score_territory(const Board *board, const uint8_t *status, const Rules *rules) {
    ScoreSide sides[2];
    score_sides(board, status, rules, NULL, sides);
    return territory_of(&sides[BLACK]) - territory_of(&sides[WHITE]);
}
