#include "verify/whole.h"

void whole_rules_init(WholeRules *rules, int width, int height, WholeKo ko, bool suicide) {
    *rules = (WholeRules){.shape = slow_shape(width, height),
                          .ko = ko,
                          .suicide = suicide,
                          .images = width == height ? 8 : 4};
    for (int g = 0; g < rules->images; g++) {
        for (int cell = 0; cell < rules->shape.count; cell++) {
            int x = cell % width, y = cell / width;
            x = (g & 1) != 0 ? width - 1 - x : x;
            y = (g & 2) != 0 ? height - 1 - y : y;
            const int to = (g & 4) != 0 ? x * width + y : y * width + x;
            rules->image[g][cell] = (uint8_t)to;
            rules->origin[g][to] = (uint8_t)cell;
        }
    }
}

bool whole_play(const WholeRules *rules, SlowBoard *board, WholeStone stone, int cell, int *ko) {
    if (cell < 0 || cell >= rules->shape.count || whole_stone(board, cell) != WHOLE_EMPTY ||
        cell == *ko) {
        return false;
    }
    const int side = (int)stone - 1;
    SlowBoard after = *board;
    const SlowMove move = slow_place(&rules->shape, &after, side, cell);
    if (slow_is_empty(move.liberties)) {
        /* A suicide of one stone changes nothing: engine/solve/README.md says why it never matters.
         */
        if (slow_count(move.chain) == 1 || !rules->suicide) {
            return false;
        }
        after.stones[side] = slow_minus(after.stones[side], move.chain);
    }
    *board = after;
    *ko = move.takes_ko ? slow_first(move.captured) : WHOLE_NO_KO;
    return true;
}

/* A stone beside the cell may just have taken another one there. */
bool whole_is_ko(const WholeRules *rules, const SlowBoard *board, WholeStone mover, int cell) {
    const SlowShape *shape = &rules->shape;
    const SlowSet own = board->stones[mover - 1], empty = slow_empty(shape, board);
    const SlowSet beside = slow_beside(shape, slow_one(cell));
    bool is_taker_there = false;
    for (SlowSet left = beside; !slow_is_empty(left);) {
        const SlowSet around = slow_beside(shape, slow_one(slow_take(&left)));
        is_taker_there |= !slow_meets(around, own) && slow_count(slow_and(around, empty)) == 1;
    }
    return is_taker_there && slow_is_within(beside, own) && slow_has(&empty, cell);
}

int whole_score(const WholeRules *rules, const SlowBoard *board) {
    int score = slow_count(board->stones[0]) - slow_count(board->stones[1]);
    for (SlowSet left = slow_empty(&rules->shape, board); !slow_is_empty(left);) {
        const SlowSet region = slow_take_part(&rules->shape, &left);
        const SlowSet beside = slow_beside(&rules->shape, region);
        score += (slow_meets(beside, board->stones[0]) - slow_meets(beside, board->stones[1])) *
                 slow_count(region);
    }
    return score;
}

WholeLife whole_life(const WholeRules *rules, const SlowBoard *board) {
    const SlowShape *shape = &rules->shape;
    const SlowEyes eyes = {.allowed = shape->all, .needed = shape->all, .has_dead_stones = true};
    const SlowSet alive = slow_living(shape, board->stones[0], &eyes);
    const SlowSet beside = slow_beside(shape, alive);
    WholeLife life = {.stones = slow_count(alive), .points = slow_count(alive)};
    for (SlowSet left = slow_minus(shape->all, alive); !slow_is_empty(left);) {
        const SlowSet region = slow_take_part(shape, &left);
        life.points += slow_is_within(region, beside) ? slow_count(region) : 0;
    }
    return life;
}

/* ---- Symmetry ---- */

SlowBoard whole_image(const WholeRules *rules, const SlowBoard *board, int g) {
    SlowBoard image = {0};
    for (int side = 0; side < 2; side++) {
        for (SlowSet left = board->stones[side]; !slow_is_empty(left);) {
            slow_add(&image.stones[side], rules->image[g][slow_take(&left)]);
        }
    }
    return image;
}

int whole_image_cell(const WholeRules *rules, int cell, int g) {
    return cell < 0 ? cell : rules->image[g][cell];
}

int whole_origin_cell(const WholeRules *rules, int cell, int g) {
    return cell < 0 ? cell : rules->origin[g][cell];
}

/* Compares the images of (board, ko) under two symmetries. */
static int compare_images(const WholeRules *rules, const SlowBoard *board, int ko, int g, int h) {
    for (int cell = 0; cell < rules->shape.count; cell++) {
        const int order = (int)whole_stone(board, rules->origin[g][cell]) -
                          (int)whole_stone(board, rules->origin[h][cell]);
        if (order != 0) {
            return order;
        }
    }
    return whole_image_cell(rules, ko, g) - whole_image_cell(rules, ko, h);
}

int whole_canonical(const WholeRules *rules, const SlowBoard *board, int ko) {
    int best = 0;
    for (int g = 1; g < rules->images; g++) {
        best = compare_images(rules, board, ko, g, best) < 0 ? g : best;
    }
    return best;
}
