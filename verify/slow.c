#include "verify/slow.h"

/* A set of cells: bit i is cell i. */
typedef uint64_t CellSet;

static CellSet set_of(int cell) {
    return UINT64_C(1) << cell;
}

static int take_cell(CellSet *set) {
    const int cell = __builtin_ctzll(*set);
    *set &= *set - 1;
    return cell;
}

static int count_cells(CellSet set) {
    return __builtin_popcountll(set);
}

static CellSet find_neighbors(const SlowRules *rules, int cell) {
    const int x = cell % rules->width, y = cell / rules->width;
    return (x > 0 ? set_of(cell - 1) : 0) | (x + 1 < rules->width ? set_of(cell + 1) : 0) |
           (y > 0 ? set_of(cell - rules->width) : 0) |
           (y + 1 < rules->height ? set_of(cell + rules->width) : 0);
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
        rules->all |= set_of(cell);
        rules->beside[cell] = find_neighbors(rules, cell);
    }
}

static CellSet find_empty(const SlowRules *rules, const SlowBoard *board) {
    return rules->all & ~(board->winner | board->loser);
}

/* All cells next to one of the set, some of which may be in it. */
static CellSet find_beside(const SlowRules *rules, CellSet set) {
    CellSet beside = 0;
    while (set != 0) {
        beside |= rules->beside[take_cell(&set)];
    }
    return beside;
}

/* What is connected to a cell within a set that holds it. */
static CellSet flood(const SlowRules *rules, CellSet within, int cell) {
    CellSet connected = set_of(cell);
    for (CellSet todo = connected; todo != 0;) {
        const CellSet found = rules->beside[take_cell(&todo)] & within & ~connected;
        connected |= found;
        todo |= found;
    }
    return connected;
}

static bool has_liberties(const SlowRules *rules, CellSet stones, CellSet empty) {
    for (CellSet left = stones; left != 0;) {
        const CellSet chain = flood(rules, stones, take_cell(&left));
        if ((find_beside(rules, chain) & empty) == 0) {
            return false;
        }
        left &= ~chain;
    }
    return true;
}

bool slow_is_legal(const SlowRules *rules, const SlowBoard *board) {
    const CellSet empty = find_empty(rules, board);
    return has_liberties(rules, board->winner, empty) && has_liberties(rules, board->loser, empty);
}

/* The stones of the chains beside a cell that have no liberty. */
static CellSet find_captured(const SlowRules *rules, CellSet stones, CellSet empty, int cell) {
    CellSet captured = 0;
    for (CellSet beside = rules->beside[cell] & stones; beside != 0;) {
        const CellSet chain = flood(rules, stones, take_cell(&beside));
        captured |= (find_beside(rules, chain) & empty) == 0 ? chain : 0;
    }
    return captured;
}

bool slow_play(const SlowRules *rules, SlowBoard *board, SlowStone stone, int cell, int *ko) {
    if (cell < 0 || cell >= rules->count || slow_stone(board, cell) != SLOW_EMPTY || cell == *ko) {
        return false;
    }
    CellSet *own = stone == SLOW_WINNER ? &board->winner : &board->loser;
    CellSet *other = stone == SLOW_WINNER ? &board->loser : &board->winner;
    CellSet empty = find_empty(rules, board) & ~set_of(cell);
    CellSet captured = find_captured(rules, *other, empty, cell);
    empty |= captured;
    const CellSet chain = flood(rules, *own | set_of(cell), cell);
    const CellSet liberties = find_beside(rules, chain) & empty;
    const bool is_single = chain == set_of(cell);
    /* A suicide of one stone changes nothing: engine/solve/README.md says why it never matters. */
    if (liberties == 0 && (is_single || !rules->suicide)) {
        return false;
    }
    *own = liberties == 0 ? *own & ~chain : *own | set_of(cell);
    *other &= ~captured;
    const bool is_ko = is_single && liberties == captured && (captured & (captured - 1)) == 0;
    *ko = is_ko ? take_cell(&captured) : SLOW_NO_KO;
    return true;
}

/* A stone beside the cell may just have taken another one there. */
bool slow_is_ko(const SlowRules *rules, const SlowBoard *board, SlowStone mover, int cell) {
    const CellSet own = mover == SLOW_WINNER ? board->winner : board->loser;
    const CellSet empty = find_empty(rules, board);
    bool is_taker_there = false;
    for (CellSet beside = rules->beside[cell]; beside != 0;) {
        const int taker = take_cell(&beside);
        is_taker_there |=
            (rules->beside[taker] & own) == 0 && (rules->beside[taker] & empty) == set_of(cell);
    }
    return is_taker_there && (rules->beside[cell] & ~own) == 0 && (empty & set_of(cell)) != 0;
}

int slow_score(const SlowRules *rules, const SlowBoard *board) {
    const CellSet empty = find_empty(rules, board);
    int score = count_cells(board->winner) - count_cells(board->loser);
    for (CellSet left = empty; left != 0;) {
        const CellSet region = flood(rules, empty, take_cell(&left));
        const CellSet beside = find_beside(rules, region);
        const int side = ((beside & board->winner) != 0) - ((beside & board->loser) != 0);
        score += side * count_cells(region);
        left &= ~region;
    }
    return score;
}

/* ---- Life ---- */

/* Is every point of the region next to the set? */
static bool is_all_next_to(const SlowRules *rules, CellSet region, CellSet set) {
    return (region & ~find_beside(rules, set)) == 0;
}

/* How many regions of the points that are not alive have all their points next to the chain? */
static int count_vital(const SlowRules *rules, CellSet dead, CellSet chain) {
    int vital = 0;
    while (dead != 0) {
        const CellSet region = flood(rules, dead, __builtin_ctzll(dead));
        vital += is_all_next_to(rules, region, chain);
        dead &= ~region;
    }
    return vital;
}

/* A chain with fewer than two vital regions, or no cell. */
static CellSet find_weak(const SlowRules *rules, CellSet alive) {
    for (CellSet left = alive; left != 0;) {
        const CellSet chain = flood(rules, alive, take_cell(&left));
        if (count_vital(rules, rules->all & ~alive, chain) < 2) {
            return chain;
        }
        left &= ~chain;
    }
    return 0;
}

SlowLife slow_life(const SlowRules *rules, const SlowBoard *board) {
    CellSet alive = board->winner, weak;
    while ((weak = find_weak(rules, alive)) != 0) {
        alive &= ~weak;
    }
    SlowLife life = {.stones = count_cells(alive), .points = count_cells(alive)};
    for (CellSet left = rules->all & ~alive; left != 0;) {
        const CellSet region = flood(rules, rules->all & ~alive, take_cell(&left));
        life.points += is_all_next_to(rules, region, alive) ? count_cells(region) : 0;
        left &= ~region;
    }
    return life;
}

/* ---- Symmetry ---- */

static CellSet find_image(const SlowRules *rules, CellSet set, int g) {
    CellSet image = 0;
    while (set != 0) {
        image |= set_of(rules->image[g][take_cell(&set)]);
    }
    return image;
}

SlowBoard slow_image(const SlowRules *rules, const SlowBoard *board, int g) {
    return (SlowBoard){find_image(rules, board->winner, g), find_image(rules, board->loser, g)};
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
        const int order = (int)slow_stone(board, rules->origin[g][cell]) -
                          (int)slow_stone(board, rules->origin[h][cell]);
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
