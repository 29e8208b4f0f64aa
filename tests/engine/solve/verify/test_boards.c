/* Sets of boards beside a plain list. */
#include "engine/base/rng.h"
#include "engine/solve/verify/boards.h"

#include <criterion/criterion.h>

static SlowBoard random_board(const SlowRules *rules, Rng *rng) {
    SlowBoard board = {0, 0};
    for (int cell = 0; cell < rules->count; cell++) {
        slow_put(&board, cell, (SlowStone)rng_below(rng, 3));
    }
    return board;
}

static bool is_image(const SlowRules *rules, const SlowBoard *a, const SlowBoard *b) {
    for (int g = 0; g < rules->images; g++) {
        const SlowBoard image = slow_image(rules, a, g);
        if (slow_same(&image, b)) {
            return true;
        }
    }
    return false;
}

Test(verify_boards, a_set_numbers_boards_and_their_images) {
    enum { STEPS = 1500 };
    static SlowBoard listed[STEPS];
    SlowRules rules;
    BoardSet set;
    Rng rng = rng_new(12);
    slow_rules_init(&rules, 3, 3, SLOW_PSK, true);
    board_set_init(&set, &rules);
    uint32_t count = 0;
    for (int step = 0; step < STEPS; step++) {
        const SlowBoard board = random_board(&rules, &rng);
        uint32_t number = 0;
        while (number < count && !is_image(&rules, &listed[number], &board)) {
            number++;
        }
        cr_assert_eq(board_set_find(&set, &board), number < count ? number : BOARD_UNKNOWN);
        cr_assert_eq(board_set_add(&set, &board), number);
        listed[number] = number == count ? board : listed[number];
        count += number == count;
        cr_assert_eq(set.count, count);
    }
    cr_assert_gt(count, 1024);
    for (uint32_t number = 0; number < count; number++) {
        cr_assert_eq(board_set_find(&set, &listed[number]), number);
    }
    board_set_free(&set);
}
