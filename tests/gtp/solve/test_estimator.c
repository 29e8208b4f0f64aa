/* What the network inside takes small boards for. */
#include "gtp/solve/solve_options.h"

#include <criterion/criterion.h>
#include <string.h>

static bool estimate(int width, int height, Point first, ColorCell corner, int *value) {
    const SolveOptions options = {.rules = RULE_SETS[0].rules};
    SolvePosition position = {
        .width = width, .height = height, .to_move = BLACK, .ko = POINT_NONE, .first = first};
    memset(position.cells, EMPTY, sizeof position.cells);
    position.cells[0] = corner;
    _Atomic bool cancel = false;
    return estimator_value(&options, &position, &cancel, value);
}

/* A first move in the corner of 3x3 loses all. */
Test(solve_estimator, a_first_move_counts) {
    int value;
    cr_assert(estimate(3, 3, POINT_NONE, EMPTY, &value));
    cr_assert_eq(value, 9);
    cr_assert(estimate(3, 3, point_at(0, 0), EMPTY, &value));
    cr_assert_lt(value, 0);
    cr_assert_not(estimate(4, 4, point_at(0, 0), WHITE, &value), "an illegal move");
}
