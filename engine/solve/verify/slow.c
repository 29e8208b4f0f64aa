#include "engine/solve/verify/slow.h"

#include <string.h>

static void find_neighbours(SlowRules *rules, int cell) {
    const int x = cell % rules->width, y = cell / rules->width;
    const bool is_there[4] = {x > 0, x + 1 < rules->width, y > 0, y + 1 < rules->height};
    const int step[4] = {-1, 1, -rules->width, rules->width};
    for (int i = 0; i < 4; i++) {
        if (is_there[i]) {
            rules->beside[cell][rules->beside_count[cell]++] = (uint8_t)(cell + step[i]);
        }
    }
}

void slow_rules_init(SlowRules *rules, int width, int height, SlowKo ko, bool suicide) {
    *rules = (SlowRules){.width = width,
                         .height = height,
                         .count = width * height,
                         .ko = ko,
                         .suicide = suicide,
                         .images = width == height ? 8 : 4};
    for (int g = 0; g < rules->images; g++) {
        for (int cell = 0; cell < rules->count; cell++) {
            int x = cell % width, y = cell / width;
            x = (g & 1) != 0 ? width - 1 - x : x;
            y = (g & 2) != 0 ? height - 1 - y : y;
            const int to = (g & 4) != 0 ? x * width + y : y * width + x;
            rules->image[g][cell] = (uint8_t)to;
            rules->origin[g][to] = (uint8_t)cell;
        }
    }
    for (int cell = 0; cell < rules->count; cell++) {
        find_neighbours(rules, cell);
    }
}

bool slow_same(const SlowBoard *a, const SlowBoard *b) {
    return memcmp(a->cell, b->cell, sizeof a->cell) == 0;
}

static bool is_next_to(const SlowRules *rules, int cell, const uint8_t *set) {
    for (int i = 0; i < rules->beside_count[cell]; i++) {
        if (set[rules->beside[cell][i]]) {
            return true;
        }
    }
    return false;
}

/* A maximal connected set of points for which wanted[...] is the same as at its first point. */
typedef struct {
    uint8_t has[SLOW_CELLS_MAX]; /* 1 or 0 */
    int size;
} SlowSet;

static SlowSet flood(const SlowRules *rules, const uint8_t *kind, int cell) {
    SlowSet set = {.size = 1};
    int todo[SLOW_CELLS_MAX], todo_count = 1;
    todo[0] = cell;
    set.has[cell] = 1;
    while (todo_count > 0) {
        const int from = todo[--todo_count];
        const uint8_t *beside = rules->beside[from];
        for (int i = 0; i < rules->beside_count[from]; i++) {
            if (kind[beside[i]] == kind[cell] && !set.has[beside[i]]) {
                set.has[beside[i]] = 1;
                set.size++;
                todo[todo_count++] = beside[i];
            }
        }
    }
    return set;
}

/* How many points of this kind are next to the set? */
static int count_beside(const SlowRules *rules, const SlowSet *set, const uint8_t *kind,
                        int wanted) {
    int count = 0;
    for (int cell = 0; cell < rules->count; cell++) {
        count += kind[cell] == wanted && !set->has[cell] && is_next_to(rules, cell, set->has);
    }
    return count;
}

static int count_liberties(const SlowRules *rules, const SlowSet *chain, const SlowBoard *board) {
    return count_beside(rules, chain, board->cell, SLOW_EMPTY);
}

bool slow_is_legal(const SlowRules *rules, const SlowBoard *board) {
    for (int cell = 0; cell < rules->count; cell++) {
        if (board->cell[cell] != SLOW_EMPTY) {
            const SlowSet chain = flood(rules, board->cell, cell);
            if (count_liberties(rules, &chain, board) == 0) {
                return false;
            }
        }
    }
    return true;
}

/* Removes the chain at a cell if it has no liberty. Returns the number of its stones, or 0. */
static int take_if_dead(const SlowRules *rules, SlowBoard *board, int cell) {
    for (int i = 0; i < rules->beside_count[cell]; i++) {
        if (board->cell[rules->beside[cell][i]] == SLOW_EMPTY) {
            return 0;
        }
    }
    const SlowSet chain = flood(rules, board->cell, cell);
    if (count_liberties(rules, &chain, board) > 0) {
        return 0;
    }
    for (int i = 0; i < rules->count; i++) {
        if (chain.has[i]) {
            board->cell[i] = SLOW_EMPTY;
        }
    }
    return chain.size;
}

bool slow_play(const SlowRules *rules, SlowBoard *board, SlowStone stone, int cell, int *ko) {
    if (cell < 0 || cell >= rules->count || board->cell[cell] != SLOW_EMPTY || cell == *ko) {
        return false;
    }
    SlowBoard after = *board;
    const uint8_t *beside = rules->beside[cell];
    int captured = 0, taken = SLOW_NO_KO;
    const SlowStone other = stone == SLOW_WINNER ? SLOW_LOSER : SLOW_WINNER;
    after.cell[cell] = (uint8_t)stone;
    for (int i = 0; i < rules->beside_count[cell]; i++) {
        if (after.cell[beside[i]] == (uint8_t)other) {
            const int stones = take_if_dead(rules, &after, beside[i]);
            captured += stones;
            taken = stones > 0 ? beside[i] : taken;
        }
    }
    const int own = take_if_dead(rules, &after, cell);
    /* A suicide of one stone changes nothing: engine/solve/README.md says why it never matters. */
    if (own == 1 || (own > 0 && !rules->suicide)) {
        return false;
    }
    *board = after;
    *ko = SLOW_NO_KO;
    if (captured == 1) {
        const SlowSet chain = flood(rules, after.cell, cell);
        if (chain.size == 1 && count_liberties(rules, &chain, &after) == 1) {
            *ko = taken;
        }
    }
    return true;
}

bool slow_is_ko(const SlowRules *rules, const SlowBoard *board, SlowStone mover, int cell) {
    bool is_taker_there = false;
    for (int i = 0; i < rules->beside_count[cell]; i++) {
        const int beside = rules->beside[cell][i];
        if (board->cell[beside] != (uint8_t)mover) {
            return false;
        }
        const SlowSet chain = flood(rules, board->cell, beside);
        is_taker_there |= chain.size == 1 && count_liberties(rules, &chain, board) == 1;
    }
    return is_taker_there && board->cell[cell] == SLOW_EMPTY;
}

int slow_score(const SlowRules *rules, const SlowBoard *board) {
    int score = 0;
    for (int cell = 0; cell < rules->count; cell++) {
        bool winner = board->cell[cell] == SLOW_WINNER, loser = board->cell[cell] == SLOW_LOSER;
        if (board->cell[cell] == SLOW_EMPTY) {
            const SlowSet region = flood(rules, board->cell, cell);
            winner = count_beside(rules, &region, board->cell, SLOW_WINNER) > 0;
            loser = count_beside(rules, &region, board->cell, SLOW_LOSER) > 0;
        }
        score += winner && !loser;
        score -= loser && !winner;
    }
    return score;
}

/* ---- Life ---- */

/* Is every point of the region next to the set? */
static bool is_all_next_to(const SlowRules *rules, const SlowSet *region, const uint8_t *set) {
    for (int cell = 0; cell < rules->count; cell++) {
        if (region->has[cell] && !is_next_to(rules, cell, set)) {
            return false;
        }
    }
    return true;
}

/* How many regions of the points that are not alive have all their points next to the chain? */
static int count_vital(const SlowRules *rules, const uint8_t *alive, const SlowSet *chain) {
    bool seen[SLOW_CELLS_MAX] = {false};
    int vital = 0;
    for (int cell = 0; cell < rules->count; cell++) {
        if (!alive[cell] && !seen[cell]) {
            const SlowSet region = flood(rules, alive, cell);
            for (int i = 0; i < rules->count; i++) {
                seen[i] |= region.has[i];
            }
            vital += is_all_next_to(rules, &region, chain->has);
        }
    }
    return vital;
}

/* Removes a chain with fewer than two vital regions. Returns false if every chain has two. */
static bool drop_one(const SlowRules *rules, uint8_t *alive) {
    for (int cell = 0; cell < rules->count; cell++) {
        if (alive[cell]) {
            const SlowSet chain = flood(rules, alive, cell);
            if (count_vital(rules, alive, &chain) < 2) {
                for (int i = 0; i < rules->count; i++) {
                    alive[i] = chain.has[i] ? 0 : alive[i];
                }
                return true;
            }
        }
    }
    return false;
}

SlowLife slow_life(const SlowRules *rules, const SlowBoard *board) {
    uint8_t alive[SLOW_CELLS_MAX] = {0};
    SlowLife life = {0, 0};
    for (int cell = 0; cell < rules->count; cell++) {
        alive[cell] = board->cell[cell] == SLOW_WINNER;
    }
    while (drop_one(rules, alive)) {
    }
    for (int cell = 0; cell < rules->count; cell++) {
        if (!alive[cell]) {
            const SlowSet region = flood(rules, alive, cell);
            life.points += is_all_next_to(rules, &region, alive);
        }
        life.points += alive[cell];
        life.stones += alive[cell];
    }
    return life;
}

/* ---- Symmetry ---- */

SlowBoard slow_image(const SlowRules *rules, const SlowBoard *board, int g) {
    SlowBoard image = {{0}};
    for (int cell = 0; cell < rules->count; cell++) {
        image.cell[rules->image[g][cell]] = board->cell[cell];
    }
    return image;
}

int slow_image_cell(const SlowRules *rules, int cell, int g) {
    return cell < 0 ? cell : rules->image[g][cell];
}

int slow_origin_cell(const SlowRules *rules, int cell, int g) {
    return cell < 0 ? cell : rules->origin[g][cell];
}

/* Compares the images of (board, ko) under two symmetries. */
static int compare_images(const SlowRules *rules, const SlowBoard *board, int ko, int g, int h) {
    for (int cell = 0; cell < rules->count; cell++) {
        const int order = board->cell[rules->origin[g][cell]] - board->cell[rules->origin[h][cell]];
        if (order != 0) {
            return order;
        }
    }
    return slow_image_cell(rules, ko, g) - slow_image_cell(rules, ko, h);
}

int slow_canonical(const SlowRules *rules, const SlowBoard *board, int ko) {
    int best = 0;
    for (int g = 1; g < rules->images; g++) {
        best = compare_images(rules, board, ko, g, best) < 0 ? g : best;
    }
    return best;
}
